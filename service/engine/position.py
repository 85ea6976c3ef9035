"""The one mutable position: what lies where, and what a move does to it."""

from typing import NamedTuple

from service.engine.cards import FACE_DOWN, FLOOR, LAST_CARD
from service.engine.tables import Tables


class Moved(NamedTuple):
    """Cards gone from one pile to another, bottom to top as they lie on the target."""

    source: int
    target: int
    cards: tuple[int, ...]


class Step(NamedTuple):
    """All that one move did."""

    moved: tuple[Moved, ...]
    turned_up: tuple[tuple[int, int], ...]
    """Column and card."""
    filled: tuple[Moved, ...]
    """Vacancies filled of themselves."""


class Position:
    """Piles of cards, each a list bottom to top that begins with ``FLOOR``.

    ``move``, ``deal`` and ``redeal`` trust their caller: ask ``legality.why_not`` first.
    """

    __slots__ = ("piles", "redeals", "tables", "won")

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.piles: list[list[int]] = [[FLOOR] for _ in tables.names]
        self.redeals = 0
        self.won = False

    def copy(self) -> "Position":
        """A position that can be played on without touching this one."""
        twin = Position(self.tables)
        twin.piles = [pile[:] for pile in self.piles]
        twin.redeals = self.redeals
        twin.won = self.won
        return twin

    def cards(self, pile: int) -> list[int]:
        """The cards of a pile bottom to top, those face down too, as 0…51."""
        return [card & ~FACE_DOWN for card in self.piles[pile][1:]]

    def face_down(self, pile: int) -> int:
        """How many cards of a pile lie face down, all of them at its bottom."""
        cards = self.piles[pile]
        down = 0
        while down + 1 < len(cards) and cards[down + 1] >= FACE_DOWN:
            down += 1
        return down

    def is_empty(self, pile: int) -> bool:
        """Whether the pile has no card; a pile the variant lacks (-1) has none."""
        return pile < 0 or len(self.piles[pile]) == 1

    def is_complete(self, foundation: int) -> bool:
        """Whether a foundation has all its cards."""
        return len(self.piles[foundation]) == self.tables.complete[foundation]

    def move(self, source: int, target: int, count: int) -> Step:
        """Move the top ``count`` cards as a unit; ``draw`` is a move from stock to waste."""
        pile = self.piles[source]
        cards = tuple(pile[-count:])
        del pile[-count:]
        self.piles[target].extend(cards)
        turned_up, filled = self.settle(source)
        self.note_win()
        return Step((Moved(source, target, cards),), turned_up, filled)

    def deal(self) -> Step:
        """One stock card onto each column, T1 rightwards, until the stock is empty."""
        stock = self.tables.stock
        moved = tuple(self._give(stock, column) for column in self.tables.columns if not self.is_empty(stock))
        return Step(moved, (), ())

    def redeal(self) -> Step:
        """The waste, turned over, becomes the stock; then vacancies are filled, left to right."""
        tables = self.tables
        waste = self.piles[tables.waste]
        cards = tuple(waste[:0:-1])
        del waste[1:]
        self.piles[tables.stock].extend(cards)
        self.redeals += 1
        filled = [
            fill for column in tables.columns if self.is_empty(column) for fill in self.settle(column)[1]
        ]
        return Step((Moved(tables.waste, tables.stock, cards),), (), tuple(filled))

    def settle(self, pile: int) -> tuple[tuple[tuple[int, int], ...], tuple[Moved, ...]]:
        """Turn up or refill a pile that has just lost its top; what was turned up, what was filled."""
        cards = self.piles[pile]
        if cards[-1] >= FACE_DOWN:
            cards[-1] -= FACE_DOWN
            return ((pile, cards[-1]),), ()
        if cards[-1] > LAST_CARD:
            for supply in self.tables.refills[pile]:
                if not self.is_empty(supply):
                    return (), (self._give(supply, pile),)
        return (), ()

    def note_win(self) -> None:
        """Set ``won`` once every foundation that counts is complete."""
        self.won = all(map(self.is_complete, self.tables.winning))

    def _give(self, source: int, target: int) -> Moved:
        card = self.piles[source].pop()
        self.piles[target].append(card)
        return Moved(source, target, (card,))
