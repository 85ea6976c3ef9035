"""What can be proved of a position without search."""

from service.engine.legality import outcome
from service.engine.position import Position
from service.engine.reasons import Outcome
from service.prospects.dead_ends import never_freed
from service.prospects.findings import OPEN, Finding, Proof, Prospect
from service.prospects.redeal_theorem import win_by_turning
from service.prospects.waste_bound import buried_in_waste


def prove(position: Position) -> Finding:
    """Whether it is won, lost, winnable by a theorem, or dead for a reason that can be shown; else ``OPEN``.

    A function of the position alone. Whatever is found is true; much that is true is not found.
    """
    if position.won:
        return Finding(Prospect.WINNABLE, Proof.WON, continuation=())
    if outcome(position) is Outcome.LOST:
        return Finding(Prospect.DEAD, Proof.LOST)
    continuation = win_by_turning(position)
    if continuation is not None:
        return Finding(Prospect.WINNABLE, Proof.THEOREM, continuation=continuation)
    stuck = buried_in_waste(position) or never_freed(position)
    if stuck:
        return Finding(Prospect.DEAD, Proof.STATIC, stuck=tuple(sorted(stuck)))
    return OPEN
