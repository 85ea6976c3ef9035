"""All benchmarks: a table of ratios, each of pairs measured in turn in the same run.

python -m tests.benchmarks [--rounds 15] [--million]

A row is the median of the rounds, the spread of the middle half, the target, and what was measured on either
side. Processor time is what counts, save where the row says otherwise, since machines are noisy.
"""

import argparse
import os
import platform
import statistics
from collections.abc import Iterator

from patience.kernel.loader import KERNEL, engine_name
from tests.benchmarks import archive, calls, engine, http, memory, processes, start
from tests.benchmarks.paired import Ratio


def measure(rounds: int, many: int) -> Iterator[Ratio]:
    """Every benchmark in turn."""
    for name, by_variant in engine.measure(rounds).items():
        for variant, figures in by_variant.items():
            yield Ratio(f"1. {name}, {variant}: python-chess", figures, "")
        averages = [statistics.mean(figures) for figures in zip(*by_variant.values(), strict=True)]
        target = ">= 200" if name == KERNEL else ">= 10"
        yield Ratio(f"1. {name}, average: python-chess", averages, target, "moves/s, token text to verdict")
    yield from calls.measure()
    yield from http.measure(rounds)
    yield from archive.measure(rounds)
    # Whole runs of processes are long, and so need fewer.
    yield from processes.measure(max(3, rounds // 3))
    yield from memory.measure(many)
    yield from start.measure(rounds)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=15, help="pairs of runs of each (default 15)")
    parser.add_argument("--million", action="store_true", help="measure memory on a million games")
    given = parser.parse_args()
    machine = f"Python {platform.python_version()}, {os.cpu_count()} CPUs, load {os.getloadavg()[0]:.1f}"
    print(f"{machine}, engine: {engine_name()}")  # noqa: T201
    for ratio in measure(given.rounds, 1_000_000 if given.million else 100_000):
        print(ratio.row(), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
