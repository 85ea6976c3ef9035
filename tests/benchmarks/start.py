"""Processor time of ``referee --version``.

python -m tests.benchmarks.start [--rounds 15]
"""

import os
import subprocess
import sys

from tests.benchmarks.command import rounds_asked_for
from tests.benchmarks.paired import Ratio, rounded


def start_time() -> float:
    """In seconds."""
    process = subprocess.Popen([sys.executable, "-m", "service.cli", "--version"], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_utime + used.ru_stime


def measure(rounds: int) -> Ratio:
    """No ratio, but seconds."""
    return Ratio("8. start, seconds", [start_time() for _ in rounded(rounds)], "<= 0.15", "referee --version")


if __name__ == "__main__":
    print(measure(rounds_asked_for(__doc__)).row())  # noqa: T201
