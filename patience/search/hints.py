"""The prospect of each legal move: which moves keep the win.

A known winning line decides most moves without a search. A move keeps the win if

* it leads to a position of the line, up to the order of piles that the rules do not distinguish,
* it can be taken back, or
* the rest of the line still wins after it, without the moves that it made illegal.

The other moves are searched in equal shares of the budget. What one leaves over goes to those after it, and
each line that is found helps to decide them, too. If the position is winnable, they get a part of the budget
only, so that a large one helps to decide hard positions and costs little in easy ones. If the position itself
stayed undecided, moves are searched only with a fair part of the positions that its search took: much smaller
shares hardly ever decide.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Final, NamedTuple

from patience.play.legality import legal_moves, play, why_not
from patience.play.position import Position
from patience.search.evaluation import Prove, Search
from patience.search.findings import OPEN, Finding, Proof, Prospect
from patience.search.known_lines import look
from patience.search.proofs import prove
from patience.search.search_runner import search

Follow = Callable[[Position, Sequence[str]], tuple[str, ...] | None]
"""Plays a line from another position, without its illegal moves; returns the moves played if they win."""

_BY_LINE = Finding(Prospect.WINNABLE, Proof.LINE)


LEAST_SHARE: Final = 8
"""The least share of a move: the positions of the undecided search before it, divided by this."""

MOVES_SHARE: Final = 16
"""The part of the whole budget that the moves of a winnable position may take, but `MOVES_LEAST` at least."""

MOVES_LEAST: Final = 16_000
"""The positions that such moves may always take, if the budget has them left."""


MOST_LOOKS: Final = 50_000
"""The most positions two moves on that are compared with known ones. It matters from 223 legal moves on."""


class Hint(NamedTuple):
    """A legal move, and the prospect of the position after it."""

    move: str
    finding: Finding


class Hints(NamedTuple):
    """The prospect of a position as its moves show it, and each of them in the order of RULES §1."""

    finding: Finding
    hints: tuple[Hint, ...]
    positions: int
    """The number of positions expanded."""


def follow(position: Position, line: Sequence[str]) -> tuple[str, ...] | None:
    """Return the moves of a line that win from here if illegal ones are left out; None if they do not win."""
    after, played = position.copy(), []
    for token in line:
        move = after.tables.read(token)
        if why_not(after, move) is None:
            played.append(play(after, move))
            if after.won:
                return tuple(played)
    return None


def evaluate_moves(  # noqa: PLR0913, PLR0917 - what costs time, each to be replaced
    position: Position,
    finding: Finding,
    budget: int,
    searcher: Search = search,
    prover: Prove = prove,
    follower: Follow = follow,
    spent: int = 0,
) -> Hints:
    """Evaluate the position after each legal move, given the finding of the position itself.

    `spent` is the number of positions that the search for the finding expanded. An undecided position is
    winnable if one move is, and dead if all are. Equal arguments give equal results.
    Raises what ``searcher``, ``prover`` and ``follower`` raise.
    """
    moves = legal_moves(position)
    if finding.prospect is Prospect.DEAD:
        # A position after a dead one is dead, for the same reason.
        return Hints(finding, tuple(Hint(move, finding) for move in moves), 0)
    known = _Known(position, finding, follower)
    findings = {move: known.prove(_after(position, move), prover) for move in moves}
    if finding.prospect is Prospect.WINNABLE:
        budget = min(budget, max((budget + spent) // MOVES_SHARE, MOVES_LEAST))
    positions = 0
    unsolved = [move for move in moves if findings[move] == OPEN]
    if finding == OPEN and budget * LEAST_SHARE < spent * len(unsolved):
        budget = 0
    for number, move in enumerate(unsolved):
        child = _after(position, move)
        share = (budget - positions) // (len(unsolved) - number)
        findings[move] = known.look_up(child)
        if findings[move] == OPEN and share:
            result = searcher(child, share)
            positions += result.positions
            findings[move] = result.finding
            known.note(child, result.finding)
    hints = tuple(Hint(move, findings[move]._replace(continuation=None)) for move in moves)
    return Hints(_concluded(finding, findings), hints, positions)


def _concluded(finding: Finding, findings: dict[str, Finding]) -> Finding:
    """Return the finding of a position, completed by those of its moves."""
    if finding != OPEN or not findings:
        return finding
    for move, after in findings.items():
        if after.continuation is not None:
            return Finding(Prospect.WINNABLE, Proof.LINE, continuation=(move, *after.continuation))
    if all(after.prospect is Prospect.DEAD for after in findings.values()):
        return Finding(Prospect.DEAD, Proof.EXHAUSTED)
    return finding


class _Known:
    """Positions whose findings are known, and winning lines from the position whose moves are evaluated."""

    def __init__(self, position: Position, finding: Finding, follow_line: Follow) -> None:
        self._follow = follow_line
        self._findings: dict[Hashable, Finding] = {}
        self._lines: list[Sequence[str]] = []
        self._looks = MOST_LOOKS
        self.note(position, finding)

    def note(self, position: Position, finding: Finding) -> None:
        """Record a finding and the positions along its line."""
        if finding == OPEN:
            return
        self._findings[look(position)] = finding
        if finding.continuation:
            self._lines.append(finding.continuation)
            for after in _along(position, finding.continuation):
                self._findings[look(after)] = _BY_LINE

    def look_up(self, position: Position) -> Finding:
        """Return what is known of a position, without a search."""
        finding = self._findings.get(look(position))
        if finding is not None:
            return _BY_LINE if finding.prospect is Prospect.WINNABLE else finding
        for line in self._lines:
            played = self._follow(position, line)
            if played is not None:
                return Finding(Prospect.WINNABLE, Proof.LINE, continuation=played)
        return OPEN

    def prove(self, position: Position, prover: Prove) -> Finding:
        """Return what is known or proved of a position after a move."""
        finding = self.look_up(position)
        if finding == OPEN:
            finding = prover(position)
        if finding == OPEN and self._leads_back(position):
            return _BY_LINE
        return finding

    def _leads_back(self, position: Position) -> bool:
        """Return whether one more move leads to a position that is known to be winnable."""
        if not self._lines:
            return False
        moves = legal_moves(position)
        if len(moves) > self._looks:
            return False
        self._looks -= len(moves)
        following = (look(_after(position, move)) for move in moves)
        found = (self._findings.get(key) for key in following)
        return any(finding is not None and finding.prospect is Prospect.WINNABLE for finding in found)


def _after(position: Position, move: str) -> Position:
    after = position.copy()
    play(after, after.tables.read(move))
    return after


def _along(position: Position, line: Sequence[str]) -> Iterator[Position]:
    """Yield the same position again and again, after each move of a line."""
    after = position.copy()
    for move in line:
        play(after, after.tables.read(move))
        yield after
