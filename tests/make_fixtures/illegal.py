"""For every reason code that turns up: a game whose first illegal move meets it, soon after the opening."""

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from tests.reference import Game, play, why_not
from tests.reference.tokens import ACTIONS

from .walks import Request, opening
from .whys import REASONS, say

STRANGE_PILES = ("T11", "F99", "R17", "S", "W")
COUNTS = ("", "x2", "x3")
DEPTHS = 4
"""One reason after another is looked for after at least 0, 1, 2, 3 moves, and so on in turn."""

OPENING, END = 15, 10
"""How many moves of a game are searched at its start and its end."""


class Beginning(NamedTuple):
    """The start of a legal game, and tokens that are illegal there for one reason."""

    request: Request
    number: int
    length: int
    tokens: list[str]


def illegal_requests(variant: str, legal: list[Request]) -> Iterator[tuple[str, str, Request]]:
    """Name, sentence and request, in the order of the checks."""
    beginnings = find_beginnings(legal)
    for place, reason in enumerate(reason for reason in REASONS if reason in beginnings):
        # Not all in the opening and not all in the same game: that would show little of the variant.
        found = min(
            beginnings[reason],
            key=lambda start: (
                start.length < place % DEPTHS,
                start.length,
                (start.number + place) % len(legal),
            ),
        )
        token = random.Random(f"{variant} {reason}").choice(found.tokens)
        moves = found.request["moves"]
        game = opening(found.request)
        for move in moves[: found.length]:
            play(game, move)
        # What follows is never looked at.
        log = [*moves[: found.length], token, *moves[found.length : found.length + 2]]
        yield reason, say(game, token, reason), found.request | {"moves": log}


def find_beginnings(legal: list[Request]) -> dict[str, list[Beginning]]:
    """By reason: the beginnings that can go on so; the middles of long games seldom show more."""
    beginnings = defaultdict(list)
    middle = defaultdict(list)
    longest = max(legal, key=lambda request: len(request["moves"]))
    for number, request in enumerate(legal):
        game = opening(request)
        moves = request["moves"]
        for length in range(len(moves) + 1):
            is_end = length <= OPENING or length >= len(moves) - END
            if is_end or request is longest:
                for reason, tokens in by_reason(game).items():
                    found = beginnings if is_end else middle
                    found[reason].append(Beginning(request, number, length, tokens))
            if length < len(moves):
                play(game, moves[length])
    return middle | beginnings


def by_reason(game: Game) -> dict[str, list[str]]:
    """The illegal tokens of a position, those that a player might write."""
    sources = dict.fromkeys([*game.piles, *STRANGE_PILES])
    tokens = [
        f"{source}-{target}{count}" for source in sources for target in [*sources, "F"] for count in COUNTS
    ]
    found = defaultdict(list)
    for token in [*ACTIONS, *tokens]:
        reason = why_not(game, token)
        if reason is not None:
            found[reason].append(token)
    return found
