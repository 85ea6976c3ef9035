"""Claims: what is claimed of a game, and whether it holds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

import orjson
from marshmallow import ValidationError, validates_schema

from schemas.replay_request import ReplayRequest, ReplayRequestSchema, request_object, to_request
from schemas.request_fields import One, RequestSchema, Text, WholeNumber, Word
from schemas.response_fields import (
    AnswerSchema,
    Described,
    JsonSchema,
    boolean,
    closed_words,
    many,
    named,
    nested,
    string,
    words,
)
from schemas.verdicts import OUTCOMES, VerdictSchema
from service.config import Settings
from service.engine.reasons import Outcome
from service.judging.field_errors import Complaint
from service.judging.refutations import Claim, Flaw, Refutation
from service.judging.strict_json import HIGHEST_INTEGER
from service.prospects.findings import Prospect

LONGEST_NAME = 200
"""Of a subject or an audience."""

FLAWS: Final = {
    Flaw.ILLEGAL_MOVE: "the log has an illegal move, so it bears out no claim",
    Flaw.OUTCOME_DIFFERS: "the log comes to another outcome",
    Flaw.PROSPECT_DIFFERS: "that the game is dead is not proved, or it is winnable",
    Flaw.MOVES_DIFFER: "another number of moves was played",
    Flaw.CHECKPOINT_DIFFERS: "a checkpoint does not hold",
}

CLAIMED_PROSPECTS: Final = {Prospect.DEAD: "nobody can win it any more, which is proved without search"}

NAMED: Final[dict[str, JsonSchema]] = {
    "ClaimedOutcome": closed_words(OUTCOMES, "How the game is said to stand:"),
    "ClaimedProspect": closed_words(CLAIMED_PROSPECTS, "What is said of the game's prospects:"),
    "RefutationCode": words(
        FLAWS, "What speaks against a claim:", "an unknown one speaks against it too; show `detail`."
    ),
}


class ClaimSchema(RequestSchema):
    """How the game stands, as its player has it: exactly one of `outcome` and `prospect`."""

    # As for seeds and decks.
    json_schema: ClassVar[JsonSchema] = {
        "if": {"required": ["outcome"]},
        "then": {"not": {"required": ["prospect"]}},
        "else": {"required": ["prospect"]},
    }

    outcome = Word("ClaimedOutcome", tuple(Outcome), "The outcome that the log comes to.")
    prospect = Word(
        "ClaimedProspect",
        tuple(CLAIMED_PROSPECTS),
        "The prospect of the position reached; the verdict then includes it.",
    )
    moves_played = WholeNumber(
        "How many moves the game has; compared with the verdict's `moves_played`.", highest=HIGHEST_INTEGER
    )

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def check_what_is_claimed(self, _claim: object, asked: object, **_: object) -> None:
        """Raise ValidationError unless one thing is claimed."""
        if isinstance(asked, dict) and ("outcome" in asked) == ("prospect" in asked):
            given = "both were" if "outcome" in asked else "neither was"
            detail = f"Exactly one of outcome and prospect is claimed; {given} given."
            raise ValidationError(Complaint("outcome_or_prospect", detail))


class ClaimRequestSchema(ReplayRequestSchema):
    """A game log as in a replay request, and what is claimed of it."""

    claim = One(ClaimSchema, required=True)
    subject = Text(
        "Whose claim it is, which nobody has checked: any text, the receipt's `sub`.",
        shortest=1,
        longest=LONGEST_NAME,
    )
    audience = Text(
        "Whom the receipt is for: any text, its `aud`. With a claims token its name is the default.",
        shortest=1,
        longest=LONGEST_NAME,
    )


class RefutationSchema(AnswerSchema):
    """One thing that speaks against a claim."""

    code = named("RefutationCode")
    detail = string("The same in a sentence, with what was claimed and what was found.")


class ClaimAnswerSchema(AnswerSchema):
    """Whether a claim holds; if it does, with a receipt, which anyone can check against the key set."""

    confirmed = boolean("Whether nothing speaks against the claim.")
    refutations = many(RefutationSchema, "All that speaks against the claim.")
    verdict = nested(VerdictSchema, "What really happened, as `POST /v1/replays` answers it.")
    receipt = Described(
        {"type": ["string", "null"], "pattern": r"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$"},
        "A JWT signed with Ed25519, of type `patience-receipt+jwt`, whose payload is a `ReceiptPayload`. "
        "Null if the claim is refuted or this service has no key.",
    )


@dataclass(frozen=True, slots=True)
class ClaimRequest:
    """What was asked: a log, what is claimed of it, and for whom."""

    replay: ReplayRequest
    claim: Claim
    subject: str | None
    audience: str | None


_SCHEMA = ClaimRequestSchema()


def load_claim_request(body: object, most_moves: int = Settings.most_moves) -> ClaimRequest:
    """A request body, already parsed, as a log and a claim.

    Raises ValidationError with everything that is wrong with it.
    """
    asked = _SCHEMA.load(request_object(body, most_moves))
    replay = to_request(asked)
    if "prospect" in asked["claim"]:
        replay = replace(replay, include=replay.include | {"prospect"})
    return ClaimRequest(replay, _claim(asked["claim"]), asked.get("subject"), asked.get("audience"))


def _claim(asked: dict[str, Any]) -> Claim:
    return Claim(
        outcome=Outcome(asked["outcome"]) if "outcome" in asked else None,
        prospect=Prospect(asked["prospect"]) if "prospect" in asked else None,
        moves_played=asked.get("moves_played"),
    )


def claim_json(
    refutations: Sequence[Refutation], verdict: orjson.Fragment, receipt: str | None
) -> dict[str, Any]:
    """The answer to a claim, for orjson."""
    return {
        "confirmed": not refutations,
        "refutations": [{"code": code, "detail": detail} for code, detail in refutations],
        "verdict": verdict,
        "receipt": receipt,
    }
