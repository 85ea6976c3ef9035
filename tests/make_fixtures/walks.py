"""Games of random legal moves, and the illegal moves that they come across."""

import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from typing import Any

from tests.declared import opening, some_rules
from tests.reference import Game, legal_moves, play, why_not
from tests.reference.referee import accepting_foundation
from tests.reference.tokens import ACTIONS, parse

Request = dict[str, Any]

SEEDS = ("ms40000", "12345678901234567890", "20261121", "ms4294967296", "617")
STRANGE_PILES = ("T99", "F99", "R99", "S", "W")
COUNTS = ("", "x2", "x3")
DEPTHS = 4
"""Illegal moves are sought after at least 0, 1, 2 and 3 legal ones in turn."""
MOST_ACTIONS = 120
MOST_TRIES = 300
"""The number of tokens that are tried in a position."""

SENTENCES = {
    "game_over": "The game is already won.",
    "unknown_action": "This game has no such action, whatever its options.",
    "stock_empty": "The stock is empty.",
    "stock_not_empty": "A redeal waits until the stock is empty.",
    "waste_empty": "The waste has no cards to redeal.",
    "no_redeals_left": "The allowance of redeals is used up.",
    "moves_available": "The stock waits while a move is available.",
    "empty_column": "A deal waits until no column is empty.",
    "unknown_pile": "This game has no such pile.",
    "source_locked": "No card may be taken from this pile.",
    "target_locked": "No card may be moved onto this pile.",
    "same_pile": "Source and target are one pile.",
    "source_empty": "The source is empty.",
    "not_enough_cards": "The source has fewer cards.",
    "face_down_card": "A card of the group is face down.",
    "one_card_only": "Here cards move one by one.",
    "broken_sequence": "These cards do not move as a unit.",
    "foundation_full": "The foundation is complete.",
    "cell_occupied": "The cell has a card already.",
    "incomplete_sequence": "The foundation takes a whole sequence in one move.",
    "wrong_color": "The colour does not fit.",
    "wrong_suit": "The suit does not fit.",
    "needs_base": "An empty foundation waits for its base card.",
    "needs_king": "An empty column waits for another rank.",
    "vacancy_reserved": "An empty column takes no moved card.",
    "wrong_rank": "The rank does not follow.",
    "too_many_cards": "The group is larger than the room for it.",
    "king_locked": "The last card waits for another foundation.",
    "no_foundation_accepts": "No foundation accepts the group.",
}
"""The reasons in the order of the checks."""


def walks(variant: str) -> Iterator[Request]:
    """Yield random games: two under the default rules, one under every other value of an option."""
    rules = some_rules(variant)
    for number, chosen in enumerate([*rules[:1], *rules]):
        # Long walks come across more; short ones can be read.
        length = 15 if number else 60
        request = {"variant": variant, "rules": chosen, "seed": SEEDS[number % len(SEEDS)]}
        yield request | {"moves": walk(opening(request), random.Random(f"{variant} {number}"), length)}


def turned(variant: str) -> Iterator[Request]:
    """Yield games in which only the stock is used, until it is used up or redealt too often."""
    for rules in some_rules(variant):
        request = {"variant": variant, "rules": rules, "seed": SEEDS[0]}
        game = opening(request)
        moves: list[str] = []
        while len(moves) < MOST_ACTIONS:
            action = next((action for action in ACTIONS if why_not(game, action) is None), None)
            if action is None:
                break
            moves.append(action)
            play(game, action)
        if moves:
            yield request | {"moves": moves}


def walk(game: Game, source: random.Random, length: int) -> list[str]:
    """Play random legal moves; return them in all spellings."""
    moves: list[str] = []
    while len(moves) < length and (legal := legal_moves(game)):
        move = source.choice(legal)
        moves.append(source.choice(spellings(game, move)))
        play(game, move)
    return moves


def spellings(game: Game, token: str) -> list[str]:
    """Return the ways to write a legal move: ``T1-F2`` may be ``T1-F2x1``, ``T1-F`` and ``T1-Fx1`` too."""
    if token in ACTIONS or "x" in token:
        return [token]
    move = parse(token)
    ways = [token, token + "x1"]
    if move.target == accepting_foundation(game, move.source, move.count):
        ways += [f"{move.source}-F", f"{move.source}-Fx1"]
    return ways


Find = tuple[Request, int, str]
"""A legal game, the number of its moves that are played, and an illegal token."""


def illegal_games(variant: str, games: list[Request]) -> Iterator[tuple[str, str, Request]]:
    """Yield a game for every reason that the legal games come across: its name, a sentence, the request."""
    finds = find_illegal(variant, games)
    for place, reason in enumerate(reason for reason in SENTENCES if reason in finds):
        # Neither all in the opening nor all in one game.
        wanted = place % DEPTHS
        request, length, token = min(finds[reason], key=lambda find: (find[1] < wanted, find[1]))
        moves = request["moves"]
        # The moves after the illegal one are not judged.
        log = [*moves[:length], token, *moves[length : length + 2]]
        yield reason, SENTENCES[reason], request | {"moves": log}


def find_illegal(variant: str, games: list[Request]) -> dict[str, list[Find]]:
    finds: dict[str, list[Find]] = defaultdict(list)
    for request in games:
        game = opening(request)
        source = random.Random(f"{variant} {request}")
        moves = request["moves"]
        for length in range(len(moves) + 1):
            # Start and end of a game, and each ninth position between.
            if length <= DEPTHS or length % 9 == 0 or length >= len(moves) - 1:
                for reason, token in some_illegal(game, source).items():
                    finds[reason].append((request, length, token))
            if length < len(moves):
                play(game, moves[length])
    return finds


def some_illegal(game: Game, source: random.Random) -> dict[str, str]:
    """Return an illegal token of this position for each reason that some tries come across."""
    names = [*game.piles, *STRANGE_PILES]
    tokens = [f"{a}-{b}{count}" for a, b, count in product(names, [*names, "F"], COUNTS)]
    finds: dict[str, str] = {}
    for token in [*ACTIONS, *source.sample(tokens, min(MOST_TRIES, len(tokens)))]:
        reason = why_not(game, token)
        if reason is not None:
            finds.setdefault(reason, token)
    return finds
