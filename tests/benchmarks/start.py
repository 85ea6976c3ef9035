"""Processor time of commands from a cold start.

python -m tests.benchmarks.start [--rounds 15]
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

from tests.benchmarks.command import rounds_asked_for
from tests.benchmarks.paired import Ratio, rounded

GAME = '{"variant": "freecell", "seed": "1", "moves": ["T6-R1"]}\n'

COMMANDS = {
    "--version": "<= 0.15",
    "--help": "<= 0.15",
    "replay game.jsonl": "<= 0.15",
    "verify game.jsonl --output verdicts": "<= 0.3",
}
"""Each with the seconds that it may take."""


def start_time(command: str, folder: Path) -> float:
    """In seconds."""
    rmtree(folder / "verdicts", ignore_errors=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "service.cli", *command.split()],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_utime + used.ru_stime


def measure(rounds: int) -> Iterator[Ratio]:
    """Yield no ratios, but seconds."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "game.jsonl").write_text(GAME, "utf-8")
        for command, goal in COMMANDS.items():
            times = [start_time(command, folder) for _ in rounded(rounds)]
            yield Ratio("8. start, seconds", times, goal, f"referee {command.partition(' ')[0]}")


if __name__ == "__main__":
    for ratio in measure(rounds_asked_for(__doc__)):
        print(ratio.row())  # noqa: T201
