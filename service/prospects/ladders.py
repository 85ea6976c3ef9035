"""Cards buried in the waste for good, where every play takes exactly one card off the waste (RULES §5).

A play from the reserve lets the waste's top card fill the cell, a play from the waste takes that card
itself, and a draw adds one. So a card with j cards above it opens only after j plays of cards that do not
come out of the stock, for each card that does adds one to be played. Those plays are made without the card
and all that lies beneath it: with the cards of the reserve and the j above it, while the stock helps as if
all of it were open. If even so fewer than j can be made, the card is never opened.
"""

from collections import Counter
from functools import cache

from service.engine.position import Position
from service.engine.rules import Build
from service.engine.tables import Tables
from service.prospects.chains import ways_of


def buried_in_waste(position: Position) -> list[int]:
    """The highest card of the waste that can never be opened, if there is one."""
    tables = position.tables
    if not _each_play_opens_one(tables):
        return []
    waste = position.cards(tables.waste)
    if len(waste) < 2:
        return []
    open_cards = Counter(card for cell in tables.reserve for card in position.cards(cell))
    helping = Counter(position.cards(tables.stock))
    suits = [_Suit(position, suit, open_cards, helping) for suit in range(4)]
    plays = [suit.most_plays() for suit in suits]
    for above, card in enumerate(reversed(waste)):
        if sum(plays) < above:
            return [card]
        open_cards[card] += 1
        plays[card // 13] = suits[card // 13].most_plays()
    return []


@cache
def _each_play_opens_one(tables: Tables) -> bool:
    """Whether the rules are of that kind, and foundations by suit, so that each suit stands alone."""
    rules = tables.rules
    return (
        rules.columns is None
        and rules.reserve is not None
        and rules.reserve.refill[:1] == ("W",)
        and rules.stock is not None
        and rules.stock.redeals == 0
        and all(
            foundation.build is Build.BY_SUIT and len(foundation.suits) == 1 and not foundation.whole
            for foundation in rules.foundations
        )
    )


class _Suit:
    """The foundations of one suit, and the cards that could go there."""

    def __init__(
        self, position: Position, suit: int, open_cards: Counter[int], helping: Counter[int]
    ) -> None:
        tables = position.tables
        self._open_cards, self._helping = open_cards, helping
        self._ladders = [
            (pile, [card for cards in chain.steps for card in cards])
            for chain in ways_of(tables).chains
            for pile in chain.piles
            if all(card // 13 == suit for card in chain.steps[0])
        ]
        self._guards = tables.guards
        self._home = Counter[int]()
        """Cards on foundations that may yet go from one to another."""
        self._heights = {pile: len(position.piles[pile]) - 1 for pile, _ in self._ladders}
        if not tables.rules.foundations_final:
            self._home.update(card for pile in self._heights for card in position.cards(pile))
            self._heights = dict.fromkeys(self._heights, 0)

    def most_plays(self) -> int:
        """No fewer than the open cards that can ever be played: each foundation has every copy for itself."""
        heights = {pile: self._climb(pile, ladder) for pile, ladder in self._ladders}
        users = Counter[int]()
        for pile, ladder in self._ladders:
            top = heights[pile]
            if top == len(ladder) and self._waits(pile, heights):
                top -= 1
            users.update(ladder[self._heights[pile] : top])
        return sum(min(self._open_cards[card], count - self._home[card]) for card, count in users.items())

    def _climb(self, pile: int, ladder: list[int]) -> int:
        height = self._heights[pile]
        while height < len(ladder) and self._has(ladder[height]):
            height += 1
        return height

    def _has(self, card: int) -> bool:
        return self._open_cards[card] + self._helping[card] + self._home[card] > 0

    def _waits(self, pile: int, heights: dict[int, int]) -> bool:
        """Whether its last card waits for a foundation that cannot be complete."""
        guard = self._guards.get(pile)
        lengths = {known: len(ladder) for known, ladder in self._ladders}
        return guard in lengths and heights[guard] < lengths[guard]
