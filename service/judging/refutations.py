"""Compare a player's claim with the verdict on the log."""

from collections.abc import Mapping
from typing import Any

from patience.search.findings import Prospect
from patience.words.names import name_move
from schemas.claim import Claim, Flaw, Refutation


def refute(claim: Claim, verdict: Mapping[str, Any]) -> list[Refutation]:
    """Return every reason why a claim does not hold, in the order of `Flaw`; an empty list confirms it.

    `verdict` has the members of an answer, with the prospect if one is claimed. A log with an illegal move
    refutes every claim. The other members then describe its longest legal prefix, so a claim that is true
    of the prefix is refuted by the illegal move alone.
    """
    refutations = []
    outcome, moves_played = verdict["outcome"], verdict["moves_played"]
    if illegal := verdict["first_illegal_move"]:
        place = f"{name_move(illegal['index']).capitalize()}, {illegal['move']}"
        refutations.append(
            Refutation(Flaw.ILLEGAL_MOVE, f"{place}: {illegal['reason']}. {illegal['detail']}")
        )
    if claim.outcome not in (None, outcome):
        refutations.append(Refutation(Flaw.OUTCOME_DIFFERS, f"Claimed {claim.outcome}, found {outcome}."))
    if claim.prospect not in (None, verdict.get("prospect")):
        refutations.append(
            Refutation(Flaw.PROSPECT_DIFFERS, _prospect_detail(claim.prospect, verdict["prospect"]))
        )
    if claim.score:
        points = verdict["score"]["points"][claim.score.name]
        if claim.score.points != points:
            text = f"Claimed {claim.score.points} points by {claim.score.name}, found {points}."
            refutations.append(Refutation(Flaw.SCORE_DIFFERS, text))
    if claim.moves_played not in (None, moves_played):
        text = f"Claimed {claim.moves_played} moves, found {moves_played}."
        refutations.append(Refutation(Flaw.MOVES_DIFFER, text))
    if divergence := verdict["first_divergence"]:
        piles = ", ".join(difference["pile"] for difference in divergence["piles"])
        text = f"After {divergence['after']} moves the cards on {piles} differ. See verdict.first_divergence."
        refutations.append(Refutation(Flaw.CHECKPOINT_DIFFERS, text))
    return refutations


def _prospect_detail(claimed: Prospect | None, actual: str) -> str:
    undecided = actual == Prospect.UNDECIDED
    return f"Claimed {claimed}, {'which is not proved' if undecided else f'found {actual}'}."
