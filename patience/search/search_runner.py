"""Run the compiled search on a position and replay the lines that it finds.

The search is deterministic: equal arguments give equal findings, lines and counts. A winning line counts
only after the readable engine has played it to a win.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from patience.compilation.compiled_rules import CompiledRules
from patience.kernel.loader import NO_SEARCH, fits_kernel, is_stale, kernel
from patience.play.position import Position
from patience.play.replay import advance
from patience.rules.concepts import known_by
from patience.search.findings import OPEN, Finding, Proof, Prospect
from patience.search.heuristics import schedule_for
from patience.search.known_lines import KnownLines

if TYPE_CHECKING:
    from patience.search.engine import Line, Search

CONCEPTS: Final = known_by("cut")
"""The concepts of ``Rules.concepts`` for which the search's cuts and its order of positions were proved."""

UNCUT: Final = known_by("whole")
"""The concepts with which the search leaves out nothing but equal positions."""

STEPS_BETWEEN_CHECKS: Final = 4096
"""How many positions a search expands before it looks whether it is cancelled."""

SHORTENING: Final = 10_000
"""The most positions that are expanded to shorten one line."""


class SearchResult(NamedTuple):
    """The finding of a search, and the number of positions that it expanded."""

    finding: Finding
    positions: int


class Probe(NamedTuple):
    """The line that a search found, if any, as it stands, and the number of positions expanded."""

    line: tuple[str, ...] | None
    positions: int
    is_dead: bool = False
    """Whether every position that can be reached was visited."""

    @property
    def prospect(self) -> Prospect:
        """What that says about the position."""
        return (
            Prospect.WINNABLE
            if self.line is not None
            else Prospect.DEAD
            if self.is_dead
            else Prospect.UNDECIDED
        )


class SearchUnavailableError(Exception):
    """The search is not compiled, or it is switched off with the kernel."""


class CancelledSearchError(Exception):
    """The caller cancelled the search."""


@cache
def is_available() -> bool:
    """Return whether the compiled search can run. ``REFEREE_KERNEL=off`` switches it off with the kernel."""
    if kernel() is None:
        return False
    try:
        from patience.search import engine  # noqa: PLC0415 - it may be missing
    except ImportError:
        return False
    return not is_stale(engine)


def require_search() -> None:
    """Raise SearchUnavailableError unless the compiled search can run."""
    if not is_available():
        raise SearchUnavailableError(NO_SEARCH)


def is_declined(tables: CompiledRules) -> bool:
    """Return whether the search leaves all positions under these rules open.

    It does not know a concept, or the kernel, with whose tables it searches, has no room for the piles.
    """
    return bool(tables.concepts - CONCEPTS - UNCUT) or (kernel() is not None and not fits_kernel(tables))


def search(
    position: Position,
    budget: int,
    cancelled: Callable[[], bool] | None = None,
    known: KnownLines | None = None,
) -> SearchResult:
    """Search for a winning line, expanding at most `budget` positions.

    A search that meets a position of a known line ends with the rest of that line, and adds its own line.
    The finding is winnable with a line that was replayed, dead if every reachable position was visited, or
    open, as for rules that the search declines or that have more piles than it has room for.
    Memory: at most about 260 bytes per position of the budget, and 10 MB, and never more than 3 GB.
    Raises SearchUnavailableError, and CancelledSearchError once ``cancelled()`` is true.
    """
    require_search()
    if position.won:
        return SearchResult(Finding(Prospect.WINNABLE, Proof.WON, continuation=()), 0)
    if budget <= 0 or is_declined(position.tables):
        return SearchResult(OPEN, 0)
    if known and (recalled := recall(position, budget, known)):
        return recalled
    running = _finished(position, budget, cancelled, known.goals() if known else ())
    if running is None:
        return SearchResult(OPEN, 0)
    finding = _finding(position, running, known)
    if known and finding.continuation:
        known.add(position, finding.continuation, running.positions)
    return SearchResult(finding, running.positions)


def probe(position: Position, budget: int) -> Probe:
    """Search for a winning line as ``search`` does, but neither prove nor replay anything: for many guesses.

    The line of a won position is empty. Raises SearchUnavailableError.
    """
    require_search()
    if position.won:
        return Probe((), 0)
    running = None if budget <= 0 or is_declined(position.tables) else _finished(position, budget)
    if running is None:
        return Probe(None, 0)
    line = running.line()
    tokens = None if line is None else tokens_of(position.tables, line)
    return Probe(tokens, running.positions, running.is_dead)


