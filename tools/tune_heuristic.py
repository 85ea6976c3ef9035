"""Find a heuristic for a game: choose among those of other games, or change its own at random.

    python -m tools.tune_heuristic --choose [VARIANT …]
    python -m tools.tune_heuristic VARIANT [--deals 48] [--budget 2000] [--tries 400] [--seed 1]

With ``--choose``, the tool tries all families on a few deals of each game, without variants of all games.
Then it tries the best four on more deals, and the best one with other widths and other shares of greedy runs.
If one of them is clearly better than the game's own heuristic, it writes the game's line of
patience/search/heuristics.json. Games with a schedule keep theirs, whose entries differ from it.
Several processes may do this for different games. ``python -m tools.search_wasm`` writes the page's copy.

Without, it keeps changes that decide deals of the game sooner. The score is the mean logarithm of the
positions that a deal takes, where an undecided deal counts four times the budget. The result is tried on
other deals and printed as an entry of the file. Equal arguments give an equal result.
"""
# ruff: noqa: T201

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from math import log2
from typing import Final, NamedTuple, TypeVar

from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.games import VARIANTS
from patience.play.dealing import deal_seed
from patience.play.position import Position
from patience.search.engine import Search
from patience.search.heuristics import Heuristic, Schedule, Weight, family, heuristic_for, stored
from patience.search.search_runner import is_declined
from tools.heuristics_file import write_game, written

TRAINING: Final = 50_001
"""The first seed of the deals: no table covers them."""

FEW: Final = range(60_001, 60_009)
"""The seeds of the deals on which every family is tried, with this budget."""
FEW_BUDGET: Final = 4000

MANY: Final = range(61_001, 61_025)
"""The seeds of the deals on which the best families are tried, with this budget."""
MANY_BUDGET: Final = 8000

BEST: Final = 4
"""How many families are tried on many deals."""

MORE: Final = 2
"""How many more deals a heuristic must decide, unless it takes much fewer positions."""
MUCH_FEWER: Final = 0.6

EVERY_POSITION: Final = 2**31
"""A width that leaves nothing out."""

_FACTORS: Final = (0.5, 0.7, 0.85, 1.2, 1.5, 2)

_NEW_WEIGHTS: Final = {"column_squared": 3, "breaks_squared": 5, "lower_cards": 10, "lower_of_suit": 8}
"""Usual weights of features that have large values."""

_OTHERS: Final = (
    ("growth", (110, 130, 150, 200)),
    ("greedy", (0, 1, 2, 3)),
    ("crowd", (0, 1, 2, 4)),
    ("by_plays", (False, True)),
)
"""Other fields that a change may set, and to what."""

Cost = TypeVar("Cost", float, tuple[float, int])


class Run(NamedTuple):
    """What a schedule found out about a deal."""

    positions: int
    decided: bool


class Tally(NamedTuple):
    """What a schedule found out about several deals: the smaller, the better."""

    still_open: int
    positions: int


def run(deal: Position, schedule: Schedule, budget: int) -> Run:
    """Return what a schedule finds out about a deal within a budget."""
    search = Search(deal.tables, deal.piles, deal.redeals, schedule, budget)
    while not search.go_on(budget):
        pass
    return Run(search.positions, search.is_dead or search.line() is not None)


def tally(deals: Iterable[Position], schedule: Schedule, budget: int) -> Tally:
    """Return what a schedule finds out about deals within a budget for each."""
    runs = [run(deal, schedule, budget) for deal in deals]
    return Tally(sum(not each.decided for each in runs), sum(each.positions for each in runs))


def deals_of(tables: CompiledRules, seeds: Iterable[int]) -> list[Position]:
    """Return the deals of these seeds."""
    return [deal_seed(tables, str(seed)).position() for seed in seeds]


