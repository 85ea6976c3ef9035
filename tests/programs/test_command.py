"""The `referee` command as a process of its own."""

import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from functools import partial

import pytest

from service.api.root import GOLDEN_GAME


@pytest.mark.parametrize("command", ["maintain winnable double-russian --prove 1", "--version"])
def test_an_unknown_kernel_setting(command):
    done = subprocess.run(
        [sys.executable, "-m", "service.cli", *command.split()],
        capture_output=True,
        check=False,
        env={**os.environ, "REFEREE_KERNEL": "bogus"},
    )
    message = b"Error: REFEREE_KERNEL must be one of auto, require, off, not 'bogus'.\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", message)


def test_columns_are_not_lost_without_the_kernel(tmp_path):
    options = ["--output", tmp_path / "verdicts", "--format", "parquet", "--keep", "player"]
    done = subprocess.run(
        [sys.executable, "-m", "service.cli", "verify", "a.jsonl", *options],
        capture_output=True,
        check=False,
        env={**os.environ, "REFEREE_KERNEL": "off"},
    )
    message = b"Error: --keep needs the compiled kernel, which is not in use here.\n"
    assert (done.returncode, done.stderr) == (2, message)


def test_the_command_runs_in_its_own_process():
    command = [sys.executable, "-m", "service.cli", "replay", "-", "--json"]
    result = subprocess.run(command, input=GOLDEN_GAME.read_bytes(), capture_output=True, check=False)
    assert (result.returncode, result.stderr) == (0, b"")
    assert json.loads(result.stdout)["outcome"] == "won"


@pytest.mark.parametrize(
    ("environment", "colored"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_colors_on_a_terminal(environment, colored):
    unset = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    command = [sys.executable, "-m", "service.cli", "deal", "klondike", "7"]
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", 0) as terminal:
        environment = {**unset, "TERM": "xterm", **environment}
        with subprocess.Popen(command, stdout=theirs, env=environment) as process:
            os.close(theirs)
            written = b""
            # Reading a terminal that no process has open any more fails.
            with suppress(OSError):
                while part := terminal.read(4096):
                    written += part
        assert process.returncode == 0
    assert (b"\x1b[" in written) is colored


def test_an_interrupt_of_the_imports_is_silent():
    """The name of the program decides, so that a program which imports the package keeps its own handler."""
    code = "import sys; sys.argv[0] = {!r}; import service, signal; signal.raise_signal(signal.SIGINT)"
    for name, expected in (("/usr/bin/referee", ""), ("other", "KeyboardInterrupt")):
        ended = subprocess.run(
            [sys.executable, "-c", code.format(name)], capture_output=True, text=True, check=False
        )
        assert expected in ended.stderr
        assert bool(ended.stderr) is bool(expected)
        assert ended.returncode == -signal.SIGINT


def test_the_help_imports_no_subcommand():
    program = (
        "import sys; from service.cli import COMMANDS, main\n"
        "try: main(['--help'])\n"
        "finally: print([command.path for command in COMMANDS.values() "
        "if command.path.partition(':')[0] in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "[]\n")


@pytest.mark.parametrize(
    ("package", "command"),
    [("fcntl", "serve"), ("gunicorn", "serve --port 0"), ("resource", "verify x.jsonl --output y")],
)
def test_a_system_without_posix(package, command, tmp_path):
    """The other commands run there, and the help lists all."""
    program = f"import sys; sys.modules[{package!r}] = None; from service.cli import main; main()"
    run = partial(subprocess.run, cwd=tmp_path, capture_output=True, text=True, check=False)
    (tmp_path / "x.jsonl").write_text("")
    done = run([sys.executable, "-c", program, *command.split()])
    assert (done.returncode, done.stdout) == (2, "")
    assert "This command needs Linux, macOS or another POSIX system: run it in the container" in done.stderr
    assert "Traceback" not in done.stderr
    listed = run([sys.executable, "-c", program, "--help"])
    assert listed.returncode == 0
    assert "\n  serve " in listed.stdout
