"""Prospects of a position, with the evidence for each."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from service.engine.cards import symbol
from service.engine.text import listed

PROVER_VERSION: Final = "3"
"""Raised whenever what can be proved changes."""


class Prospect(StrEnum):
    """Whether some line of legal moves wins: proved either way, or undecided."""

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
    """A search visited every position that can be reached."""


class Finding(NamedTuple):
    """A prospect with its evidence. An undecided prospect has none."""

    prospect: Prospect
    proof: Proof | None = None
    stuck: tuple[int, ...] = ()
    """A few cards, 0…51, sorted, that can never all be freed; a card is named twice if both copies are meant.
    """
    continuation: tuple[str, ...] | None = None
    """A winning line, where the position is winnable and a line is known."""


OPEN: Final = Finding(Prospect.UNDECIDED)


def describe_stuck(cards: Iterable[int]) -> str:
    """Describe the cards that a static proof names: ``5♣, 5♣ and 6♣ can never all be freed``."""
    names = [symbol(card) for card in sorted(cards)]
    return f"{listed(names)} can never {'all ' if len(names) > 1 else ''}be freed"
