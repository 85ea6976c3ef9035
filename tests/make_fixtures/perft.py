"""Counts the ways to play on: how many sequences of 1, 2, 3 … legal moves a position allows."""

import random
from typing import Any

from tests.reference import Game, deal, legal_moves, play

from .walks import rule_sets

DEEPEST = 6
MOST_POSITIONS = 150
MOVES_PLAYED = 70


def perft(variant: str) -> list[dict[str, Any]]:
    """The lines of a variant's file: under every rule set two openings and one game in full swing."""
    return [line for rules in rule_sets(variant) for line in lines(variant, rules)]


def lines(variant: str, rules: dict[str, object]) -> list[dict[str, Any]]:
    """Those of one rule set."""
    openings = [
        {"rules": rules, "seed": seed, "moves": [], "counts": ways(deal(variant, rules, seed=seed))}
        for seed in ("1", "20261121")
    ]
    game = deal(variant, rules, seed="ms32000")
    moves = some_moves(game, random.Random(f"{variant} {rules}"))
    return [*openings, {"rules": rules, "seed": "ms32000", "moves": moves, "counts": ways(game)}]


def ways(game: Game, longest: int = DEEPEST) -> list[int]:
    """Sequences of one move, of two, and so on, as long as there are not too many positions to look at."""
    positions: list[Game] = [game]
    counts: list[int] = []
    while len(counts) < longest and 0 < len(positions) <= MOST_POSITIONS:
        following = [(position, legal_moves(position)) for position in positions]
        counts.append(sum(len(legal) for _, legal in following))
        if counts[-1] <= MOST_POSITIONS:
            positions = [after(position, token) for position, legal in following for token in legal]
        else:
            positions = []
    return counts


def after(position: Game, token: str) -> Game:
    """The position to which a legal move leads."""
    following = position.copy()
    play(following, token)
    return following


def some_moves(game: Game, source: random.Random) -> list[str]:
    """Moves at random, most of those to the foundations taken; the game is played on."""
    moves = []
    while len(moves) < MOVES_PLAYED and (legal := legal_moves(game)):
        home = [token for token in legal if "-F" in token]
        token = source.choice(home if home and source.random() < 0.9 else legal)
        # A game that would end here has nothing left to count.
        if not legal_moves(after(game, token)):
            break
        play(game, token)
        moves.append(token)
    return moves
