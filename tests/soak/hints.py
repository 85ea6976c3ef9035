"""Measure hints: how long they take, and how many positions they decide.

python -m tests.soak.hints [--variant spider] [--rule suits=four …] [--games 8] [--first 1] [--budget 30000]
                           [--deeper 0]

Each game gives four positions: the deal, the one after five moves, and those a quarter and half-way through
the game of a weak player. At each, the prospects of the position and of all its moves share the budget, as in
a request, and no line is known before. A table goes to stdout: CPU seconds, and the share of positions and
of moves that are decided. With ``--deeper``, undecided positions are searched once more, with that many times
the budget.
"""

import argparse
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator

from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.play.position import Position
from patience.search.evaluation import evaluate
from patience.search.findings import OPEN
from patience.search.hints import MOVES_SHARE, Hints, evaluate_moves
from patience.search.known_lines import KnownLines
from patience.search.search_runner import SearchResult, search
from tests.search.weak_player import play_on


def positions(variant: str, rules: dict[str, str], first: int, games: int) -> Iterator[Position]:
    """Yield four positions of each game."""
    for seed in map(str, range(first, first + games)):
        game = play_on(deal_seed(tables_for(variant, rules), seed), random.Random(seed))
        for place in (0, min(5, len(game) - 1), len(game) // 4, len(game) // 2):
            yield game[place]


def hints_at(position: Position, budget: int) -> Hints:
    """Return the hints of a position, a part of the budget kept for its moves, as in a request."""
    known = KnownLines()

    def searcher(position: Position, budget: int) -> SearchResult:
        return search(position, budget, known=known)

    found = evaluate(position, budget - budget // MOVES_SHARE, searcher)
    left = budget - found.positions
    return evaluate_moves(position, found.finding, left, searcher, spent=found.positions)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--variant", default="spider")
    parser.add_argument("--rule", action="append", default=[], help="an option, such as suits=two")
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--first", type=int, default=1, help="the first seed (default 1)")
    parser.add_argument("--budget", type=int, default=30_000)
    parser.add_argument("--deeper", type=int, default=0, help="how many times the budget a second search has")
    asked = parser.parse_args()
    rules = dict(rule.split("=", 1) for rule in asked.rule)
    seconds: list[float] = []
    decided, moves, deeper = [], [], Counter[str]()
    for position in positions(asked.variant, rules, asked.first, asked.games):
        start = time.process_time()
        hints = hints_at(position, asked.budget)
        seconds.append(time.process_time() - start)
        decided.append(hints.finding != OPEN)
        moves += [hint.finding != OPEN for hint in hints.hints]
        if hints.finding == OPEN and asked.deeper:
            deeper[search(position, asked.budget * asked.deeper).finding.prospect.value] += 1
    rows = {
        "positions": f"{len(decided)}",
        "CPU seconds, median": f"{statistics.median(seconds):.2f}",
        "CPU seconds, at most": f"{max(seconds):.2f}",
        "positions decided": f"{statistics.mean(decided):.1%}",
        "moves decided": f"{statistics.mean(moves):.1%} of {len(moves)}",
    }
    rows |= {
        f"{prospect} with {asked.deeper} times the budget": f"{number}" for prospect, number in deeper.items()
    }
    sys.stdout.write("".join(f"| {name} | {value} |\n" for name, value in rows.items()))


if __name__ == "__main__":
    main()
