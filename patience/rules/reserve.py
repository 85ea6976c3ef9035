"""Reserve piles and cells."""

from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Annotated, Final

from patience.cards import RANKS
from patience.rules.bounds import (
    CardLetters,
    Covers,
    Givers,
    Number,
    Part,
    Ranks,
    Supplies,
    Whole,
    check_covers,
    demand,
)
from patience.rules.builds import Sequence


class Takes(StrEnum):
    """Which cards may be moved to a reserve pile."""

    NONE = auto()
    """No card."""
    ONE = auto()
    """Any single card while there is room (`capacity`); such a pile is a cell."""
    RUN = auto()
    """Once the stock is empty: one card, or cards that may leave a column together, while the pile has none.
    They leave as they would leave a column. Such a pile is a cell, too."""
    MERCI = auto()
    """As often in a game as `capacity` says: the top card of a column, if a foundation or another column
    takes the card under it. That card goes to the first one that does, foundations first, and the top card
    returns to its column."""
    EXCHANGE = auto()
    """As often in a game as `capacity` says: two or more cards from the top of a column. The first and the
    last of them change places in the column."""
    TURN_UP = auto()
    """As often in a game as `capacity` says, where columns have ranks of their own (`columns.own_ranks`) and
    take cards from one column: once the top card of that column is of its own rank, a card of any column. The
    topmost face-down card of that column is turned up and goes to the one from which columns take cards."""


MERCIS: Final = (Takes.MERCI, Takes.EXCHANGE, Takes.TURN_UP)
"""What a pile takes that never keeps a card."""
MOST_MERCIS: Final = 9


class CoveredWhile(StrEnum):
    """How many of the piles that lie on another have cards while they cover it."""

    ANY = auto()
    """At least one."""
    ALL = auto()
    """Each of them."""


@dataclass(frozen=True)
class Reserve(Part):
    """The reserve piles, R1 first. Only the top card of a pile can be played. A face-down card that becomes
    the top card is turned face up at once (but see `closed`)."""

    piles: Number
    """The number of reserve piles."""
    takes: Takes = Takes.NONE
    """Which cards may be moved there."""
    refill: Supplies = ()
    """The piles that fill an empty reserve pile at once: the first of them that has a card."""
    capacity: Annotated[int, Whole(1)] = 1
    """The most cards on a pile that takes moved cards; of a merci, how often it can be used in a game."""
    ranks: Ranks = RANKS
    """The ranks that may be moved there."""
    sequence: Sequence | None = None
    """How the cards of a pile that takes moved cards follow each other; null where any card lies on any."""
    begins: tuple[CardLetters, ...] = ()
    """For each pile, the ranks and suits of the first card that may be moved there, where cells are built in
    sequence or take cards of their own: `K` is any King, `C` any club. With `sequence`, a pile whose first
    card is another, because it was dealt there, takes no card."""
    closed: bool = False
    """Whether a face-down card that becomes the top card is turned face up only if it is the last one of its
    pile."""
    takes_from: Givers | None = None
    """The piles, or kinds of piles, from which cards may be moved there; null for all."""
    covered_by: Covers = ()
    """For each reserve pile, the reserve piles or columns that lie on it; empty if none lies on another. A
    pile gives no card as long as it is covered (`covered_while`). A cell takes cards all the same."""
    covered_while: CoveredWhile = CoveredWhile.ANY
    """Whether a pile is covered as long as one of the piles that lie on it has a card, or only as long as
    each of them has one."""

    def check(self) -> None:
        """Check that the fields agree."""
        super().check()
        demand(
            self.takes is Takes.NONE or not self.refill, "Cells that take moved cards are not filled as well."
        )
        demand(bool(self.ranks), "A reserve pile that takes cards takes at least one rank.")
        limited = self.capacity > 1 or len(self.ranks) < len(RANKS)
        demand(
            self.takes is not Takes.NONE or not limited,
            "A reserve that takes no moved card has no room or ranks.",
        )
        plain = self.capacity == 1 and len(self.ranks) == len(RANKS) and not self.sequence
        demand(self.takes is not Takes.RUN or plain, "A cell for sequences takes any, and has no other room.")
        demand(self.takes is Takes.NONE or not self.closed, "Cells have no face-down cards.")
        self._check_begins(plain)
        if self.sequence:
            self.sequence.check_apart()
            wide = self.capacity > 1 and len(self.ranks) == len(RANKS)
            demand(wide, "Cells that are built in sequence have room for several cards, of any rank.")
        demand(
            self.takes is not Takes.NONE or self.takes_from is None,
            "A reserve that takes no moved card takes none from any pile.",
        )
        if self.takes in MERCIS:
            bare = self.piles == 1 and not self.covered_by and not self.sequence
            bare &= self.takes_from == ("T",) and len(self.ranks) == len(RANKS)
            demand(bare, "The pile of a merci is one, takes cards from T, and says nothing else.")
            demand(
                self.capacity <= MOST_MERCIS, f"A merci can be used {MOST_MERCIS} times in a game at most."
            )
        columns = all(cover[0] == "T" for covers in self.covered_by for cover in covers)
        plain = not self.refill and not self.closed and (columns or self.takes is Takes.NONE)
        demand(plain or not self.covered_by, "Reserve piles that lie on each other take no card.")
        several = any(len(covers) > 1 for covers in self.covered_by)
        demand(
            several or self.covered_while is CoveredWhile.ANY,
            "Piles that cover another only together are several, but `covered_by` names none.",
        )
        names = [f"R{number}" for number in range(1, self.piles + 1)]
        check_covers(names, self.covered_by, by_columns=True)

    def _check_begins(self, plain: bool) -> None:
        named = bool(self.sequence) or (bool(self.begins) and plain and self.takes is Takes.ONE)
        demand(
            len(self.begins) == (self.piles if named else 0),
            "`begins` names the first card of each cell that is built or has room for one, and of no other.",
        )
        demand(all(self.begins), "A cell begins with some card.")

    @property
    def own_cells(self) -> bool:
        """Whether cells that are not built take cards of their own."""
        return bool(self.begins) and self.sequence is None
