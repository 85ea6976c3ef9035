"""Prospects: whether a game can still be won, and how that is proved."""

from typing import Any, Final

from schemas.response_fields import AnswerSchema, Described, JsonSchema, named, ref, words
from service.engine.cards import CODES
from service.prospects.findings import Finding, Proof, Prospect

NAMED: Final[dict[str, JsonSchema]] = {
    "Prospect": words(
        {
            Prospect.WINNABLE: "some line of legal moves wins",
            Prospect.DEAD: "no line of legal moves wins",
            Prospect.UNDECIDED: "neither was proved",
        },
        "Whether the game can still be won, which is proved, never guessed:",
        "take an unknown one for undecided.",
    ),
    "ProofKind": words(
        {
            Proof.WON: "winnable, for it is won",
            Proof.LINE: "winnable, for a line of moves wins",
            Proof.THEOREM: "winnable, for every position of this kind is",
            Proof.LOST: "dead, for it is lost by the rules",
            Proof.STATIC: "dead, for some cards can never be freed: `stuck` names them",
            Proof.EXHAUSTED: "dead, for every position that can be reached was visited",
        },
        "How a prospect is proved:",
        "it is a proof like the others.",
    ),
}


class ProofSchema(AnswerSchema):
    """Why a game is winnable or dead."""

    kind = named("ProofKind")
    stuck = Described(
        {"type": "array", "items": ref("Card")},
        "Of a static proof: a few cards that can never all be freed, twice where both copies are.",
        required=False,
    )


def finding_json(finding: Finding) -> dict[str, Any]:
    """The members that tell a prospect and its proof; what is undecided has none."""
    if finding.proof is None:
        return {"prospect": finding.prospect}
    proof: dict[str, Any] = {"kind": finding.proof}
    if finding.proof is Proof.STATIC:
        proof["stuck"] = [CODES[card] for card in finding.stuck]
    return {"prospect": finding.prospect, "proof": proof}
