"""Claims: what is claimed of a game, and whether it holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from marshmallow import RAISE, Schema, fields, validate

from schemas.described import (
    AnswerSchema,
    Described,
    JsonSchema,
    boolean,
    many,
    named,
    nested,
    ref,
    string,
    words,
)
from schemas.replays import ReplayRequest, ReplayRequestSchema, request_object, to_request
from schemas.verdicts import VerdictSchema
from service.claims import Claim, Flaw, Refutation
from service.config import Settings
from service.engine.rules import Outcome
from service.strict_json import HIGHEST_INTEGER

LONGEST_SUBJECT = 200

FLAWS: Final = {
    Flaw.ILLEGAL_MOVE: "the log has an illegal move, so it bears out no claim",
    Flaw.OUTCOME_DIFFERS: "the log comes to another outcome",
    Flaw.MOVES_DIFFER: "another number of moves was played",
    Flaw.CHECKPOINT_DIFFERS: "a checkpoint does not hold",
}

NAMED: Final[dict[str, JsonSchema]] = {"RefutationCode": words(FLAWS, "What speaks against a claim:")}


class ClaimedOutcome(fields.Enum[Outcome]):
    """An outcome by its word."""

    json_schema: ClassVar[JsonSchema] = ref("Outcome")


class ClaimSchema(Schema):
    """How the game stands, as its player has it."""

    class Meta:
        unknown = RAISE

    outcome = ClaimedOutcome(
        Outcome,
        by_value=fields.String,
        required=True,
        metadata={"description": "The outcome that the log comes to."},
    )
    moves = fields.Integer(
        strict=True,
        validate=validate.Range(min=0, max=HIGHEST_INTEGER),
        metadata={"description": "How many moves the game has; compared with `moves_played`."},
    )


class ClaimRequestSchema(ReplayRequestSchema):
    """A game log as in a replay request, and what is claimed of it."""

    claim = fields.Nested(ClaimSchema, required=True)
    subject = fields.String(
        validate=validate.Length(max=LONGEST_SUBJECT),
        metadata={"description": "Whose claim it is: any text, repeated in the receipt."},
    )


class RefutationSchema(AnswerSchema):
    """One thing that speaks against a claim."""

    code = named("RefutationCode")
    detail = string("The same in a sentence, with what was claimed and what was found.")


class ClaimAnswerSchema(AnswerSchema):
    """Whether a claim holds; if it does, with a receipt, which anyone can check against the key set."""

    confirmed = boolean("Whether nothing speaks against the claim.")
    refutations = many(RefutationSchema, "All that speaks against the claim.")
    replay = nested(VerdictSchema, "What really happened, as `POST /v1/replays` answers it.")
    receipt = Described(
        {"type": ["string", "null"], "pattern": r"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$"},
        "A JWT signed with Ed25519, of type `patience-receipt+jwt`, with `iss`, `iat`, `subject`, `id`, "
        "`deal_id`, `variant`, `rules`, `rules_version`, `outcome` and `moves`. Null if the claim is refuted "
        "or this service has no key.",
    )


@dataclass(frozen=True, slots=True)
class ClaimRequest:
    """What was asked: a log, what is claimed of it, and for whom."""

    replay: ReplayRequest
    claim: Claim
    subject: str | None


_SCHEMA = ClaimRequestSchema()


def load_claim_request(body: object, most_moves: int = Settings.most_moves) -> ClaimRequest:
    """A request body, already parsed, as a log and a claim.

    Raises ValidationError with everything that is wrong with it.
    """
    asked = _SCHEMA.load(request_object(body, most_moves))
    return ClaimRequest(to_request(asked), Claim(**asked["claim"]), asked.get("subject"))


def claim_json(
    refutations: Sequence[Refutation], replay: dict[str, Any], receipt: str | None
) -> dict[str, Any]:
    """The answer to a claim; ``replay`` is the verdict as JSON."""
    return {
        "confirmed": not refutations,
        "refutations": [{"code": code, "detail": detail} for code, detail in refutations],
        "replay": replay,
        "receipt": receipt,
    }