def _finished(
    position: Position,
    budget: int,
    cancelled: Callable[[], bool] | None = None,
    goals: Sequence[tuple[list[bytes], int]] = (),
) -> "Search | None":
    """Return a search that has ended; None for more piles than it has room for."""
    from patience.search.engine import Search, Unfit  # noqa: PLC0415 - it may be missing

    tables = position.tables
    try:
        running = Search(tables, position.piles, position.redeals, schedule_for(tables), budget, goals=goals)
    except Unfit:
        return None
    while not running.go_on(STEPS_BETWEEN_CHECKS):
        if cancelled is not None and cancelled():
            raise CancelledSearchError
    return running


def recall(position: Position, budget: int, known: KnownLines) -> SearchResult | None:
    """Return what an earlier search found if the position is on a known line.

    The cost of the search for this very position is counted again, up to the budget, so that the
    same question has the same answer.
    """
    line = known.line_from(position)
    if not line or not _wins(position, line):
        return None
    positions = min(budget, known.cost(position))
    return SearchResult(Finding(Prospect.WINNABLE, Proof.LINE, continuation=line), positions)


def shorten(position: Position, finding: Finding, budget: int) -> SearchResult:
    """Shorten the line of a finding, expanding at most `budget` positions and at most ``SHORTENING``.

    Only lines that a search found are shortened. The new line was replayed, too. Memory: about 20 MB. Raises
    SearchUnavailableError.
    """
    if finding.proof is not Proof.LINE or not finding.continuation or budget <= 0:
        return SearchResult(finding, 0)
    require_search()
    from patience.search.engine import shorten as shorten_moves  # noqa: PLC0415 - it may be missing

    tables = position.tables
    moves = [
        move.action or (move.source, move.target, move.count)
        for move in map(tables.read, finding.continuation)
    ]
    shorter, positions = shorten_moves(
        tables, position.piles, position.redeals, moves, min(budget, SHORTENING)
    )
    line = tokens_of(tables, shorter)
    if not replay(position, line).won:
        raise RuntimeError(f"A shortened line does not win: {' '.join(line)}")
    return SearchResult(finding._replace(continuation=line), positions)


def guess(opening: Position, plays: int) -> int:
    """Play a deal at random, guided by simple rules; return how many cards come into place in all plays.

    Raises SearchUnavailableError.
    """
    require_search()
    from patience.search.engine import guess as compiled_guess  # noqa: PLC0415 - it may be missing

    return compiled_guess(opening.tables, opening.piles, plays)


def _finding(position: Position, running: "Search", known: KnownLines | None) -> Finding:
    line = running.line()
    if line is None:
        return Finding(Prospect.DEAD, Proof.EXHAUSTED) if running.is_dead else OPEN
    tokens = tokens_of(position.tables, line)
    reached = replay(position, tokens)
    if not reached.won and known is None:
        raise RuntimeError(f"A line found by the search does not win: {' '.join(tokens)}")
    if not reached.won:
        # A position of a known line, or an equivalent one of which the line is not known.
        rest = known.line_from(reached) if known else None
        if not rest or not _wins(reached, rest):
            return OPEN
        tokens += rest
    return Finding(Prospect.WINNABLE, Proof.LINE, continuation=tokens)


def tokens_of(tables: CompiledRules, line: "Line") -> tuple[str, ...]:
    """Return the moves of a line of the compiled search as a log has them."""
    return tuple(move if isinstance(move, str) else tables.token(*move) for move in line)


def _wins(position: Position, line: Sequence[str]) -> bool:
    """Return whether a line is legal and wins, as the readable engine plays it."""
    board = position.copy()
    return len(advance(board, line)) == len(line) and board.won


def replay(position: Position, line: Sequence[str]) -> Position:
    """Play a line that the search found on the readable engine and return the position reached.

    Raises RuntimeError if a move is illegal, because the search then plays by other rules.
    """
    board = position.copy()
    played = len(advance(board, line))
    if played < len(line):
        raise RuntimeError(
            f"Move {played + 1} of a line of the search is illegal: {line[played]} in {' '.join(line)}"
        )
    return board
