"""A search that is not greedy, so that what its cuts leave out is found nowhere else."""

from patience.play.position import Position
from patience.search.heuristics import Heuristic, Weights
from patience.search.search_runner import is_declined

SCHEDULE = (Heuristic(Weights(), width=2**31 - 1, growth=100),)
"""One run that expands every position. Greedy runs would win by lines that the cuts leave out."""


def is_called_dead(position: Position, budget: int) -> bool:
    """Return whether a search of at most `budget` positions calls a position dead."""
    from patience.search.engine import Search, Unfit  # noqa: PLC0415 - it may be missing

    try:
        search = Search(position.tables, position.piles, position.redeals, SCHEDULE, budget)
    except Unfit:
        return False
    while not search.go_on(budget):
        pass
    return search.is_dead and not is_declined(position.tables)
