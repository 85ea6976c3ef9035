"""Two processes against one, and Dask against a plain pool of processes, on whole runs of the command.

python -m tests.benchmarks.processes [--rounds 5]

Time on the clock tells of two processes only where the machine has nothing else to do; so the table also has
what follows from processor time, which all processes of a run have used, their start included: how many
times as fast two processes would be if each had a CPU to itself.
"""

import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from time import monotonic
from typing import NamedTuple

from tests.benchmarks.archive import write_archive
from tests.benchmarks.command import rounds_asked_for
from tests.benchmarks.paired import Ratio, median, rounded

GAMES = 200_000

VERIFY = ("-m", "service.cli", "verify")
POOL = ("-m", "tests.benchmarks.pool")


class Cost(NamedTuple):
    """What a run took, in seconds."""

    clock: float
    processor: float


def run(archive: Path, program: tuple[str, ...], workers: int) -> Cost:
    """Judge the archive afresh."""
    output = archive.with_name("out")
    rmtree(output, ignore_errors=True)
    before, start = _children(), monotonic()
    command = [sys.executable, *program, str(archive), "--output", str(output), "--workers", str(workers)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return Cost(monotonic() - start, _children() - before)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(rounds: int) -> Iterator[Ratio]:
    """All three ways in turn."""
    ones, twos, pools = [], [], []
    with tempfile.TemporaryDirectory() as directory:
        archive = write_archive(Path(directory) / "games.jsonl", GAMES)
        for _ in rounded(rounds):
            ones.append(run(archive, VERIFY, 1))
            twos.append(run(archive, VERIFY, 2))
            pools.append(run(archive, POOL, 2))
    clock = [one.clock / two.clock for one, two in zip(ones, twos, strict=True)]
    processor = [2 * one.processor / two.processor for one, two in zip(ones, twos, strict=True)]
    dask = [two.processor / pool.processor for two, pool in zip(twos, pools, strict=True)]
    told = f"{median(one.clock for one in ones):.1f} s, {median(two.clock for two in twos):.1f} s"
    yield Ratio("5. two processes: one, on the clock", clock, ">= 1.8", f"{told} for {GAMES:,} games")
    yield Ratio("5. two processes: one, by processor time", processor, ">= 1.8")
    told = f"{median(two.processor for two in twos):.1f} s, {median(pool.processor for pool in pools):.1f} s"
    yield Ratio("6. Dask: plain pool, processor time", dask, "<= 1.4", told)


if __name__ == "__main__":
    for ratio in measure(rounds_asked_for(__doc__)):
        print(ratio.row())  # noqa: T201
