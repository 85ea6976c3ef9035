"""Cards buried in the waste forever, where every play takes exactly one card off the waste (RULES §5).

A play from the reserve lets the top card of the waste fill the cell. A play from the waste takes that card.
Each card that leaves the stock adds one card to the waste. So a card under j others is exposed only if, for
some d, d cards leave the stock while it is buried and j + d cards are played. Those plays can only use the
cards of the reserve, the j cards above it, and the next d cards of the stock. Compute an upper bound of the
plays that these cards allow in any order. If the bound is below j + d for every d, the card is never exposed.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from patience.compilation.compiled_rules import CompiledRules
from patience.play.position import Position
from patience.rules import Build
from patience.search.findings import DeadEnd, Relation, Step
from patience.search.sequence_counts import movement_of

_RANKS: Final = 13


class Ladder(NamedTuple):
    """The ranks that a foundation still takes, in order."""

    ranks: tuple[int, ...]
    waits_for: int
    """The index, among the ladders of the suit, of the one that must be complete before the last rank; or -1.
    """


Counts = list[int]
"""By rank: the number of cards of a suit."""


def buried_in_waste(position: Position) -> DeadEnd | None:
    """Return the highest card of the waste that can never be exposed, or None if none is known."""
    tables = position.tables
    if not each_play_opens_one(tables):
        return None
    waste, stock = position.cards(tables.waste), position.cards(tables.stock)
    suits = [_Suit(position, suit) for suit in range(4)]
    for cell in tables.reserve:
        for card in position.cards(cell):
            suits[card // _RANKS].add(card)
    for above, card in enumerate(reversed(waste)):
        if not _could_open(suits, above, stock):
            over = tuple(waste[len(waste) - above :])
            return DeadEnd((card,), (Step(Relation.BURIED, card, tables.names[tables.waste], over),))
        suits[card // _RANKS].add(card)
    return None


@lru_cache(maxsize=1024)
def each_play_opens_one(tables: CompiledRules) -> bool:
    """Return whether every play takes one card off the waste and foundations build by suit and take all
    cards."""
    rules = tables.rules
    return (
        movement_of(tables).all_home
        and rules.columns is None
        and rules.reserve is not None
        and rules.reserve.refill[:1] == ("W",)
        and rules.stock is not None
        and rules.stock.redeals == 0
        and all(
            foundation.build is Build.BY_SUIT
            and len(foundation.suits) == 1
            and not foundation.whole
            and not foundation.direction
            for foundation in rules.foundations
        )
    )


def _could_open(suits: list["_Suit"], above: int, stock: list[int]) -> bool:
    """Return whether a waste card under `above` others could be exposed with the cards in `suits`."""
    if sum(suit.plays for suit in suits) >= above:
        return True
    grown = [suit.copy() for suit in suits]
    for drawn, card in enumerate(reversed(stock), start=1):
        grown[card // _RANKS].add(card)
        if sum(suit.plays for suit in grown) >= above + drawn:
            return True
    return False


class _Suit:
    """The foundations of one suit, and the cards that could be played to them."""

    __slots__ = ("_counts", "_home", "_ladders", "plays")

    plays: int
    """An upper bound of the plays."""

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
        """Count one more card as playable."""
        self._counts[card % _RANKS] += 1
        self._count()

    def _count(self) -> None:
        # A card that goes from one foundation to another does not count as a play.
        most = _most_steps(self._ladders, tuple(self._counts)) if self._ladders else 0
        self.plays = max(0, most - self._home)


def _suit_of(tables: CompiledRules, pile: int) -> int:
    return "CDHS".index(tables.foundation(pile).suits)


def _ladders(position: Position, piles: list[int]) -> Iterator[Ladder]:
    """Yield what the foundations still take, the longest first; where they give cards back, from their first
    rank."""
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
    """Return an upper bound of the cards that the ladders of a suit could take from `counts`.

    The bound is exact if the ladders after the first have no rank in common.
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
