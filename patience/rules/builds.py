"""How cards follow each other: in suit and in rank."""

from dataclasses import dataclass
from enum import StrEnum, auto
from functools import cache
from typing import Annotated, Final

from patience.cards import RANKS, SUITS
from patience.rules.bounds import CardLetters, Part, Whole, demand

Step = Annotated[int, Whole(1, 12)]


class Build(StrEnum):
    """How the suit of a card fits the card below it."""

    BY_SUIT = auto()
    """The same suit."""
    BY_COLOR = auto()
    """The same colour."""
    ALTERNATING = auto()
    """The other colour."""
    OTHER_SUIT = auto()
    """Any other suit."""
    ANY_SUIT = auto()
    """Any suit."""


class Direction(StrEnum):
    """The rank of a card compared with the card below it."""

    DOWN = auto()
    """One lower."""
    UP = auto()
    """One higher."""
    EITHER = auto()
    """One lower or one higher, card by card."""
    ONE_WAY = auto()
    """One lower or one higher: on a column whose two top cards lie face up and fit so, the way that these two
    go. Foundations are all built so, or none, and all go the way of the first of them that has two cards."""
    SAME = auto()
    """The same rank."""
    ANY = auto()
    """Any rank."""
    LOWER = auto()
    """Any lower rank. Only columns are built so."""
    DOUBLE = auto()
    """Twice the rank, less 13 where that is more than 13. Only foundations are built so."""
    BY_TWOS = auto()
    """Two higher: the Ace follows the Queen, and the Two the King. Only foundations are built so."""
    OUTRANKED = auto()
    """Any rank, as long as the top card of another column than the card's is a higher card of the same suit,
    Aces highest. Only foundations are built so."""

    @property
    def alone(self) -> "Direction":
        """What it says of a card and the card below it, whatever lies elsewhere."""
        return {Direction.ONE_WAY: Direction.EITHER, Direction.OUTRANKED: Direction.ANY}.get(self, self)


ON_FOUNDATIONS: Final = (Direction.DOUBLE, Direction.BY_TWOS, Direction.OUTRANKED)
"""The directions in which foundations alone are built."""


@dataclass(frozen=True)
class Sequence(Part):
    """Which card may be put on which."""

    build: Build
    """How the suit of a card fits the card below it."""
    direction: Direction = Direction.DOWN
    """How the rank of a card follows the card below it."""
    wrap: bool = False
    """Whether Ace and King are consecutive."""
    ends: CardLetters = ""
    """The ranks on which no card is put, and the suits whose cards neither follow nor are followed."""
    step: Step = 1
    """How many ranks `down`, `up` and `either` go from card to card."""

    def check(self) -> None:
        """Check that nothing but the card below counts."""
        super().check()
        by_these = self.direction.alone is self.direction
        demand(by_these, f"Only columns and foundations are built {self.direction}.")

    def check_apart(self) -> None:
        """Check that neither columns nor foundations alone are built so."""
        demand(self.direction is not Direction.LOWER, "Only columns are built on any higher rank.")
        demand(self.direction not in ON_FOUNDATIONS, f"Only foundations are built {self.direction}.")
        demand(not self.suits_apart, "Only columns keep suits apart.")

    @property
    def suits_apart(self) -> str:
        """The suits of `ends`."""
        return "".join(letter for letter in self.ends if letter in SUITS)

    def following(self, rank: int) -> tuple[int, ...]:
        """Return the ranks that follow a rank, both counted from 0."""
        return () if RANKS[rank] in self.ends else following(self.direction, self.wrap, rank, self.step)


_STEPS: Final[dict[Direction, tuple[int, ...]]] = {
    Direction.DOWN: (-1,),
    Direction.UP: (1,),
    Direction.EITHER: (-1, 1),
    Direction.SAME: (0,),
    Direction.ANY: tuple(range(-len(RANKS) + 1, len(RANKS))),
    Direction.LOWER: tuple(range(-len(RANKS) + 1, 0)),
}


@cache
def following(direction: Direction, wrap: bool, rank: int, step: int = 1) -> tuple[int, ...]:
    """Return the ranks that follow a rank, both counted from 0; with ``wrap`` King and Ace are
    neighbours."""
    if direction is Direction.DOUBLE:
        return ((2 * rank + 1) % len(RANKS),)
    if direction is Direction.BY_TWOS:
        return ((rank + 2) % len(RANKS),)
    ranks = [rank + step * sign for sign in _STEPS[direction]]
    if wrap:
        ranks = [rank % len(RANKS) for rank in ranks]
    return tuple(rank for rank in ranks if 0 <= rank < len(RANKS))