def choose(tables: CompiledRules) -> dict[Heuristic, Tally]:
    """Return what the best heuristics find out about many deals, with the game's own one as the first."""
    own = heuristic_for(tables)
    few, many = deals_of(tables, FEW), deals_of(tables, MANY)
    every = dict.fromkeys([own, *map(family, stored()["families"])])
    ranked = sorted(every, key=lambda heuristic: tally(few, (heuristic,), FEW_BUDGET))
    best = ranked[0]
    widths = (max(2, best.width // 4), best.width * 4, best.width * 16)
    others = [best._replace(width=min(width, EVERY_POSITION)) for width in widths]
    others += [best._replace(greedy=greedy) for greedy in range(4)]
    tried = dict.fromkeys([own, *ranked[:BEST], *others])
    return {heuristic: tally(many, (heuristic,), MANY_BUDGET) for heuristic in tried}


def is_better(found: Tally, before: Tally) -> bool:
    """Return whether a heuristic found out clearly more than another one did before."""
    if found.still_open <= before.still_open - MORE:
        return True
    return found.still_open <= before.still_open and found.positions < MUCH_FEWER * before.positions


def choose_all(variants: Iterable[str]) -> Iterator[str]:
    """Choose heuristics for games and write them; yield a line for each game."""
    for variant in variants:
        tables = tables_for(variant)
        if is_declined(tables) or variant in stored()["schedules"]:
            continue
        tallies = choose(tables)
        own, *others = tallies
        better = [each for each in others if is_better(tallies[each], tallies[own])]
        best = min(better or others, key=tallies.__getitem__)
        if better:
            write_game(tables, best)
        before, after = (
            f"{json.dumps(written(each))} decides {len(MANY) - tallies[each].still_open} of {len(MANY)} "
            f"in {tallies[each].positions} positions"
            for each in (own, best)
        )
        yield f"{variant}: {before}, {after}: {'taken' if better else 'kept'}"


def tune(variant: str, asked: argparse.Namespace) -> None:
    """Change the heuristic of a game at random, and print the best one."""
    tables = tables_for(variant)
    deals = deals_of(tables, range(TRAINING, TRAINING + 2 * asked.deals))
    training, others = deals[: asked.deals], deals[asked.deals :]
    own = heuristic_for(tables)
    best = improved(own, lambda each: score(each, training, asked.budget), asked.tries, asked.seed)
    print(json.dumps(written(best)))
    for heuristic, when in (own, "before"), (best, "after"):
        decided = len(others) - tally(others, (heuristic,), asked.budget).still_open
        found = score(heuristic, others, asked.budget)
        print(f"{when}: {decided} of {len(others)} other deals decided, score {found:.3f}")


def score(heuristic: Heuristic, deals: list[Position], budget: int) -> float:
    """Return the mean logarithm of the positions per deal."""
    runs = (run(deal, (heuristic,), budget) for deal in deals)
    return sum(log2(1 + (each.positions if each.decided else 4 * budget)) for each in runs) / len(deals)


def improved(heuristic: Heuristic, cost: Callable[[Heuristic], Cost], tries: int, seed: int) -> Heuristic:
    """Return a heuristic after random changes that lower its cost."""
    source = random.Random(seed)
    least = cost(heuristic)
    for _ in range(tries):
        other = changed(heuristic, source, source.choice((1, 1, 2)))
        if (found := cost(other)) < least:
            heuristic, least = other, found
            print(least, file=sys.stderr, flush=True)
    return heuristic


def changed(heuristic: Heuristic, source: random.Random, number: int) -> Heuristic:
    """Return a heuristic with this number of random changes."""
    for _ in range(number):
        kind = source.random()
        if kind < 0.7:
            name = source.choice(heuristic.weights._fields)
            first = _other_number(name, getattr(heuristic.weights, name)[0], source)
            spread = 0.4 * abs(first) if name != "noise" else 0
            weight: Weight = (first, round(first - spread), round(first + spread))
            heuristic = heuristic._replace(weights=heuristic.weights._replace(**{name: weight}))
        elif kind < 0.85:
            width = max(3, round(heuristic.width * source.choice(_FACTORS)))
            heuristic = heuristic._replace(width=min(width, 5000))
        else:
            field, values = source.choice(_OTHERS)
            heuristic = Heuristic(**heuristic._asdict() | {field: source.choice(values)})
    return heuristic


def _other_number(name: str, number: int, source: random.Random) -> int:
    if not number:
        return round(_NEW_WEIGHTS.get(name, 30) * source.choice((0.3, 1, 2.5)))
    return 0 if source.random() < 0.15 else round(number * source.choice(_FACTORS))


def main() -> None:
    """Choose or tune."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("variants", nargs="*", metavar="VARIANT")
    parser.add_argument("--choose", action="store_true", help="choose among the heuristics that there are")
    parser.add_argument("--deals", type=int, default=48, help="default 48")
    parser.add_argument("--budget", type=int, default=2000, help="positions per deal (default 2000)")
    parser.add_argument("--tries", type=int, default=400, help="changes (default 400)")
    parser.add_argument("--seed", type=int, default=1, help="another seed tries other changes (default 1)")
    asked = parser.parse_args()
    if unknown := {*asked.variants} - {*VARIANTS}:
        parser.error(f"Unknown variants: {', '.join(sorted(unknown))}")
    if not asked.choose and not asked.variants:
        parser.error("Name a variant to tune, or pass --choose.")
    if asked.choose:
        for line in choose_all(asked.variants or VARIANTS):
            print(line, flush=True)
        return
    for variant in asked.variants:
        tune(variant, asked)


if __name__ == "__main__":
    main()
