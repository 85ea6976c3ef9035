"""What can be said of a position's prospects, and on what evidence."""

from enum import StrEnum
from typing import Final, NamedTuple

PROVER_VERSION: Final = "1"
"""Raised whenever what can be proved changes."""


class Prospect(StrEnum):
    """Whether some line of legal moves wins. It is proved, or nothing is said."""

    WINNABLE = "winnable"
    DEAD = "dead"
    UNDECIDED = "undecided"


class Proof(StrEnum):
    """How a prospect is proved."""

    WON = "won"
    """The position is won."""
    LINE = "line"
    """A line of moves wins."""
    THEOREM = "theorem"
    """Every position of this kind can be won."""
    LOST = "lost"
    """The game is lost by the rules (RULES §1)."""
    STATIC = "static"
    """Some cards can never be freed."""
    EXHAUSTED = "exhausted"
    """Every position that can be reached was visited."""


class Finding(NamedTuple):
    """A prospect with its evidence; undecided has none."""

    prospect: Prospect
    proof: Proof | None = None
    stuck: tuple[int, ...] = ()
    """A few cards, 0…51, sorted, that a static proof shows can never all be freed; twice if both copies."""
    continuation: tuple[str, ...] | None = None
    """Moves that win, wherever the prospect is winnable and they are known."""


OPEN: Final = Finding(Prospect.UNDECIDED)
