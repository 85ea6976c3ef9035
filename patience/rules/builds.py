"""How cards follow each other: in suit and in rank."""

from collections.abc import Sequence
from enum import StrEnum, auto
from typing import Final

from patience.cards import RANKS


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
    ANY = auto()
    """Any rank."""


_STEPS: Final[dict[Direction, Sequence[int]]] = {
    Direction.DOWN: (-1,),
    Direction.UP: (1,),
    Direction.EITHER: (-1, 1),
    Direction.ANY: range(-len(RANKS) + 1, len(RANKS)),
}


def following(direction: Direction, wrap: bool, rank: int) -> tuple[int, ...]:
    """Return the ranks that follow a rank, both counted from 0; with ``wrap`` King and Ace are
    neighbours."""
    ranks = [rank + step for step in _STEPS[direction]]
    if wrap:
        ranks = [rank % len(RANKS) for rank in ranks]
    return tuple(rank for rank in ranks if 0 <= rank < len(RANKS))
