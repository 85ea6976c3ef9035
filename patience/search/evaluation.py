"""Evaluate the prospects of a position and of a whole log: proofs first, then a search within a budget.

Along a log a game turns at most once, from winnable to dead. Static proofs are tried at every position, and
then bisection with a search at each probe narrows the bracket between the last winnable and the first dead
position.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from patience.play.position import Position
from patience.play.replay import advance
from patience.search.findings import Finding, Prospect
from patience.search.proofs import prove
from patience.search.search_runner import SearchResult, search

Search = Callable[[Position, int], SearchResult]
"""Searches a position within a budget of expanded positions."""

Prove = Callable[[Position], Finding]
"""Tries static proofs on a position."""

MOST_PROVED: Final = 500
"""The most positions of a log on which static proofs are tried first.

In a longer log they are evenly spread.
"""


class TurningPoint(NamedTuple):
    """The numbers of moves played between which the game was thrown away; None where unknown."""

    winnable_after: int | None
    """The largest number of moves after which the game is known to be winnable."""
    dead_after: int | None
    """The smallest number of moves after which the game is known to be dead."""
    exact: bool
    """Whether no position between the two, or the ends of the log, is undecided."""


class Evaluation(NamedTuple):
    """The prospect of a game and, on request, its turning point."""

    finding: Finding
    positions: int
    """The number of positions expanded by all searches together."""
    turning_point: TurningPoint | None = None


def evaluate(
    position: Position, budget: int, searcher: Search = search, prover: Prove = prove
) -> SearchResult:
    """Evaluate a position.

    A proof costs no positions, and a budget of 0 allows proofs only. Raises SearchUnavailableError if only a
    search could decide, and whatever the searcher raises.
    """
    finding = prover(position)
    if finding.prospect is not Prospect.UNDECIDED or budget == 0:
        return SearchResult(finding, 0)
    return searcher(position, budget)


def evaluate_log(
    opening: Position,
    moves: Sequence[str],
    budget: int,
    searcher: Search = search,
    prover: Prove = prove,
) -> Evaluation:
    """Evaluate the position after a list of legal moves, and find its turning point.

    Half of the budget goes to the last position, the rest to the bisection in equal shares. Equal arguments
    give equal results on every machine. ``prover`` proves the positions along the log.
    Raises what ``evaluate`` and ``prover`` raise.
    """
    finding, positions = evaluate(_position_after(opening, moves, len(moves)), budget // 2, searcher)
    bracket = _Bracket(len(moves))
    bracket.note(len(moves), finding)
    if bracket.widest_gap() is not None:
        _prove_along(opening, moves, bracket, prover)
    shares = max(len(moves) - 1, 0).bit_length() + 1
    share = (budget - positions) // shares
    for _ in range(shares if share else 0):
        probe = bracket.widest_gap()
        if probe is None:
            break
        result = evaluate(_position_after(opening, moves, probe), share, searcher)
        positions += result.positions
        bracket.note(probe, result.finding)
    if finding.prospect is Prospect.UNDECIDED and bracket.death:
        # A position after a dead one is dead.
        finding = bracket.death
    return Evaluation(finding, positions, bracket.turning_point())


@dataclass
class _Bracket:
    """What is known along a log, where a game turns at most once, from winnable to dead."""

    moves: int
    winnable: int = -1
    """The last position known to be winnable, as a number of moves played; -1 for none."""
    dead: int = field(init=False)
    """The first position known to be dead; `moves` + 1 for none."""
    death: Finding | None = None
    """The finding of the first dead position."""
    undecided: list[int] = field(default_factory=list)
    """The positions between these two where a search was inconclusive."""

    def __post_init__(self) -> None:
        self.dead = self.moves + 1

    def note(self, after: int, finding: Finding) -> None:
        """Record the finding of the position after `after` moves."""
        if finding.prospect is Prospect.WINNABLE:
            self.winnable = max(self.winnable, after)
        elif finding.prospect is Prospect.UNDECIDED:
            self.undecided.append(after)
        elif after < self.dead:
            self.dead, self.death = after, finding
        self.undecided = [place for place in self.undecided if self.winnable < place < self.dead]

    def widest_gap(self) -> int | None:
        """Return the middle of the wider gap around the inconclusive searches; None if none is open."""
        if not self.undecided:
            gaps = [(self.winnable, self.dead)]
        else:
            gaps = [(self.winnable, min(self.undecided)), (max(self.undecided), self.dead)]
        low, high = max(gaps, key=lambda gap: gap[1] - gap[0])
        return (low + high) // 2 if high - low > 1 else None

    def turning_point(self) -> TurningPoint:
        """Return the bracket as the answer gives it."""
        return TurningPoint(
            self.winnable if self.winnable >= 0 else None,
            self.dead if self.dead <= self.moves else None,
            self.dead == self.winnable + 1,
        )


def _prove_along(opening: Position, moves: Sequence[str], bracket: _Bracket, prover: Prove) -> None:
    """Try static proofs at every position.

    In a long log, try some first, then all before the first dead one.
    """
    stride = len(moves) // MOST_PROVED + 1
    _prove_at(range(0, len(moves), stride), opening, moves, bracket, prover)
    if stride > 1:
        _prove_at(range(max(bracket.dead - stride + 1, 0), bracket.dead), opening, moves, bracket, prover)


def _prove_at(
    places: range, opening: Position, moves: Sequence[str], bracket: _Bracket, prover: Prove
) -> None:
    position, played = opening.copy(), 0
    for place in places:
        advance(position, moves[played:place])
        played = place
        finding = prover(position)
        if finding.prospect is not Prospect.UNDECIDED:
            bracket.note(place, finding)


def _position_after(opening: Position, moves: Sequence[str], number: int) -> Position:
    position = opening.copy()
    advance(position, moves[:number])
    return position
