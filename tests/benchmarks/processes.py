"""Two worker processes against one, on whole runs of `referee verify` over one large file.

python -m tests.benchmarks.processes [--rounds 5] [--games 400000]

Prints three rows: the ratio on the clock, which means something only on an otherwise idle machine with two
cores; the ratio by processor time (all processes, their start included), as if each process had a core of
its own; and the peak memory of the largest process with two workers against one.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from time import monotonic
from typing import NamedTuple

from tests.benchmarks.archive import write_archive
from tests.benchmarks.paired import Ratio, median, rounded

GAMES = 400_000


class Cost(NamedTuple):
    """What a run took: seconds, seconds of processor time, and MiB of the largest process."""

    clock: float
    processor: float
    memory: float


def run(archive: Path, workers: int, *options: str) -> Cost:
    """Judge an archive into a new directory."""
    output = archive.with_name(f"{archive.stem}-out")
    rmtree(output, ignore_errors=True)
    command = [sys.executable, "-m", "service.cli", "verify", archive, "--output", output, *options]
    # Else the run waits for the disk to write what came before it.
    os.sync()
    start = monotonic()
    process = subprocess.Popen([*command, "--workers", str(workers)], stdout=subprocess.DEVNULL)
    # The usage of a process that has ended includes that of its children.
    _, status, usage = os.wait4(process.pid, 0)
    seconds = monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def measure(rounds: int, games: int = GAMES) -> Iterator[Ratio]:
    """Measure one worker and two in turn."""
    ones, twos = [], []
    with tempfile.TemporaryDirectory() as directory:
        archive = write_archive(Path(directory) / "games.jsonl", games)
        for _ in rounded(rounds):
            ones.append(run(archive, 1))
            twos.append(run(archive, 2))
    pairs = list(zip(ones, twos, strict=True))
    clocks = [f"{median(cost.clock for cost in costs):.1f} s" for costs in (ones, twos)]
    note = f"{', '.join(clocks)}, {games:,} games"
    yield Ratio(
        "5. two processes: one, on the clock", [one.clock / two.clock for one, two in pairs], ">= 1.7", note
    )
    processor = [2 * one.processor / two.processor for one, two in pairs]
    yield Ratio("5. two processes: one, by processor time", processor, ">= 1.7")
    note = f"{median(two.memory for two in twos):.0f} MiB, {median(one.memory for one in ones):.0f} MiB"
    memory = [two.memory / one.memory for one, two in pairs]
    yield Ratio("5. memory of two processes: one, largest process", memory, "<= 1.1", note)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, help="pairs of runs (default 5)")
    parser.add_argument("--games", type=int, default=GAMES, help="games of the archive (default 400000)")
    options = parser.parse_args()
    for ratio in measure(options.rounds, options.games):
        print(ratio.row())  # noqa: T201


if __name__ == "__main__":
    main()
