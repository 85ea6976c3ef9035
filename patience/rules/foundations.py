"""Foundations."""

from dataclasses import dataclass
from typing import Annotated

from patience.rules.bounds import Part, Ranks, Suits, Text, Whole, demand
from patience.rules.builds import Build


@dataclass(frozen=True)
class Foundation(Part):
    """One foundation."""

    suits: Suits
    """The suits that its first card may have."""
    ranks: Ranks
    """The ranks of its cards in order, from the first to the last."""
    build: Build
    """How the suit of a card fits the card below it on the foundation."""
    dealt: Annotated[int, Whole(0, 13)] = 0
    """The number of its cards that it has when the game opens: the first `dealt` ranks in its suit. The
    first copy of each in dealing order is taken out of the deck."""
    whole: bool = False
    """Whether it takes all its cards in one move from a column, and no fewer."""
    last_after: Annotated[str, Text("(F[1-9][0-9]?)?", "a foundation such as F1, or nothing")] = ""
    """The foundation that must be complete before this one takes its last card; empty if there is none."""

    def __post_init__(self) -> None:
        """Check that the fields agree."""
        super().__post_init__()
        demand(bool(self.ranks), "A foundation takes at least one rank.")
        demand(self.dealt < len(self.ranks), f"{self.dealt} cards dealt leave nothing to be built.")
        demand(self.dealt == 0 or len(self.suits) == 1, "Cards dealt to a foundation need one suit.")
        demand(
            self.dealt < 2 or self.build is Build.BY_SUIT,
            "Several cards dealt to a foundation are of one suit.",
        )
        if self.whole:
            demand(len(self.ranks) > 1, "A whole sequence has at least two cards.")
            demand(
                not self.dealt and not self.last_after, "A whole sequence comes in one move, or not at all."
            )

    @property
    def bases(self) -> list[str]:
        """The codes of the cards that lie there when the game opens, bottom to top."""
        return [rank + self.suits for rank in self.ranks[: self.dealt]]
