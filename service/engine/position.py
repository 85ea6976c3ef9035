"""The one mutable position: what lies where, and what a move does to it."""

from service.engine.builds import Row
from service.engine.cards import FACE_DOWN, FLOOR
from service.engine.tables import Tables


class Position:
    """Piles of cards, each a list bottom to top that begins with ``FLOOR``.

    ``move``, ``deal`` and ``redeal`` trust their caller: ask ``legality.why_not`` first.
    """

    __slots__ = ("fits", "piles", "redeals", "tables", "won")

    tables: Tables
    piles: list[list[int]]
    fits: list[Row]
    """By pile, then by its top card: the cards that may lie on it, as ``Tables.fits`` with no King locked."""
    redeals: int
    won: bool

    def __init__(self, tables: Tables, piles: list[list[int]] | None = None) -> None:
        self.tables = tables
        self.piles = [[FLOOR] for _ in tables.names] if piles is None else piles
        self.fits = list(tables.fits)
        self.redeals = 0
        self.won = False

    def copy(self) -> "Position":
        """A position that can be played on without touching this one."""
        twin = Position(self.tables, [pile[:] for pile in self.piles])
        twin.fits = self.fits[:]
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

    def takes(self, pile: int) -> frozenset[int]:
        """The cards that a column or foundation takes now, singly or at the head of a group."""
        return self.fits[pile][self.piles[pile][-1]]

    def move(self, source: int, target: int, count: int) -> None:
        """Move the top ``count`` cards as a unit; ``draw`` is a move from stock to waste."""
        pile = self.piles[source]
        self.piles[target] += pile[-count:]
        del pile[-count:]
        self.settle(source)
        self.note_complete()

    def deal(self) -> None:
        """One stock card onto each column, T1 rightwards, until the stock is empty."""
        stock = self.piles[self.tables.stock]
        dealt = min(len(self.tables.columns), len(stock) - 1)
        # The columns are the first of the piles.
        for column, card in zip(self.piles, stock[: -dealt - 1 : -1], strict=False):
            column.append(card)
        del stock[-dealt:]

    def redeal(self) -> None:
        """The waste, turned over, becomes the stock; then vacancies are filled, left to right."""
        waste = self.piles[self.tables.waste]
        self.piles[self.tables.stock] += waste[:0:-1]
        del waste[1:]
        self.redeals += 1
        for column in self.tables.columns:
            self.settle(column)

    def settle(self, pile: int) -> None:
        """Turn up the top of a pile, or fill the pile if it is vacant and its kind is refilled."""
        cards = self.piles[pile]
        if cards[-1] >= FACE_DOWN:
            cards[-1] -= FACE_DOWN
        elif cards[-1] == FLOOR:
            for supply in self.tables.refills[pile]:
                if not self.is_empty(supply):
                    cards.append(self.piles[supply].pop())
                    return

    def note_complete(self) -> None:
        """Unlock Kings and note a win, after a foundation may have become complete."""
        for foundation, guard in self.tables.guards.items():
            if self.is_complete(guard):
                self.fits[foundation] = self.tables.unlocked[foundation]
        self.won = all(map(self.is_complete, self.tables.winning))
