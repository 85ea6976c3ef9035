"""How much shorter winning lines become: median lengths by the number of positions expanded.

python -m tests.soak.shortening [--deals 100] [--budget 30000] [--variant klondike …]

A table goes to stdout. A row is a variant: its deals with a line within the budget, the median length of
these lines, and the median length after shortening with more and more positions, with the mean time of the
last.
"""

import argparse
import statistics
import sys
import time

from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.search.search_runner import SHORTENING, search, shorten

POSITIONS = (500, 2000, SHORTENING)
VARIANTS = ("double-russian", "rouge-et-noir", "freecell", "klondike")


def row(variant: str, deals: int, budget: int) -> str:
    """A line of the table."""
    lengths: list[list[int]] = []
    seconds = 0.0
    for seed in range(1, deals + 1):
        position = deal_seed(tables_for(variant), str(seed)).position()
        finding = search(position, budget).finding
        if not finding.continuation:
            continue
        found = [finding]
        for positions in POSITIONS:
            start = time.process_time()
            found.append(shorten(position, finding, positions).finding)
        seconds += time.process_time() - start
        lengths.append([len(each.continuation or ()) for each in found])
    medians = [f"{statistics.median(column):g}" for column in zip(*lengths, strict=True)]
    cells = [f"`{variant}`", str(len(lengths)), *medians, f"{seconds / len(lengths) * 1000:.0f} ms"]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--budget", type=int, default=30_000)
    parser.add_argument("--variant", action="append")
    arguments = parser.parse_args()
    after = " | ".join(f"after {positions}" for positions in POSITIONS)
    sys.stdout.write(f"| variant | lines | found | {after} | time |\n| {'--- | ' * (len(POSITIONS) + 4)}\n")
    for variant in arguments.variant or VARIANTS:
        sys.stdout.write(f"{row(variant, arguments.deals, arguments.budget)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
