"""Compare the difficulty of deals with how far a plain player gets, who looks one move ahead.

python -m tests.soak.grades [--variant klondike …] [--deals 60] [--plays 3] [--first 1]

The player of ``tests/search/weak_player.py`` plays each deal several times. A table goes to stdout, by
game: the rank correlation of the deals' scores with the cards that the player brings to foundations, and the
mean share of these cards in the third of the deals with the highest, the middle and the lowest scores.
"""

import argparse
import random
import statistics

from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.play.dealing import deal_seed
from patience.search.difficulty import scores
from tests.search.weak_player import play_on


def founded(tables: CompiledRules, seed: int, plays: int) -> float:
    """Return the mean share of the cards that are on foundations when the player is done."""
    deal = deal_seed(tables, str(seed))
    ends = [play_on(deal, random.Random(seed * plays + play))[-1] for play in range(plays)]
    cards = [len(end.cards(pile)) for end in ends for pile in tables.foundations]
    return sum(cards) / plays / tables.cards


def ranks(values: list[float]) -> list[float]:
    """Return the rank of each value; equal values share the mean of their ranks."""
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values)):
        places.setdefault(value, []).append(place)
    return [statistics.mean(places[value]) for value in values]


def row(variant: str, seeds: range, plays: int) -> str:
    """Return a line of the table."""
    tables = tables_for(variant)
    scored = list(scores(tables, seeds))
    reached = [founded(tables, seed, plays) for seed in seeds]
    correlation = statistics.correlation(ranks([float(score) for score in scored]), ranks(reached))
    by_score = [share for _, share in sorted(zip(scored, reached, strict=True), reverse=True)]
    third = len(by_score) // 3
    thirds = by_score[:third], by_score[third:-third], by_score[-third:]
    shares = " | ".join(f"{statistics.mean(share):.0%}" for share in thirds)
    return f"| `{variant}` | {len(seeds)} | {correlation:.2f} | {shares} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--variant", nargs="+", default=["klondike", "freecell", "yukon", "canfield", "gypsy", "easthaven"]
    )
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--plays", type=int, default=3, help="games of the player per deal (default 3)")
    parser.add_argument("--first", type=int, default=1, help="the first seed (default 1)")
    asked = parser.parse_args()
    print("| variant | deals | rank correlation | easy | medium | hard |")  # noqa: T201
    print("| --- | ---: | ---: | ---: | ---: | ---: |")  # noqa: T201
    for variant in asked.variant:
        print(row(variant, range(asked.first, asked.first + asked.deals), asked.plays), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
