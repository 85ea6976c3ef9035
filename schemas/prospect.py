"""Prospects: whether a game can still be won, and the proof."""

from typing import Any, Final

from patience.cards import CODES
from patience.search.findings import Finding, Proof, Prospect, Relation, Step
from schemas.response_fields import AnswerSchema, JsonSchema, listed, many, named, words

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
    "Relation": words(
        {
            Relation.MUST_LEAVE: "a win needs `card` on a foundation, so it must leave `pile`",
            Relation.NEEDED: "the foundation `pile` needs one of `cards`",
            Relation.TOO_FEW_LEFT: "`pile` and foundations like it need more cards than are left: `cards`",
            Relation.UNDER: "in `pile`, `card` lies under the card in `cards`",
            Relation.OVER: "in `pile`, `card` lies over the card in `cards`",
            Relation.ONLY_ONTO: "of the cards on columns, `card` can only go onto one of `cards`",
            Relation.HOME: "`card` is on the foundation `pile`, which keeps it",
            Relation.NOT_IN_COLUMN: "`card` is in `pile`, where no card can go onto it",
            Relation.NO_EMPTY_COLUMN: "`card` could go to an empty column, but `cards` lie in all of them",
            Relation.NO_EMPTY_CELL: "`card` could go to an empty cell, but `cards` lie in all of them",
            Relation.FOUNDATION_WAITS: "the foundation `pile` takes `card` only after one of `cards`",
            Relation.SEQUENCE_WAITS: "a whole sequence that `card` leads needs one of `cards`",
            Relation.IN_STOCK: "`card` is in the stock, and too few cards are left for a deal",
            Relation.BURIED: "`card` is in the waste under `cards`, and too few can be played before it",
        },
        "What a step of an explanation states:",
        "leave the step out.",
    ),
}


class ProofStepSchema(AnswerSchema):
    """A step of an explanation: a fact about the position."""

    relation = named("Relation")
    card = named("Card")
    pile = named("PileName", "The pile of the card, or the foundation that the relation is about.")
    cards = listed("Card", "The other cards of the relation.")


class ProofSchema(AnswerSchema):
    """The proof that a game is winnable or dead."""

    kind = named("ProofKind")
    stuck = listed(
        "Card",
        "For a static proof: a few cards that can never all be freed, one entry per copy.",
        required=False,
    )
    because = many(
        ProofStepSchema,
        "For a static proof: facts about a position in which cards wait for each other. They hold in the "
        "position that was proved dead. With a turning point, that is the position after `dead_after` moves.",
        required=False,
    )


def finding_json(finding: Finding) -> dict[str, Any]:
    """Return the members for a prospect and its proof; an undecided one has no proof."""
    if finding.proof is None:
        return {"prospect": finding.prospect}
    proof: dict[str, Any] = {"kind": finding.proof}
    if finding.proof is Proof.STATIC:
        proof["stuck"] = [CODES[card] for card in finding.stuck]
        proof["because"] = [_step_json(step) for step in finding.because]
    return {"prospect": finding.prospect, "proof": proof}


def _step_json(step: Step) -> dict[str, Any]:
    return {
        "relation": step.relation,
        "card": CODES[step.card],
        "pile": step.pile,
        "cards": [CODES[card] for card in step.cards],
    }
