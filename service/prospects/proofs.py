"""Proofs about a position that need no search."""

from typing import Final

from service.engine.legality import outcome
from service.engine.position import Position
from service.engine.reasons import Outcome
from service.prospects.dead_ends import never_freed
from service.prospects.findings import OPEN, Finding, Proof, Prospect
from service.prospects.redeal_theorem import winning_redeals
from service.prospects.waste_bound import buried_in_waste

CONCEPTS: Final = frozenset[str]()
"""The concepts of ``Rules.concepts`` that the proofs understand."""


def prove(position: Position) -> Finding:
    """Return what is proved of a position: won, lost, winnable by theorem, dead by a necessary condition, or
    open.

    The result depends on the position alone. It is always true, and not always found.
    """
    if position.won:
        return Finding(Prospect.WINNABLE, Proof.WON, continuation=())
    if outcome(position) is Outcome.LOST:
        return Finding(Prospect.DEAD, Proof.LOST)
    if position.tables.concepts - CONCEPTS:
        return OPEN
    continuation = winning_redeals(position)
    if continuation is not None:
        return Finding(Prospect.WINNABLE, Proof.THEOREM, continuation=continuation)
    stuck = buried_in_waste(position) or never_freed(position)
    if stuck:
        return Finding(Prospect.DEAD, Proof.STATIC, stuck=tuple(sorted(stuck)))
    return OPEN
