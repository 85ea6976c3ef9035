"""Compare the kernel with the readable engine: every answer must be the same to the byte.

python -m tests.soak.kernel [--lines 100000] [--declarations 2000] [--seed 1] [--workers 2]

``--lines`` counts request lines for the registered variants under all their options: random games, legal ones
and changed ones, in every spelling, right and wrong. ``--declarations`` counts random declarations, which use
every pair of concepts in turn, and then each rarer one; six random games are played under each.

Progress goes to stderr. The first line with different answers is printed with both answers, and the exit code
is 1. At the end the results of the kernel are listed with their numbers. Lines that the kernel leaves to the
readable engine count as such. The suite runs a small part of this.
"""

import argparse
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import Pool

from patience.games import VARIANTS
from tests.engine.declarations import WANTED, random_tables
from tests.engine.requests import random_request
from tests.engine.synthetic import variant_of
from tests.engines import DisagreementError, compare
from tests.request_lines import random_line

LINES = 2000
"""The lines of a chunk."""
DECLARATIONS = 50
"""The declarations of a chunk."""
GAMES = 6
"""The games under each declaration."""
MOST_MOVES = (20_000, 20_000, 20_000, 50)

Results = tuple[Counter[str], str]
"""The number of lines by the kernel's result, and the first disagreement or an empty text."""


def compare_lines(seed: int, chunk: int, lines: int = LINES) -> Results:
    """Compare the engines on random lines for registered variants."""
    source = random.Random(f"lines {seed} {chunk}")
    return _compare_all((random_line(source), source.choice(MOST_MOVES)) for _ in range(lines))


def compare_declarations(
    seed: int, chunk: int, declarations: int = DECLARATIONS, games: int = GAMES
) -> Results:
    """Compare the engines on random games under random declarations."""
    return _compare_all(_games(seed, chunk, declarations, games))


def _games(seed: int, chunk: int, declarations: int, games: int) -> Iterator[tuple[bytes, int]]:
    source = random.Random(f"declarations {seed} {chunk}")
    for number in range(chunk * declarations, (chunk + 1) * declarations):
        tables = next(random_tables(source.randrange(2**32), WANTED[number % len(WANTED)]))
        name = f"random-{seed}-{number}"
        with registered(name, variant_of(tables.rules, name)):
            for _ in range(games):
                yield json.dumps(random_request(source, name, {})).encode(), MOST_MOVES[0]


@contextmanager
def registered(name: str, variant) -> Iterator[None]:
    VARIANTS[name] = variant
    try:
        yield
    finally:
        del VARIANTS[name]


def _compare_all(lines: Iterator[tuple[bytes, int]]) -> Results:
    results: Counter[str] = Counter()
    for line, most_moves in lines:
        try:
            results[compare(line, most_moves)] += 1
        except DisagreementError as error:
            return results, str(error)
    return results, ""


def _run(job: tuple[Callable[[int, int], Results], int, int]) -> Results:
    compare_chunk, seed, chunk = job
    return compare_chunk(seed, chunk)


def main() -> None:
    """Compare until all is done or two answers differ."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lines", type=int, default=100_000, help="request lines (default 100000)")
    parser.add_argument("--declarations", type=int, default=2000, help="random declarations (default 2000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed gives other lines (default 1)")
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count(), help="processes (default: one per CPU)"
    )
    options = parser.parse_args()
    jobs = [(compare_lines, options.seed, chunk) for chunk in range(-(-options.lines // LINES))]
    jobs += [
        (compare_declarations, options.seed, chunk)
        for chunk in range(-(-options.declarations // DECLARATIONS))
    ]
    results: Counter[str] = Counter()
    with Pool(options.workers) as pool:
        for chunk_results, disagreement in pool.imap_unordered(_run, jobs):
            results += chunk_results
            if disagreement:
                sys.exit(disagreement)
            print(f"\r{results.total():,} lines", end="", file=sys.stderr)  # noqa: T201
    print(file=sys.stderr)  # noqa: T201
    for result, lines in results.most_common():
        print(f"{lines:12,}  {result}")  # noqa: T201


if __name__ == "__main__":
    main()
