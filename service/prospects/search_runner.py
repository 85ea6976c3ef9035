"""The door to the compiled search: a position and a budget, and what was found."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from service.engine.legality import check, play
from service.engine.position import Position
from service.judging.kernel_loader import kernel
from service.prospects.findings import OPEN, Finding, Proof, Prospect
from service.prospects.heuristics import guide_for

if TYPE_CHECKING:
    from service.prospects.search import Search

_STEPS_BETWEEN_QUESTIONS: Final = 4096


class Searched(NamedTuple):
    """What a search found, and how many positions it expanded for it."""

    finding: Finding
    positions: int


class SearchUnavailableError(Exception):
    """The search is not compiled, or the compiled engine is switched off."""


class CancelledSearchError(Exception):
    """Nobody wants to know any more."""


def is_available() -> bool:
    """Whether the compiled search is there; ``REFEREE_KERNEL=off`` switches it off with the kernel."""
    return _compiled() is not None


@cache
def _compiled() -> "type[Search] | None":
    if kernel() is None:
        return None
    try:
        from service.prospects.search import Search  # noqa: PLC0415 - it need not be there
    except ImportError:
        return None
    return Search


def search(position: Position, budget: int, cancelled: Callable[[], bool] | None = None) -> Searched:
    """Whether some line of legal moves wins, as far as so many expanded positions tell.

    Winnable with a line that has been replayed, dead where every position that can be reached was visited, or
    open. Memory: at most some 260 bytes for each position of the budget, and 10 MB.
    Raises SearchUnavailableError, and CancelledSearchError once ``cancelled`` says so.
    """
    compiled = _compiled()
    if compiled is None:
        raise SearchUnavailableError("The search is not compiled or is switched off.")
    if position.won:
        return Searched(Finding(Prospect.WINNABLE, Proof.WON, continuation=()), 0)
    guide = guide_for(position.tables)
    if guide is None or budget <= 0:
        return Searched(OPEN, 0)
    work = compiled(position.tables, position.piles, position.redeals, guide, budget)
    while not work.go_on(_STEPS_BETWEEN_QUESTIONS):
        if cancelled is not None and cancelled():
            raise CancelledSearchError
    return Searched(_finding(position, work), work.positions)


def _finding(position: Position, work: "Search") -> Finding:
    line = work.line()
    if line is not None:
        tables = position.tables
        tokens = tuple(move if isinstance(move, str) else tables.token(*move) for move in line)
        _replay(position, tokens)
        return Finding(Prospect.WINNABLE, Proof.LINE, continuation=tokens)
    return Finding(Prospect.DEAD, Proof.EXHAUSTED) if work.is_dead else OPEN


def _replay(position: Position, line: tuple[str, ...]) -> None:
    """Play the line on the readable engine.

    Raises RuntimeError if it does not win: then the search plays by other rules.
    """
    board = position.copy()
    for number, token in enumerate(line, start=1):
        if check(board, token) is not None:
            raise RuntimeError(f"Move {number} of a line that wins is illegal: {token} in {' '.join(line)}")
        play(board, board.tables.read(token))
    if not board.won:
        raise RuntimeError(f"A line that wins does not win: {' '.join(line)}")
