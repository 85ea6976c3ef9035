"""Reserve piles and cells."""

from dataclasses import dataclass
from enum import StrEnum, auto

from patience.rules.bounds import Givers, Number, Part, Supplies, demand


class Takes(StrEnum):
    """Which cards may be moved to a reserve pile."""

    NONE = auto()
    """No card."""
    ONE = auto()
    """Any single card while the pile is empty; such a pile is a cell."""


@dataclass(frozen=True)
class Reserve(Part):
    """The reserve piles, R1 first. Only the top card of a pile can be played. A face-down card that becomes
    the top card is turned face up at once."""

    piles: Number
    """The number of reserve piles."""
    takes: Takes = Takes.NONE
    """Which cards may be moved there."""
    refill: Supplies = ()
    """The piles that fill an empty reserve pile at once: the first of them that has a card."""
    takes_from: Givers | None = None
    """The piles, or kinds of piles, from which cards may be moved there; null for all."""

    def __post_init__(self) -> None:
        """Check that the fields agree."""
        super().__post_init__()
        demand(
            self.takes is Takes.NONE or not self.refill, "Cells that take moved cards are not filled as well."
        )
        demand(
            self.takes is Takes.ONE or self.takes_from is None,
            "A reserve that takes no moved card takes none from any pile.",
        )
