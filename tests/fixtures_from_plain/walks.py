"""Games of random legal moves, on deals of every kind of seed."""

import random
from itertools import product
from typing import Any

from tests.plain import Game, deal, legal_moves, play
from tests.plain.referee import accepting_foundation
from tests.plain.tokens import ACTIONS, parse

Request = dict[str, Any]

WALKS = 12
LENGTH = 15
SEEDS = ("ms40000", "12345678901234567890", "20261121", "ms4294967296", "617")

OPTIONS: dict[str, dict[str, list[object]]] = {
    "rouge-et-noir": {"deal": ["any_time", "when_blocked"], "win": ["all_cards", "four_sequences"]},
    "rouge-et-noir-classic": {"deal": ["any_time", "when_blocked"], "win": ["all_cards", "four_sequences"]},
    "rouge-et-noir-hoffmann": {"redeals": ["unlimited", 0, 1, 99]},
    "royal-rendezvous": {"twos": ["four", "eight"], "draw": ["any_time", "when_blocked"]},
    "double-russian": {"groups": ["any", "in_sequence"]},
}
"""The values of every option; of the numbers, a few."""


def rule_sets(variant: str) -> list[dict[str, object]]:
    """Every combination of options."""
    options = OPTIONS.get(variant, {})
    return [dict(zip(options, values, strict=True)) for values in product(*options.values())]


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
