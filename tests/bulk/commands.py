"""The command: in this process, in one of its own, or watched through the terminal on which it reports."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from pathlib import Path

from click.testing import CliRunner

from service.cli import main

VERIFY = [sys.executable, "-c", "from service.commands.verify_command import verify; verify()"]
WINNABLE = [sys.executable, "-c", "from service.commands.winnable_command import winnable; winnable()"]


def verify(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    return subprocess.run(
        [*VERIFY, *map(str, arguments)], capture_output=True, text=True, timeout=300, check=False
    )


def verify_here(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command to its end in this process, which spares a start; raises what it lets through."""
    done = CliRunner(catch_exceptions=False).invoke(main, ["verify", *map(str, arguments)])
    return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout, done.stderr)


class Watched:
    """A running command whose standard error is a terminal."""

    def __init__(self, process: subprocess.Popen[str], terminal: int) -> None:
        self.process = process
        self.shown = ""
        self._terminal = terminal

    def wait_until(self, done: Callable[[], object]) -> None:
        """Read the terminal, which tells of its progress again and again, until this is so."""
        while not done():
            self.shown += self._read()

    def finish(self) -> int:
        """Read the terminal to its end; the exit code."""
        while piece := self._read(at_end=""):
            self.shown += piece
        return self.process.wait(timeout=300)

    def _read(self, at_end: str | None = None) -> str:
        try:
            piece = os.read(self._terminal, 4096).decode(errors="replace")
        except OSError:
            # So Linux says that nobody has the terminal open any more.
            piece = ""
        if not piece and at_end is None:
            raise AssertionError(f"The command ended. It had shown: {self.shown}")
        return piece


@contextmanager
def watched(*arguments: object, command: Sequence[str] = VERIFY, **environment: str):
    """Start a command as the leader of a process group of its own, with this in its environment too."""
    ours, its = pty.openpty()
    with subprocess.Popen(
        [*command, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=its,
        text=True,
        process_group=0,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100", **environment},
    ) as process:
        os.close(its)
        try:
            yield Watched(process, ours)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            os.close(ours)


def halves(output: Path) -> list[Path]:
    """What is left of shards that were not finished."""
    return [*(output / "_referee").glob("*.part")]
