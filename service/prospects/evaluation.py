"""Asks for the prospects of a position and of a whole log: proofs first, then a search within a budget."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from service.engine.advance import advance
from service.engine.position import Position
from service.prospects.findings import Finding, Prospect
from service.prospects.proofs import prove
from service.prospects.search_runner import Searched, search

Search = Callable[[Position, int], Searched]
"""Searches a position within a budget of positions expanded."""

MOST_PROVED: Final = 500
"""Positions of a log to which static proofs are put at first; of a longer log they are evenly spread."""


class TurningPoint(NamedTuple):
    """Between which numbers of moves played the game was thrown away; None where that is not known."""

    winnable_after: int | None
    """After so many moves it could still be won; after fewer too."""
    dead_after: int | None
    """After so many it could not; after more neither."""
    exact: bool
    """Whether nothing is left open between the two, the beginning and the end of the log."""


class Outlook(NamedTuple):
    """The prospect of a game as it stands and, if it was asked for, where that turned."""

    finding: Finding
    positions: int
    """Expanded by all searches together."""
    turning_point: TurningPoint | None = None


def ask(position: Position, budget: int, searcher: Search = search) -> Searched:
    """The prospect of a position.

    What a proof settles costs no positions, and a budget of 0 asks for proofs alone. Raises
    SearchUnavailableError if only a search could tell, and what else the searcher raises.
    """
    proved = prove(position)
    if proved.prospect is not Prospect.UNDECIDED or budget == 0:
        return Searched(proved, 0)
    return searcher(position, budget)


def ask_along(opening: Position, moves: Sequence[str], budget: int, searcher: Search = search) -> Outlook:
    """The prospect after all these moves, which are legal, and where on the way it turned.

    Half of the budget is for the last position, what is then left for the bisection, in equal shares. The
    same arguments have the same answer everywhere. Raises what ``ask`` raises.
    """
    finding, positions = ask(_position_after(opening, moves, len(moves)), budget // 2, searcher)
    bracket = _Bracket(len(moves))
    bracket.note(len(moves), finding)
    if bracket.widest_gap() is not None:
        _prove_along(opening, moves, bracket)
    shares = max(len(moves) - 1, 0).bit_length() + 1
    share = (budget - positions) // shares
    for _ in range(shares if share else 0):
        probe = bracket.widest_gap()
        if probe is None:
            break
        searched = ask(_position_after(opening, moves, probe), share, searcher)
        positions += searched.positions
        bracket.note(probe, searched.finding)
    if finding.prospect is Prospect.UNDECIDED and bracket.death:
        # What was dead before is dead now.
        finding = bracket.death
    return Outlook(finding, positions, bracket.turning_point())


@dataclass
class _Bracket:
    """What is known along a log, whose game turns at most once, from winnable to dead."""

    moves: int
    winnable: int = -1
    """The last position known to be winnable, as a number of moves played."""
    dead: int = field(init=False)
    """The first one known to be dead; one more than there is where none is."""
    death: Finding | None = None
    """Why that one is dead."""
    undecided: list[int] = field(default_factory=list)
    """Positions between these two in which a search was in vain."""

    def __post_init__(self) -> None:
        self.dead = self.moves + 1

    def note(self, after: int, finding: Finding) -> None:
        """Take down what was found of a position."""
        if finding.prospect is Prospect.WINNABLE:
            self.winnable = max(self.winnable, after)
        elif finding.prospect is Prospect.UNDECIDED:
            self.undecided.append(after)
        elif after < self.dead:
            self.dead, self.death = after, finding
        self.undecided = [place for place in self.undecided if self.winnable < place < self.dead]

    def widest_gap(self) -> int | None:
        """The middle of the wider gap before or after all vain searches; None if nothing is open there."""
        if not self.undecided:
            gaps = [(self.winnable, self.dead)]
        else:
            gaps = [(self.winnable, min(self.undecided)), (max(self.undecided), self.dead)]
        low, high = max(gaps, key=lambda gap: gap[1] - gap[0])
        return (low + high) // 2 if high - low > 1 else None

    def turning_point(self) -> TurningPoint:
        """The bracket as it is told."""
        return TurningPoint(
            self.winnable if self.winnable >= 0 else None,
            self.dead if self.dead <= self.moves else None,
            self.dead == self.winnable + 1,
        )


def _prove_along(opening: Position, moves: Sequence[str], bracket: _Bracket) -> None:
    """Put static proofs to every position; in a long log to some, and to those before the first dead."""
    stride = len(moves) // MOST_PROVED + 1
    _prove_at(range(0, len(moves), stride), opening, moves, bracket)
    if stride > 1:
        _prove_at(range(max(bracket.dead - stride + 1, 0), bracket.dead), opening, moves, bracket)


def _prove_at(places: range, opening: Position, moves: Sequence[str], bracket: _Bracket) -> None:
    position, played = opening.copy(), 0
    for place in places:
        advance(position, moves[played:place])
        played = place
        proved = prove(position)
        if proved.prospect is not Prospect.UNDECIDED:
            bracket.note(place, proved)


def _position_after(opening: Position, moves: Sequence[str], number: int) -> Position:
    position = opening.copy()
    advance(position, moves[:number])
    return position
