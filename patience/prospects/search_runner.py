"""Run the compiled search on a position and replay the lines that it finds.

The search is deterministic: equal arguments give equal findings, lines and counts. A winning line is believed
only after the readable engine has played it to a win.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from patience.compiled import CompiledRules
from patience.kernel.loader import kernel
from patience.legality import check, play
from patience.position import Position
from patience.prospects.findings import OPEN, Finding, Proof, Prospect
from patience.prospects.heuristics import heuristic_for

if TYPE_CHECKING:
    from patience.prospects.search import Line, Search

CONCEPTS: Final = frozenset(
    {
        "any_rank",
        "arrange",
        "base",
        "capacity",
        "cells",
        "chosen_bases",
        "closed_foundations",
        "covers",
        "deal_to_reserve",
        "deep_reserve",
        "direction",
        "draw",
        "foundation_steps",
        "gather",
        "hold_waste",
        "home",
        "open_refill",
        "other_suit",
        "packs",
        "suits",
        "supermove",
        "takes_from",
        "whole_only",
        "waste_takes",
        "win_all_cards",
        "win_empty_columns",
        "wrap",
    }
)
"""The concepts of ``Rules.concepts`` for which the search's cuts and its order of positions were proved.

Rules with another concept are declined, although the kernel plays them.
"""

_STEPS_BETWEEN_CHECKS: Final = 4096

SHORTENING: Final = 10_000
"""The most positions that are expanded to shorten one line."""


class SearchResult(NamedTuple):
    """The finding of a search, and the number of positions that it expanded."""

    finding: Finding
    positions: int


class SearchUnavailableError(Exception):
    """The search is not compiled, or it is switched off with the kernel."""


class CancelledSearchError(Exception):
    """The caller cancelled the search."""


def is_available() -> bool:
    """Return whether the compiled search can run. ``REFEREE_KERNEL=off`` switches it off with the kernel."""
    return _compiled() is not None


@cache
def _compiled() -> "type[Search] | None":
    if kernel() is None:
        return None
    try:
        from patience.prospects.search import Search  # noqa: PLC0415 - it may be missing
    except ImportError:
        return None
    return Search


def search(position: Position, budget: int, cancelled: Callable[[], bool] | None = None) -> SearchResult:
    """Search for a winning line, expanding at most `budget` positions.

    The finding is winnable with a line that was replayed, dead if every reachable position was visited, or
    open, as for rules that the search declines or that have more piles than it has room for.
    Memory: at most about 260 bytes per position of the budget, and 10 MB, and never more than 3 GB.
    Raises SearchUnavailableError, and CancelledSearchError once ``cancelled()`` is true.
    """
    compiled = _compiled()
    if compiled is None:
        raise SearchUnavailableError("The search is not compiled or is switched off.")
    if position.won:
        return SearchResult(Finding(Prospect.WINNABLE, Proof.WON, continuation=()), 0)
    if budget <= 0 or position.tables.concepts - CONCEPTS:
        return SearchResult(OPEN, 0)
    from patience.prospects.search import Unfit  # noqa: PLC0415 - it may be missing

    heuristic = heuristic_for(position.tables)
    try:
        running = compiled(position.tables, position.piles, position.redeals, heuristic, budget)
    except Unfit:
        return SearchResult(OPEN, 0)
    while not running.go_on(_STEPS_BETWEEN_CHECKS):
        if cancelled is not None and cancelled():
            raise CancelledSearchError
    return SearchResult(_finding(position, running), running.positions)


def shorten(position: Position, finding: Finding, budget: int) -> SearchResult:
    """Shorten the line of a finding, expanding at most `budget` positions and at most ``SHORTENING``.

    Only lines that a search found are shortened. The new line was replayed, too. Memory: about 20 MB. Raises
    SearchUnavailableError.
    """
    if finding.proof is not Proof.LINE or not finding.continuation or budget <= 0:
        return SearchResult(finding, 0)
    if not is_available():
        raise SearchUnavailableError("The search is not compiled or is switched off.")
    from patience.prospects.search import shorten as shorten_moves  # noqa: PLC0415 - it may be missing

    tables = position.tables
    moves = [
        move.action or (move.source, move.target, move.count)
        for move in map(tables.read, finding.continuation)
    ]
    shorter, positions = shorten_moves(
        tables, position.piles, position.redeals, moves, min(budget, SHORTENING)
    )
    line = _tokens(tables, shorter)
    _replay(position, line)
    return SearchResult(finding._replace(continuation=line), positions)


def guess(opening: Position, plays: int) -> int:
    """Play a deal at random, guided by simple rules; return how many cards come into place in all plays.

    Raises SearchUnavailableError.
    """
    if not is_available():
        raise SearchUnavailableError("The search is not compiled or is switched off.")
    from patience.prospects.search import guess as compiled_guess  # noqa: PLC0415 - it may be missing

    return compiled_guess(opening.tables, opening.piles, plays)


def _finding(position: Position, running: "Search") -> Finding:
    line = running.line()
    if line is not None:
        tokens = _tokens(position.tables, line)
        _replay(position, tokens)
        return Finding(Prospect.WINNABLE, Proof.LINE, continuation=tokens)
    return Finding(Prospect.DEAD, Proof.EXHAUSTED) if running.is_dead else OPEN


def _tokens(tables: CompiledRules, line: "Line") -> tuple[str, ...]:
    return tuple(move if isinstance(move, str) else tables.token(*move) for move in line)


def _replay(position: Position, line: tuple[str, ...]) -> None:
    """Play a winning line on the readable engine.

    Raises RuntimeError if the line does not win, because the search then plays by other rules.
    """
    board = position.copy()
    for number, token in enumerate(line, start=1):
        if check(board, token) is not None:
            raise RuntimeError(f"Move {number} of a winning line is illegal: {token} in {' '.join(line)}")
        play(board, board.tables.read(token))
    if not board.won:
        raise RuntimeError(f"A line found by the search does not win: {' '.join(line)}")
