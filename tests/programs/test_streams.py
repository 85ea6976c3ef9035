"""Exit codes of the `referee` command when a standard stream is closed, broken or full, and after errors."""

import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from threading import Event

import click
import pytest
from click.testing import CliRunner

from service.api.root import GOLDEN_GAME
from service.cli import main
from service.commands.terminal import notice_after

FULL = Path("/dev/full")

on_a_full_disk = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")


def test_a_broken_pipe_ends_with_141(monkeypatch):
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as broken:
        monkeypatch.setattr(sys, "stdout", broken)
        with pytest.raises(SystemExit) as ended:
            main(["variants"])
    assert ended.value.code == 141


@on_a_full_disk
@pytest.mark.parametrize("arguments", [["variants"], ["--help"], ["deal", "--help"], ["--version"]])
def test_a_full_disk_ends_with_2(monkeypatch, capsys, arguments):
    with FULL.open("w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        with pytest.raises(SystemExit) as ended:
            main(arguments)
    assert ended.value.code == 2
    message = "Error: Cannot write to standard output: No space left on device.\n"
    assert capsys.readouterr().err == message


@on_a_full_disk
@pytest.mark.parametrize("arguments", [[], ["replay", "nothing.json"]])
def test_a_full_standard_error_ends_with_2(monkeypatch, arguments):
    with FULL.open("w") as full:
        monkeypatch.setattr(sys, "stderr", full)
        with pytest.raises(SystemExit) as ended:
            main(arguments)
    assert ended.value.code == 2


def test_commands_run_with_closed_streams():
    """A process that a command starts must not reuse their file descriptors either."""
    program = """
        exec 3>&1
        "$0" -m service.cli replay "$1" >&- 2>&- <&-; echo $? >&3
        "$0" -m service.cli replay - >&- 2>&- <&-; echo $? >&3
        "$0" -m service.cli conform --variant spider -- sh -c 'echo >&2 && exec cat' 2>&- >&-
        echo $?
    """
    done = subprocess.run(
        ["sh", "-c", program, sys.executable, GOLDEN_GAME], capture_output=True, text=True, check=True
    )
    # `cat` answers with the requests themselves, which are not verdicts: exit code 1.
    assert done.stdout.split() == ["0", "2", "1"]


def test_an_encoding_without_suits_gets_escapes(monkeypatch, tmp_path):
    file = tmp_path / "board.txt"
    with file.open("w", encoding="latin-1") as narrow:
        monkeypatch.setattr(sys, "stdout", narrow)
        main(["deal", "rouge-et-noir-hoffmann", "1"], standalone_mode=False)
    assert "A\\u2663" in file.read_text("latin-1")


class Terminal(StringIO):
    """A terminal that tells when something has been printed."""

    def __init__(self):
        super().__init__()
        self.printed = Event()

    def isatty(self):
        return True

    def write(self, text):
        length = super().write(text)
        # Click writes an empty text first, to find out whether the stream takes text.
        if text:
            self.printed.set()
        return length


def test_a_long_search_is_announced_on_a_terminal():
    with redirect_stderr(Terminal()) as terminal, notice_after(0, "Searching…"):
        assert terminal.printed.wait(30)
    assert terminal.getvalue() == "Searching…\n"


def test_nothing_is_announced_in_a_file():
    with redirect_stderr(StringIO()) as file, notice_after(0, "Searching…"):
        pass
    assert file.getvalue() == ""


def test_output_without_a_file_descriptor():
    with redirect_stdout(StringIO()) as text:
        main(["variants"], standalone_mode=False)
    assert "double-russian" in text.getvalue()


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (RuntimeError("a defect"), 2, "RuntimeError: a defect\n"),
        (KeyboardInterrupt(), 130, "Interrupted.\n"),
        (OSError(24, "Too many open files"), 2, "Error: [Errno 24] Too many open files.\n"),
    ],
)
def test_errors_do_not_end_with_the_exit_code_of_a_result(monkeypatch, error, code, message):
    def fail():
        raise error

    monkeypatch.setitem(main.commands, "fail", click.Command("fail", callback=fail))
    done = CliRunner().invoke(main, ["fail"])
    assert (done.exit_code, done.stdout) == (code, "")
    assert done.stderr.endswith(message)
    assert ("Traceback" in done.stderr) == isinstance(error, RuntimeError)


def test_an_interrupt_while_a_class_is_made_is_no_defect(monkeypatch):
    """Up to Python 3.11, ``__set_name__`` reports every exception as a RuntimeError."""

    class Interrupted:
        def __set_name__(self, _owner, _name):
            raise KeyboardInterrupt

    monkeypatch.setitem(
        main.commands, "fail", click.Command("fail", callback=lambda: type("Made", (), {"a": Interrupted()}))
    )
    done = CliRunner().invoke(main, ["fail"])
    assert (done.exit_code, done.stderr) == (130, "Interrupted.\n")
