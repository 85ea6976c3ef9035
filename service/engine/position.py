"""The one mutable position: what lies where, and what a move does to it."""

from typing import NamedTuple

from service.engine.cards import FACE_DOWN, FLOOR
from service.engine.compiled import Tables


class Fill(NamedTuple):
    """A vacancy filled: one card from a supply onto an empty pile."""

    supply: int
    vacancy: int


class Position:
    """Piles of cards, each a list bottom to top that begins with ``FLOOR``.

    ``move``, ``deal`` and ``redeal`` trust their caller: ask ``legality.why_not`` first. Each does all that
    follows of itself (RULES §1).
    """

    __slots__ = ("piles", "redeals", "tables", "won")

    tables: Tables
    piles: list[list[int]]
    redeals: int
    won: bool

    def __init__(self, tables: Tables, piles: list[list[int]] | None = None) -> None:
        self.tables = tables
        self.piles = [[FLOOR] for _ in tables.names] if piles is None else piles
        self.redeals = 0
        self.won = False

    def copy(self) -> "Position":
        """A position that can be played on without touching this one."""
        twin = Position(self.tables, [pile[:] for pile in self.piles])
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

    def move(self, source: int, target: int, count: int) -> list[Fill]:
        """Move the top ``count`` cards as a unit (``draw`` from stock to waste); the vacancies filled."""
        tables = self.tables
        pile, onto = self.piles[source], self.piles[target]
        if count == 1:
            onto.append(pile.pop())
        else:
            onto += pile[-count:]
            del pile[-count:]
        if len(onto) == tables.complete[target]:
            self.won = all(map(self.is_complete, tables.winning))
        top = pile[-1]
        if top < FLOOR:
            return []
        if top >= FACE_DOWN:
            pile[-1] = top - FACE_DOWN
            return []
        return self._fill(source) if source in tables.refills else []

    def deal(self) -> int:
        """One stock card onto each column, T1 rightwards, until the stock is empty; how many were dealt."""
        stock = self.piles[self.tables.stock]
        dealt = min(len(self.tables.columns), len(stock) - 1)
        for column in self.tables.columns[:dealt]:
            self.piles[column].append(stock.pop())
        return dealt

    def redeal(self) -> list[Fill]:
        """The waste, turned over, becomes the stock; the vacancies filled."""
        waste = self.piles[self.tables.waste]
        self.piles[self.tables.stock] += waste[:0:-1]
        del waste[1:]
        self.redeals += 1
        vacancies = [pile for pile in self.tables.refills if self.is_empty(pile)]
        return [fill for vacancy in vacancies for fill in self._fill(vacancy)]

    def _fill(self, vacancy: int) -> list[Fill]:
        """Fill an empty pile if something can; then, likewise, the pile that filled it."""
        refills, piles = self.tables.refills, self.piles
        for supply in refills[vacancy]:
            if len(piles[supply]) > 1:
                piles[vacancy].append(piles[supply].pop())
                fill = Fill(supply, vacancy)
                # Only a cell can run empty here, for it has one card.
                return [fill, *self._fill(supply)] if supply in refills else [fill]
        return []
