"""The command line in this process, in a process of its own, or watched through a terminal."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import contextmanager

from click.testing import CliRunner

from service.cli import main

COMMAND = [sys.executable, "-m", "service.cli"]


def verify(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run `referee verify` in this process; its worker is a process of its own."""
    if "--scheduler" not in arguments:
        arguments = "--workers", 1, *arguments
    done = CliRunner(catch_exceptions=False).invoke(main, ["verify", *map(str, arguments)])
    return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout, done.stderr)


def verify_apart(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run `referee verify` in a process of its own."""
    command = [*COMMAND, "verify", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


class Watched:
    """A running command whose standard error is a terminal."""

    def __init__(self, process: subprocess.Popen[str], terminal: int) -> None:
        self.process = process
        self.shown = ""
        self._terminal = terminal

    def wait_until(self, condition: Callable[[], object]) -> None:
        """Read the terminal, on which the bar moves again and again, until the condition holds."""
        while not condition():
            self.shown += self._read()

    def finish(self) -> int:
        """Read the terminal to its end; return the exit code."""
        while piece := self._read(at_end=""):
            self.shown += piece
        return self.process.wait(timeout=300)

    def _read(self, at_end: str | None = None) -> str:
        try:
            piece = os.read(self._terminal, 4096).decode(errors="replace")
        except OSError:
            # Linux reports so that the terminal is closed.
            piece = ""
        if not piece and at_end is None:
            raise AssertionError(f"The command ended. Output: {self.shown}")
        return piece


@contextmanager
def watched(*arguments: object, **environment: str):
    """Start a command as the leader of its own process group, with these additions to its environment."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        process_group=0,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100", **environment},
    ) as process:
        os.close(theirs)
        try:
            yield Watched(process, ours)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            os.close(ours)
