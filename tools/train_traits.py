"""Learn the weights of traits by which a game's search orders positions, from the runs that found wins.

python -m tools.train_traits VARIANT [--deals 1000] [--budget 8000] [--rounds 3] [--first 400001]

Each position on the way to a win is compared with others of its layer: with those that the run expanded
while it waited, which cost time, and with those that came after it. Logistic regression finds the weights
that would have put it first most often. A round searches new deals with the weights of the one before. The
first starts from the heuristic of games whose stock is dealt, if the game has no such weights or with
``--anew``. The weights go to stdout, as patience/search/heuristics.json has them. They decide how soon a
line is found, and never what is true. Needs numpy.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator
from typing import Final

import numpy as np

from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.games import VARIANTS
from patience.play.dealing import deal_seed
from patience.search.engine import Search
from patience.search.heuristics import Heuristic, Traits, family, heuristic_for

EARLIER: Final = 4
"""How many positions that were expanded too early each position on the way is compared with, at most."""
LATER: Final = 2
"""The same for positions that were expanded after it, and again for those that were never expanded."""
MOST_ON_THE_WAY: Final = 120
CHOICE: Final = 6
"""Positions that were never expanded and are drawn at random: the one that looks best of them counts."""
SCALE: Final = 100
"""Weights are whole numbers: hundredths of the logarithm of the odds."""
STIFFNESS: Final = 20.0
STEPS: Final = 8

SPIDER: Final = family("spider")
assert SPIDER.traits
SHAPE: Final = SPIDER.traits
Difference = list[int]


def lessons(search: Search, weights: list[int], source: random.Random) -> Iterator[Difference]:
    """Yield how much more often better positions than worse ones have each trait, after a search that won."""
    parents, expanded = search.parents(), search.expanded()
    place = {node: number for number, node in enumerate(expanded)}
    way, node = set(), search.won
    while node not in way:
        way.add(node)
        node = parents[node]

    def difference(better: int, worse: int) -> Difference | None:
        layer, traits = search.traits(better)
        other, counts = search.traits(worse)
        return [one - two for one, two in zip(traits, counts, strict=True)] if layer == other else None

    def value(node: int) -> int:
        return sum(weight * count for weight, count in zip(weights, search.traits(node)[1], strict=True))

    nodes = sorted(way - {0, search.won})
    for node in source.sample(nodes, min(len(nodes), MOST_ON_THE_WAY)):
        met, left = place[parents[node]], place[node]
        earlier = [other for other in expanded[met + 1 : left] if other not in way]
        later = [other for other in expanded[left + 1 :] if other < node and other not in way]
        drawn = source.choices(range(len(parents)), k=LATER * CHOICE)
        waiting = [other for other in drawn if other not in place and place[parents[other]] <= left]
        worse = source.sample(earlier, min(len(earlier), EARLIER))
        worse += source.sample(later, min(len(later), LATER))
        worse += [min(choice, key=value) for number in range(LATER) if (choice := waiting[number::LATER])]
        yield from filter(None, (difference(node, other) for other in worse))


def searched(tables: CompiledRules, heuristic: Heuristic, seeds: range, budget: int) -> Iterator[Difference]:
    """Yield the lessons of the deals that are won."""
    source = random.Random(seeds.start)
    weights = heuristic.traits.in_order() if heuristic.traits else [0] * len(SHAPE.in_order())
    wins = 0
    for number, seed in enumerate(seeds):
        deal = deal_seed(tables, str(seed)).position()
        search = Search(tables, deal.piles, deal.redeals, (heuristic,), budget)
        while not search.go_on(budget):
            pass
        if search.line():
            wins += 1
            yield from lessons(search, weights, source)
        if (number + 1) % 100 == 0:
            print(f"{number + 1} deals, {wins} won", file=sys.stderr, flush=True)  # noqa: T201


def fitted(differences: list[Difference]) -> Traits:
    """Return the weights of a logistic regression. Smaller values are better."""
    rows = np.array(differences, dtype=np.float64)
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        wrong = 1 / (1 + np.exp(np.clip(rows @ weights, -50, 50)))
        slope = rows.T @ wrong - STIFFNESS * weights
        bend = (rows * (wrong * (1 - wrong))[:, None]).T @ rows + STIFFNESS * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return SHAPE.with_numbers(round(-SCALE * weight) for weight in weights.tolist())


def main() -> None:
    """Train and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("variant", choices=VARIANTS, metavar="VARIANT")
    parser.add_argument("--deals", type=int, default=1000, help="in each round (default 1000)")
    parser.add_argument("--budget", type=int, default=8000, help="positions per deal (default 8000)")
    parser.add_argument("--rounds", type=int, default=3, help="default 3")
    parser.add_argument("--first", type=int, default=400_001, help="the first seed (default 400001)")
    parser.add_argument("--anew", action="store_true", help="forget the present weights")
    asked = parser.parse_args()
    tables = tables_for(asked.variant)
    heuristic = heuristic_for(tables)
    if asked.anew or not heuristic.traits:
        heuristic = family("dealt-game")._replace(greedy=SPIDER.greedy)
    differences: list[Difference] = []
    for number in range(asked.rounds):
        first = asked.first + number * asked.deals
        differences += searched(tables, heuristic, range(first, first + asked.deals), asked.budget)
        heuristic = SPIDER._replace(traits=fitted(differences))
        print(f"round {number + 1}: {len(differences)} comparisons", file=sys.stderr, flush=True)  # noqa: T201
    print(json.dumps(heuristic.traits and heuristic.traits._asdict()))  # noqa: T201


if __name__ == "__main__":
    main()
