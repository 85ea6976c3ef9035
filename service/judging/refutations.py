"""What a player claims of a game, held against what really happened."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from service.engine.reasons import Outcome
from service.engine.text import name_move
from service.prospects.findings import Prospect


class Flaw(StrEnum):
    """Why a claim does not hold."""

    ILLEGAL_MOVE = "illegal_move"
    OUTCOME_DIFFERS = "outcome_differs"
    PROSPECT_DIFFERS = "prospect_differs"
    MOVES_DIFFER = "moves_differ"
    CHECKPOINT_DIFFERS = "checkpoint_differs"


class Refutation(NamedTuple):
    """One thing that speaks against a claim."""

    code: Flaw
    detail: str


@dataclass(frozen=True, slots=True)
class Claim:
    """How a game stands, as its player has it: its outcome or its prospect.

    Without ``moves_played``, after however many moves.
    """

    outcome: Outcome | None
    prospect: Prospect | None
    moves_played: int | None


def refute(claim: Claim, verdict: Mapping[str, Any]) -> list[Refutation]:
    """Everything that speaks against a claim, in the order of ``Flaw``; it holds if that is nothing.

    ``verdict`` is as it is answered, with the prospect if one is claimed. A log with an illegal move bears
    out no claim. As in a verdict, its game is the longest legal prefix, so a claim that is true of that is
    refuted by the illegal move alone.
    """
    found = []
    outcome, moves_played = verdict["outcome"], verdict["moves_played"]
    if illegal := verdict["first_illegal_move"]:
        place = f"{name_move(illegal['index']).capitalize()}, {illegal['move']}"
        found.append(Refutation(Flaw.ILLEGAL_MOVE, f"{place}: {illegal['reason']}. {illegal['detail']}"))
    if claim.outcome not in (None, outcome):
        found.append(Refutation(Flaw.OUTCOME_DIFFERS, f"Claimed {claim.outcome}, found {outcome}."))
    if claim.prospect not in (None, verdict.get("prospect")):
        found.append(Refutation(Flaw.PROSPECT_DIFFERS, _prospect_found(claim.prospect, verdict["prospect"])))
    if claim.moves_played not in (None, moves_played):
        text = f"Claimed {claim.moves_played} moves, found {moves_played}."
        found.append(Refutation(Flaw.MOVES_DIFFER, text))
    if divergence := verdict["first_divergence"]:
        piles = ", ".join(difference["pile"] for difference in divergence["piles"])
        text = f"After {divergence['after']} moves other cards lie on {piles}; see verdict.first_divergence."
        found.append(Refutation(Flaw.CHECKPOINT_DIFFERS, text))
    return found


def _prospect_found(claimed: Prospect | None, found: str) -> str:
    undecided = found == Prospect.UNDECIDED
    return f"Claimed {claimed}, {'which is not proved' if undecided else f'found {found}'}."
