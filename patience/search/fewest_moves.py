"""The shortest winning line that a budget finds, and a proved bound below which there is none.

Moves are counted as in a log: a card that goes to its foundation, a group that moves between columns and a
turn of the stock are one move each. ``parts/fewest.c`` has the bound and its proof, and
``parts/klondike.c`` those for Klondike.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from patience.play.position import Position
from patience.search.findings import OPEN, Finding, Proof, Prospect
from patience.search.search_runner import (
    CONCEPTS,
    STEPS_BETWEEN_CHECKS,
    CancelledSearchError,
    replay,
    require_search,
    shorten,
    tokens_of,
)

_UNKNOWN: Final = 60_000
"""More than the moves of any line."""

_UNBOUNDED: Final = frozenset({"pairs"})
"""The concepts of the search for which the bound was not proved."""

_PHASES: Final = ((300, 10), (200, 10), (150, 20), (100, 60))
"""The weight of the bound, in percent, and the share of the budget. The last phase proves."""

_MOST_WEIGHTED: Final = 100_000
"""The most positions of a phase that does not prove."""


class FewestMoves(NamedTuple):
    """The shortest line found, and what is proved about shorter ones."""

    finding: Finding
    """With the shortest line found as its continuation."""
    at_least: int | None
    """No winning line has fewer moves. None if no line wins, or nothing is proved."""
    positions: int
    """The number of positions expanded."""

    @property
    def is_proved(self) -> bool:
        """Return whether no line is shorter than the one found."""
        line = self.finding.continuation
        return line is not None and len(line) == self.at_least


def fewest_moves(
    position: Position,
    finding: Finding,
    budget: int,
    cancelled: Callable[[], bool] | None = None,
) -> FewestMoves:
    """Search for the fewest moves to a win, expanding at most `budget` positions, given what is known.

    Lines were replayed on the readable engine. Memory: 400 bytes per position of the budget, at most 1 GB.
    Raises SearchUnavailableError, and CancelledSearchError once ``cancelled()`` is true.
    """
    if finding.prospect is Prospect.DEAD:
        return FewestMoves(finding, None, 0)
    if position.won:
        return FewestMoves(finding, 0, 0)
    require_search()
    if position.tables.concepts - CONCEPTS | position.tables.concepts & _UNBOUNDED:
        return FewestMoves(finding, None, 0)
    finding, positions = shorten(position, finding, budget // 10)
    left = budget - positions
    at_least: int | None = None
    for weight, share in _PHASES:
        allowed = budget - positions if weight == 100 else min(left * share // 100, _MOST_WEIGHTED)
        finding, at_least, expanded = _phase(position, finding, weight, allowed, cancelled)
        positions += expanded
    return FewestMoves(finding, at_least if finding.prospect is not Prospect.DEAD else None, positions)


def _phase(
    position: Position, finding: Finding, weight: int, budget: int, cancelled: Callable[[], bool] | None
) -> FewestMoves:
    """Look for lines that are shorter than the known one, and prove a bound."""
    from patience.search import engine as compiled  # noqa: PLC0415 - it may be missing

    tables = position.tables
    most = len(finding.continuation) if finding.continuation else _UNKNOWN
    try:
        running = compiled.FewestMoves(tables, position.piles, position.redeals, most, budget, weight)
    except compiled.Unfit:
        return FewestMoves(finding, None, 0)
    while not running.go_on(STEPS_BETWEEN_CHECKS):
        if cancelled is not None and cancelled():
            raise CancelledSearchError
    line = running.line()
    if line is not None:
        tokens = tokens_of(tables, line)
        if not replay(position, tokens).won:
            raise RuntimeError(f"A line of fewest moves does not win: {' '.join(tokens)}")
        finding = Finding(Prospect.WINNABLE, Proof.LINE, continuation=tokens)
    elif running.is_dead and finding == OPEN:
        finding = Finding(Prospect.DEAD, Proof.EXHAUSTED)
    return FewestMoves(finding, running.at_least, running.positions)
