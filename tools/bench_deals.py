"""Choose the fixed deals of the benchmark: python -m tools.bench_deals > patience/bench/deals.json

For each game the seeds from 1 on are graded and searched, until a third of the deals of each grade is proven
winnable. It takes some minutes. The list is fixed: choose deals anew only with a new ``VERSION``.
"""

import json
import sys
from collections.abc import Iterator
from itertools import count
from typing import Any, Final

from patience.bench.bench_games import DEALS, VERSION, grade_of, is_winnable
from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.search.difficulty import SAMPLE, Grade, Scale, scale_of, scores
from patience.search.winnable_tables import table_of

GAMES: Final[dict[str, tuple[str, dict[str, str | int], int]]] = {
    "klondike": ("klondike", {}, 3_000),
    "klondike-draw-three": ("klondike", {"draw": "three"}, 3_000),
    "freecell": ("freecell", {}, 10_000),
    "bakers-game": ("bakers-game", {}, 5_000),
    "eight-off": ("eight-off", {}, 5_000),
    "seahaven-towers": ("seahaven-towers", {}, 3_000),
    "penguin": ("penguin", {}, 5_000),
    "spider-one-suit": ("spider", {"suits": "one"}, 3_000),
    "spider-two-suits": ("spider", {"suits": "two"}, 10_000),
    "simple-simon": ("simple-simon", {}, 5_000),
    "yukon": ("yukon", {}, 3_000),
    "easthaven": ("easthaven", {}, 3_000),
    "canfield": ("canfield", {}, 3_000),
    "gypsy": ("gypsy", {}, 5_000),
    "bakers-dozen": ("bakers-dozen", {}, 0),
    "beleaguered-castle": ("beleaguered-castle", {}, 0),
    "double-klondike": ("double-klondike", {}, 5_000),
    "rouge-et-noir": ("rouge-et-noir", {}, 0),
    "royal-rendezvous": ("royal-rendezvous", {}, 0),
    "double-russian": ("double-russian", {}, 0),
}
"""By name: the variant, its options, and the most positions searched for one deal.

0 takes the deals that the shipped table of the game proves winnable.
"""


def main() -> None:
    """Print the list."""
    listed = [_chosen(name, *game) for name, game in GAMES.items()]
    print(json.dumps({"version": VERSION, "games": listed}, indent=None, separators=(",", ":")))  # noqa: T201


def _chosen(name: str, variant: str, options: dict[str, str | int], budget: int) -> dict[str, Any]:
    tables = tables_for(variant, options)
    scale = scale_of(tables) or Scale.of(tables, list(scores(tables, range(1, SAMPLE + 1))))
    third, over = divmod(DEALS, len(Grade))
    left = {grade: third + (place < over) for place, grade in enumerate(Grade)}
    seeds: dict[Grade, list[int]] = {grade: [] for grade in Grade}
    for seed in count(1) if budget else _proven(tables):
        if not any(left.values()):
            break
        grade = grade_of(tables, scale, str(seed))
        if left[grade] and (not budget or is_winnable(tables, str(seed), budget)):
            seeds[grade].append(seed)
            left[grade] -= 1
        if seed % 100 == 0:
            print(f"\r{name}: {seed} deals, missing {left}", end="", file=sys.stderr)  # noqa: T201
    print(file=sys.stderr)  # noqa: T201
    return {
        "name": name,
        "variant": variant,
        "rules": dict(tables.options),
        "rules_version": tables.variant.rules_version,
        "easy_from": scale.easy_from,
        "medium_from": scale.medium_from,
        **{str(grade): chosen for grade, chosen in seeds.items()},
    }


def _proven(tables: CompiledRules) -> Iterator[int]:
    table = table_of(tables)
    assert table is not None
    return table.seeds(after=0)


if __name__ == "__main__":
    main()
