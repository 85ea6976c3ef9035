"""What the compiled search offers; ``search.pyx`` says how."""

from service.engine.compiled import Tables
from service.prospects.heuristics import Heuristic

class Unfit(Exception):  # noqa: N818
    """A variant that the search does not take."""

class Search:
    """One question: can this position be won? Ask ``go_on`` until it says that it is finished.

    Raises Unfit.
    """

    positions: int
    runs: int
    is_dead: bool
    def __init__(
        self, tables: Tables, piles: list[list[int]], redeals: int, guide: Heuristic, budget: int
    ) -> None: ...
    def go_on(self, steps: int) -> bool: ...
    def line(self) -> list[tuple[int, int, int] | str] | None: ...
