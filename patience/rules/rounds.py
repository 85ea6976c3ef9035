"""The rounds in which a deck is dealt."""

from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from patience.rules.bounds import Part, PileNames, demand


@dataclass(frozen=True)
class Round(Part):
    """One card onto each of these piles."""

    to: Annotated[tuple[str, ...], PileNames()]
    """The piles in dealing order: names and ranges, separated by spaces. `T1-T7` counts up and `T7-T1`
    down. `F` is the foundation of the base card: the lowest-numbered empty foundation whose `suits` have
    the card's suit."""
    face_up: bool = True
    """Whether the cards are dealt face up."""
    home: bool = False
    """Whether a card that a foundation takes goes there while it is dealt. Its place in the round then
    stays without a card."""

    def __post_init__(self) -> None:
        """Check the names of the piles."""
        super().__post_init__()
        demand(bool(self.to), "A round of the layout names no pile.")
        for name, times in Counter(self.to).items():
            demand(times == 1, f"A round of the layout names {name} twice.")
        demand(self.face_up or not self.home, "Cards dealt face down cannot go to foundations.")
        demand(self.face_up or "F" not in self.to, "The base card is dealt face up.")
