"""Whether a game can still be won, in the terms of the library's public face."""

from typing import NamedTuple

from patience.cards.notation import Move
from patience.patience_error import BAD_BUDGET, NO_SEARCH, PatienceError, whole_number
from patience.play.position import Position
from patience.search.evaluation import evaluate
from patience.search.fewest_moves import FewestMoves, fewest_moves
from patience.search.findings import Finding, Proof, Prospect, describe_step, describe_stuck
from patience.search.search_runner import SearchUnavailableError


class Outlook(NamedTuple):
    """Whether some line of legal moves wins, with the evidence."""

    prospect: Prospect
    """``winnable``, ``dead`` or ``undecided``."""
    proof: Proof | None
    """How that is proved; None if it is undecided."""
    line: tuple[Move, ...] | None
    """Moves that win the game, if they are known."""
    explanation: tuple[str, ...]
    """Sentences that say which cards can never be freed, and why; empty without such a proof."""
    positions: int
    """How many positions the search expanded."""
    at_least: int | None = None
    """If the fewest moves were asked for: a proved bound of the moves of any winning line."""

    @property
    def is_shortest(self) -> bool:
        """Return whether the line is proved to have the fewest moves."""
        return self.line is not None and len(self.line) == self.at_least


def outlook(position: Position, budget: int, *, shortest: bool = False) -> Outlook:
    """Return the outlook of a position.

    Raises PatienceError for a negative budget, and if a search is needed and is not compiled.
    """
    finding, at_least, positions = _evaluated(position, budget, shortest=shortest)
    line = None if finding.continuation is None else tuple(map(Move, finding.continuation))
    return Outlook(finding.prospect, finding.proof, line, _explanation(finding), positions, at_least)


def hint(position: Position, budget: int) -> Move | None:
    """Return a move after which the position is known to be winnable, None if none is found.

    Raises PatienceError like ``outlook``.
    """
    line = _evaluated(position, budget, shortest=False).finding.continuation
    return Move(line[0]) if line else None


def _evaluated(position: Position, budget: int, *, shortest: bool) -> FewestMoves:
    budget = whole_number(budget, "The budget", BAD_BUDGET, 0)
    try:
        finding, positions = evaluate(position, budget // 4 if shortest else budget)
        if not shortest:
            return FewestMoves(finding, None, positions)
        fewest = fewest_moves(position, finding, budget - positions)
    except SearchUnavailableError as error:
        raise PatienceError(NO_SEARCH, f"{error} With a budget of 0, proofs alone are tried.") from None
    return fewest._replace(positions=positions + fewest.positions)


def _explanation(finding: Finding) -> tuple[str, ...]:
    if not finding.stuck:
        return ()
    stuck = describe_stuck(finding.stuck)
    return (f"{stuck}.", *map(describe_step, finding.because))
