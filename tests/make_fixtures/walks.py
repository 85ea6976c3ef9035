"""Games of random legal moves, on deals of every kind of seed."""

import random
from itertools import product
from typing import Any

from tests.reference import Game, deal, legal_moves, play
from tests.reference.games import OPTIONS
from tests.reference.referee import accepting_foundation
from tests.reference.tokens import ACTIONS, parse

Request = dict[str, Any]

WALKS = 12
LENGTH = 15
SEEDS = ("ms40000", "12345678901234567890", "20261121", "ms4294967296", "617")


def rule_sets(variant: str) -> list[dict[str, object]]:
    """Every combination of options; of the numbers of an option, the first two and the last."""
    values = [few(values) for values in OPTIONS[variant].values()]
    return [dict(zip(OPTIONS[variant], chosen, strict=True)) for chosen in product(*values)]


def few(values: list[object]) -> list[object]:
    numbers = [value for value in values if isinstance(value, int)]
    words = [value for value in values if not isinstance(value, int)]
    return words + (numbers if len(numbers) <= 3 else [*numbers[:2], numbers[-1]])


def walks(variant: str) -> list[Request]:
    """Random games, short enough to be read, under all options in turn."""
    rules = rule_sets(variant)
    requests = []
    for number in range(WALKS):
        request: Request = {
            "variant": variant,
            "rules": rules[number % len(rules)],
            "seed": SEEDS[number % len(SEEDS)],
        }
        requests.append(request | {"moves": walk(opening(request), random.Random(f"{variant} {number}"))})
    return requests


def opening(request: Request) -> Game:
    """The position in which a game starts."""
    return deal(request["variant"], request["rules"], seed=request.get("seed"), deck=request.get("deck"))


def walk(game: Game, source: random.Random) -> list[str]:
    """Random legal moves, spelt now one way and now another."""
    moves: list[str] = []
    while len(moves) < LENGTH and (legal := legal_moves(game)):
        move = source.choice(legal)
        moves.append(source.choice(spellings(game, move)))
        play(game, move)
    return moves


def spellings(game: Game, token: str) -> list[str]:
    """The ways to write this legal move: ``T1-F2`` may be ``T1-F2x1``, ``T1-F`` and ``T1-Fx1`` as well."""
    if token in ACTIONS or "x" in token:
        return [token]
    move = parse(token)
    ways = [token, token + "x1"]
    if move.target == accepting_foundation(game, move):
        ways += [f"{move.source}-F", f"{move.source}-Fx1"]
    return ways
