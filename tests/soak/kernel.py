"""Both engines before request lines of every spelling, right and wrong: each answer is the same to the byte.

python -m tests.soak.kernel --lines 10000000 [--seed 1] [--workers 2]

Progress goes to stderr; the first line that is answered differently is printed with both answers; the exit
code is 1. In the end it says what the kernel made of how many lines; what it leaves to the readable engine is
answered by that in any case. The suite tries a few thousand.
"""

import argparse
import os
import random
import sys
from collections import Counter
from functools import partial
from multiprocessing import Pool

from tests.engines import DisagreementError, compare
from tests.request_lines import random_line

CHUNK = 5000
MOST_MOVES = (20_000, 20_000, 20_000, 50)


def compare_lines(seed: int, chunk: int, lines: int = CHUNK) -> tuple[Counter[str], str]:
    """Compare the engines on so many lines; what the kernel made of them, and the first disagreement."""
    source = random.Random(f"{seed} {chunk}")
    made: Counter[str] = Counter()
    for _ in range(lines):
        try:
            made[compare(random_line(source), source.choice(MOST_MOVES))] += 1
        except DisagreementError as found:
            return made, str(found)
    return made, ""


def main() -> None:
    """Compare until the lines are done or one differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lines", type=int, default=10_000_000, help="how many (default 10000000)")
    parser.add_argument("--seed", type=int, default=1, help="another makes other lines (default 1)")
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count(), help="processes (default: one per CPU)"
    )
    options = parser.parse_args()
    made: Counter[str] = Counter()
    with Pool(options.workers) as pool:
        chunks = range(-(-options.lines // CHUNK))
        for found, disagreement in pool.imap_unordered(partial(compare_lines, options.seed), chunks):
            made += found
            if disagreement:
                sys.exit(disagreement)
            print(f"\r{made.total():,} of {options.lines:,} lines", end="", file=sys.stderr)  # noqa: T201
    print(file=sys.stderr)  # noqa: T201
    for what, lines in made.most_common():
        print(f"{lines:12,}  {what}")  # noqa: T201


if __name__ == "__main__":
    main()
