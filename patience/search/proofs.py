"""Proofs about a position that need no search."""

from typing import Final

from patience.cards.reasons import Outcome
from patience.play.legality import outcome
from patience.play.position import Position
from patience.rules.concepts import known_by
from patience.search.dead_ends import dead_end
from patience.search.findings import OPEN, Finding, Proof, Prospect
from patience.search.redeal_theorem import winning_redeals
from patience.search.waste_bound import buried_in_waste

CONCEPTS: Final = known_by("proofs")
"""The concepts of ``Rules.concepts`` that the proofs understand. Rules with another concept are declined.

* ``packs``, ``suits``, ``ranks``: the proofs count the copies that a position has.
* ``arrange``, ``heads``, ``heads_home``, ``home``, ``sweeps``, ``chosen_bases`` concern the deal alone.
* ``base``: compiled rules carry the ranks of the deal's base.
* ``wrap``, ``direction``, ``any_rank``, ``other_suit`` change what lies on what. Reachability reads that
  from the compiled rows.
* ``whole_only``, ``capacity``, ``takes_from``, ``hold_waste`` forbid moves. A proof that ignores a
  prohibition is still sound.
* ``closed_foundations``: a foundation that is complete when the game opens is like one that was completed.
* ``draw``: every card of the stock counts as exposed, whether or not a draw of several cards passes it.
* ``deep_reserve``: a card that leaves a reserve pile exposes the card below it, as in a column.
* ``open_refill``: every card of a pile that fills vacancies counts as free to come to a column.
* ``deal_to_reserve``, ``deals``: every card of a stock that is dealt counts as exposed, wherever it goes.
* ``supermove``: a group that moves in parts counts as a run: only its last card must be exposed.
* ``cells``: every exposed card could leave once a cell could be empty, at first or because its card could
  leave.
* ``gather``, ``gather_in_rounds``, ``shuffles``: a redeal that gathers the columns changes the order of
  their cards: ``_may_gather`` declines it.
* ``win_all_cards``: no single foundation must be full, but every card must leave its place, and find a
  foundation.
"""


def prove(position: Position, *, explained: bool = True) -> Finding:
    """Return what is proved of a position: won, lost, winnable by theorem, dead by a necessary condition, or
    open.

    The result depends on the position alone. It is always true, and not always found. Without the explanation
    of a dead end, ``because`` is shorter, and the proof takes half the time.
    """
    if position.won:
        return Finding(Prospect.WINNABLE, Proof.WON, continuation=())
    if outcome(position) is Outcome.LOST:
        return Finding(Prospect.DEAD, Proof.LOST)
    if position.tables.concepts - CONCEPTS or _may_gather(position):
        return OPEN
    continuation = winning_redeals(position)
    if continuation is not None:
        return Finding(Prospect.WINNABLE, Proof.THEOREM, continuation=continuation)
    found = buried_in_waste(position) or dead_end(position, explained=explained)
    if found:
        return Finding(Prospect.DEAD, Proof.STATIC, stuck=found.stuck, because=found.because)
    return OPEN


def _may_gather(position: Position) -> bool:
    """Return whether a redeal that gathers the columns is left."""
    stock = position.tables.rules.stock
    return stock is not None and stock.gathers and stock.allows_redeal(position.redeals)
