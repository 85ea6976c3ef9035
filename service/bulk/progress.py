"""How far a partition has been read."""

from collections.abc import Callable
from dataclasses import dataclass


def _nothing() -> float:
    return 0


@dataclass
class Place:
    """Where a reader is; whoever reads says how that is known."""

    share: Callable[[], float] = _nothing
    """How much is read, from 0 to 1."""
