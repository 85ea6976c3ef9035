"""The types of ``engine.pyx``."""

from collections.abc import Sequence

from patience.compilation.compiled_rules import CompiledRules
from patience.search.heuristics import Heuristic

Line = list[tuple[int, int, int] | str]
"""Moves, each a source, target and count, or the name of an action."""

SOURCES: str

class Unfit(Exception):  # noqa: N818
    """The search does not support a variant."""

class Search:
    """A search for a win from one position. Call ``go_on`` until it returns True.

    Each heuristic of the schedule but the last has a quota of positions. Raises Unfit, and ValueError for a
    board of other tables.
    """

    positions: int
    runs: int
    is_dead: bool
    starts_hopeless: bool
    won: int
    def __init__(
        self,
        tables: CompiledRules,
        piles: list[list[int]],
        redeals: int,
        schedule: Sequence[Heuristic],
        budget: int,
        memory: int = ...,
        goals: Sequence[tuple[list[bytes], int]] = (),
    ) -> None: ...
    def go_on(self, steps: int) -> bool: ...
    def parents(self) -> list[int]: ...
    def expanded(self) -> list[int]: ...
    def traits(self, node: int) -> tuple[int, list[int]]: ...
    def line(self) -> Line | None: ...
    def plan(self, samples: list[int]) -> tuple[tuple[Line, int] | None, tuple[Line, int] | None]: ...

class FewestMoves:
    """A search for a line of fewest moves, and for a proved bound of their number.

    Call ``go_on`` until it returns True. Only lines of fewer than `most` moves count. With a `weight`
    of more than 100 percent, lines are found sooner, but none is proved shortest. Raises Unfit.
    """

    positions: int
    at_least: int
    is_dead: bool
    def __init__(
        self,
        tables: CompiledRules,
        piles: list[list[int]],
        redeals: int,
        most: int,
        budget: int,
        weight: int = 100,
        memory: int = ...,
    ) -> None: ...
    def go_on(self, steps: int) -> bool: ...
    def line(self) -> Line | None: ...

def guess(tables: CompiledRules, piles: list[list[int]], plays: int) -> int:
    """Play a deal at random and return the number of cards in place at the end, over all plays."""

def shorten(
    tables: CompiledRules, piles: list[list[int]], redeals: int, moves: Line, budget: int
) -> tuple[Line, int]:
    """Return a line that is at most as long and wins, too, and the number of positions expanded."""
