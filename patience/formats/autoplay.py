"""Automatic moves: the rules by which programs take cards to the foundations without being asked.

Logs of such programs leave these moves out. A rule plays them after each move, until none is left.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from patience.cards import RANKS, is_red, rank, suit
from patience.play.legality import check, play
from patience.play.position import Position


class Autoplay(StrEnum):
    """A rule of automatic moves: which of the cards that a foundation takes go there by themselves."""

    MICROSOFT = "microsoft"
    """Aces and Twos, and a card if all lower cards of the other colour are on the foundations."""
    RAYMOND = "raymond"
    """Also a card if those two ranks lower are there, and the other card of its colour three ranks lower."""
    ALL = "all"
    """Every card that a foundation takes."""
    NONE = "none"


AUTOPLAY: Final = {
    Autoplay.MICROSOFT: "Aces, Twos, and cards of which all lower ones of the other colour are there, as "
    "Microsoft FreeCell and FreeCell Pro do",
    Autoplay.RAYMOND: "these, and cards that Raymond's rule proves safe: the other colour is there up to two "
    "ranks lower, the other suit of the same colour up to three ranks lower",
    Autoplay.ALL: "every card that a foundation takes",
    Autoplay.NONE: "no automatic moves",
}
"""What each rule takes to the foundations."""


def automatic_moves(position: Position, rule: Autoplay) -> Iterator[str]:
    """Play the automatic moves of a rule, and yield the token of each."""
    while moves := possible_moves(position, rule):
        play(position, position.tables.read(moves[0]))
        yield moves[0]


def possible_moves(position: Position, rule: Autoplay) -> list[str]:
    """Return the automatic moves that a rule has in a position; playing one leaves the others."""
    return [] if rule is Autoplay.NONE else list(_automatic(position, rule))


def _automatic(position: Position, rule: Autoplay) -> Iterator[str]:
    tables = position.tables
    base = RANKS.index(tables.base_rank) if tables.base_rank else 0
    homes: dict[int, int] = {}
    for foundation in tables.foundations:
        if cards := position.cards(foundation):
            homes[suit(cards[0])] = len(cards)
    for source in tables.sources:
        cards = position.cards(source)
        if source in tables.foundations or not cards:
            continue
        height = (rank(cards[-1]) - base) % len(RANKS)
        if homes.get(suit(cards[-1]), 0) != height or not _goes(rule, homes, cards[-1], height):
            continue
        token = f"{tables.names[source]}-F"
        if check(position, token) is None:
            yield token


def _goes(rule: Autoplay, homes: dict[int, int], card: int, height: int) -> bool:
    """Return whether a rule takes a card of this height to its foundation, which takes it."""
    if rule is Autoplay.ALL or height < 2:
        return True
    other = [homes.get(number, 0) for number in range(4) if is_red(number * 13) != is_red(card)]
    if min(other) >= height:
        return True
    same = [homes.get(number, 0) for number in range(4) if is_red(number * 13) == is_red(card)]
    return rule is Autoplay.RAYMOND and min(other) >= height - 1 and min(same) >= height - 2
