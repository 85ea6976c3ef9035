"""Cards buried in the waste for good, where every play takes exactly one card off the waste (RULES §5).

A play from the reserve lets the waste's top card fill the cell, a play from the waste takes that card
itself, and a card that leaves the stock adds one. So a card with j cards above it opens only if, while it
is buried, d cards leave the stock, for some d, and j + d cards are played. These can only be cards of the
reserve, of the j above it, and the next d of the stock. Take the most plays that could be made with them,
however they lie: if it is less than j + d for every d, the card is never opened.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from service.engine.compiled import Tables
from service.engine.position import Position
from service.engine.rules import Build
from service.prospects.sequence_counts import ways_of

_RANKS: Final = 13


class Ladder(NamedTuple):
    """What a foundation of a suit still takes, one rank after the other."""

    ranks: tuple[int, ...]
    waits_for: int
    """The place among the suit's ladders of the one that must be climbed before its last rank, or -1."""


Counts = list[int]
"""By rank: how many cards of a suit there are."""


def buried_in_waste(position: Position) -> list[int]:
    """The highest card of the waste that can never be opened, if there is one."""
    tables = position.tables
    if not _each_play_opens_one(tables):
        return []
    waste, stock = position.cards(tables.waste), position.cards(tables.stock)
    suits = [_Suit(position, suit) for suit in range(4)]
    for cell in tables.reserve:
        for card in position.cards(cell):
            suits[card // _RANKS].add(card)
    for above, card in enumerate(reversed(waste)):
        if not _could_open(suits, above, stock):
            return [card]
        suits[card // _RANKS].add(card)
    return []


@cache
def _each_play_opens_one(tables: Tables) -> bool:
    """Whether the rules are of that kind, with foundations by suit that take all cards."""
    rules = tables.rules
    return (
        ways_of(tables).all_home
        and rules.columns is None
        and rules.reserve is not None
        and rules.reserve.refill[:1] == ("W",)
        and rules.stock is not None
        and rules.stock.redeals == 0
        and all(
            foundation.build is Build.BY_SUIT and len(foundation.suits) == 1 and not foundation.whole
            for foundation in rules.foundations
        )
    )


def _could_open(suits: list["_Suit"], above: int, stock: list[int]) -> bool:
    """Whether a card with so many above it could be opened, with the cards that the suits have."""
    if sum(suit.plays for suit in suits) >= above:
        return True
    grown = [suit.copy() for suit in suits]
    for drawn, card in enumerate(reversed(stock), start=1):
        grown[card // _RANKS].add(card)
        if sum(suit.plays for suit in grown) >= above + drawn:
            return True
    return False


class _Suit:
    """The foundations of one suit, and cards that could be played to them."""

    __slots__ = ("_counts", "_home", "_ladders", "plays")

    plays: int
    """The most plays that could be made."""

    def __init__(self, position: Position, suit: int) -> None:
        piles = [pile for pile in position.tables.foundations if _suit_of(position.tables, pile) == suit]
        self._ladders = tuple(_ladders(position, piles))
        self._counts = [0] * _RANKS
        self._home = 0
        if not position.tables.rules.foundations_final:
            for pile in piles:
                for card in position.cards(pile):
                    self._counts[card % _RANKS] += 1
                    self._home += 1
        self._count()

    def copy(self) -> "_Suit":
        twin = _Suit.__new__(_Suit)
        twin._ladders, twin._home, twin.plays = self._ladders, self._home, self.plays
        twin._counts = self._counts[:]
        return twin

    def add(self, card: int) -> None:
        """One more card can be played."""
        self._counts[card % _RANKS] += 1
        self._count()

    def _count(self) -> None:
        # Cards at home may go from one foundation to another; that is no play.
        self.plays = max(0, _most_steps(self._ladders, tuple(self._counts)) - self._home)


def _suit_of(tables: Tables, pile: int) -> int:
    return "CDHS".index(tables.foundation(pile).suits)


def _ladders(position: Position, piles: list[int]) -> Iterator[Ladder]:
    """What the foundations still take, the longest first; from their beginning where they are not final."""
    tables = position.tables
    piles.sort(key=lambda pile: -len(tables.foundation(pile).ranks))
    for pile in piles:
        ranks = ["A23456789TJQK".index(rank) for rank in tables.foundation(pile).ranks]
        height = len(position.piles[pile]) - 1 if tables.rules.foundations_final else 0
        guard = tables.guards.get(pile)
        waits = guard in piles and not position.is_complete(guard)
        yield Ladder(tuple(ranks[height:]), piles.index(guard) if guard is not None and waits else -1)


@lru_cache(maxsize=2**13)
def _most_steps(ladders: tuple[Ladder, ...], counts: tuple[int, ...]) -> int:
    """The most cards that the ladders of a suit could take; the first and the others share them.

    Exact where the others have no rank in common; else no less than that.
    """
    first, *others = ladders
    left = list(counts)
    most = 0
    for height in range(len(first.ranks) + 1):
        if height:
            rank = first.ranks[height - 1]
            if not left[rank]:
                break
            left[rank] -= 1
        steps = [_climb(ladder, left) for ladder in others]
        waits = height == len(first.ranks) and height and first.waits_for >= 0
        if not waits or steps[first.waits_for - 1] == len(others[first.waits_for - 1].ranks):
            most = max(most, height + sum(steps))
    return most


def _climb(ladder: Ladder, counts: Counts) -> int:
    for height, rank in enumerate(ladder.ranks):
        if not counts[rank]:
            return height
    return len(ladder.ranks)
