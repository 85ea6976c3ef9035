"""Prospects: whether a game can still be won, and the proof."""

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
        "Whether the game can still be won; proved, never guessed:",
        "treat an unknown one as undecided.",
    ),
    "ProofKind": words(
        {
            Proof.WON: "winnable, because it is won",
            Proof.LINE: "winnable, because a line of moves wins",
            Proof.THEOREM: "winnable, because every position of this kind is",
            Proof.LOST: "dead, because it is lost by the rules",
            Proof.STATIC: "dead, because some cards can never be freed: `stuck` names them",
            Proof.EXHAUSTED: "dead, because every reachable position was visited",
        },
        "The kind of proof:",
        "treat an unknown one like the others.",
    ),
}


class ProofSchema(AnswerSchema):
    """The proof that a game is winnable or dead."""

    kind = named("ProofKind")
    stuck = Described(
        {"type": "array", "items": ref("Card")},
        "For a static proof: a few cards that can never all be freed, one entry per copy.",
        required=False,
    )


def finding_json(finding: Finding) -> dict[str, Any]:
    """Return the members for a prospect and its proof; an undecided one has no proof."""
    if finding.proof is None:
        return {"prospect": finding.prospect}
    proof: dict[str, Any] = {"kind": finding.proof}
    if finding.proof is Proof.STATIC:
        proof["stuck"] = [CODES[card] for card in finding.stuck]
    return {"prospect": finding.prospect, "proof": proof}
