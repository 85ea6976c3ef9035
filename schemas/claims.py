"""A claim: from JSON to what the replay is held against, and the answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from marshmallow import RAISE, Schema, fields, validate

from schemas.fields import DEFAULT_MOST_MOVES
from schemas.kinds import HIGHEST_JSON_INTEGER, JsonSchema, ref
from schemas.replays import ReplayRequest, ReplayRequestSchema, request_object, to_request
from service.engine.rules import Outcome
from service.receipts.claims import Claim, Refutation

LONGEST_SUBJECT = 200


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
        validate=validate.Range(min=0, max=HIGHEST_JSON_INTEGER),
        metadata={"description": "How many moves the game has; compared with `moves_played`."},
    )


class ClaimRequestSchema(ReplayRequestSchema):
    """A game log as in a replay request, and what is claimed of it."""

    claim = fields.Nested(ClaimSchema, required=True)
    subject = fields.String(
        validate=validate.Length(max=LONGEST_SUBJECT),
        metadata={"description": "Whose claim it is: any text, repeated in the receipt."},
    )


@dataclass(frozen=True, slots=True)
class ClaimRequest:
    """What was asked: a log, what is claimed of it, and for whom."""

    replay: ReplayRequest
    claim: Claim
    subject: str | None


_SCHEMA = ClaimRequestSchema()


def load_claim_request(body: object, most_moves: int = DEFAULT_MOST_MOVES) -> ClaimRequest:
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
