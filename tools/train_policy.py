"""Train the learned policy of the benchmark: python -m tools.train_policy > patience/bench/learned.json

The cross-entropy method on the weights of ``baselines.FEATURES``: each generation draws weights, lets them
play the same few deals, and goes on from those that brought most cards to foundations. It takes less than ten
minutes on two cores, and the same seed gives the same weights. The deals are not those of the benchmark.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import fmean, pstdev
from typing import Final

from patience.bench.baselines import FEATURES, weighing
from patience.bench.bench_games import games
from patience.bench.episodes import seeing_cards_in_sight
from patience.game import Game

GAMES: Final = ("klondike", "freecell", "bakers-game", "yukon", "easthaven", "canfield")
FIRST_DEAL: Final = 10**7
"""The fixed deals of the benchmark have lower numbers."""

POPULATION: Final = 24
ELITE: Final = 6
LEAST_SPREAD: Final = 0.1
MOST_MOVES: Final = 200


def main() -> None:
    """Train, and print the weights as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    weights = _train(options.generations, random.Random(options.seed))
    rounded = {name: round(weight, 3) for name, weight in zip(FEATURES, weights, strict=True)}
    print(json.dumps(rounded, indent=1))  # noqa: T201


def _train(generations: int, source: random.Random) -> list[float]:
    means = [0.0] * len(FEATURES)
    spreads = [1.0] * len(FEATURES)
    begin = time.monotonic()
    with ProcessPoolExecutor() as pool:
        for generation in range(generations):
            drawn = [
                [source.gauss(mean, spread) for mean, spread in zip(means, spreads, strict=True)]
                for _ in range(POPULATION)
            ]
            values = list(pool.map(partial(_value, FIRST_DEAL + 10 * generation), drawn))
            ranked = sorted(zip(values, drawn, strict=True), reverse=True)
            elite = [weights for _, weights in ranked[:ELITE]]
            means = [fmean(weights) for weights in zip(*elite, strict=True)]
            spreads = [max(pstdev(weights), LEAST_SPREAD) for weights in zip(*elite, strict=True)]
            line = f"generation {generation + 1}: best {ranked[0][0]:.3f}, mean {fmean(values):.3f}"
            print(f"{line}, {time.monotonic() - begin:.0f} s", file=sys.stderr)  # noqa: T201
    return means


def _value(first: int, weights: Sequence[float]) -> float:
    """Return the mean share of cards on foundations, over a few deals of each game."""
    return fmean(_share(name, seed, weights) for name in GAMES for seed in range(first, first + 2))


def _share(name: str, seed: int, weights: Sequence[float]) -> float:
    bench = games()[name]
    log = {"variant": bench.variant, "rules": dict(bench.rules), "seed": seed, "moves": []}
    game = Game.from_log(log)
    choose = seeing_cards_in_sight(bench, weighing(weights, random.Random(seed)))
    while not game.is_won and game.legal_moves and len(game.moves) < MOST_MOVES:
        game.push(choose(game, None))
    placed = sum(len(pile.cards) for pile_name, pile in game.position.items() if pile_name[0] == "F")
    return placed / len(game.deck)


if __name__ == "__main__":
    main()
