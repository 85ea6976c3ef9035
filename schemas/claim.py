"""Claims about a game, their refutations, and receipts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar, Final, NamedTuple

import orjson
from marshmallow import ValidationError, validates_schema

from patience.cards.reasons import Outcome
from patience.play.scores import score_names
from patience.rules.scoring_rules import CLAIMED
from patience.search.findings import Prospect
from schemas.daily_deal import DailyReferenceSchema
from schemas.field_errors import FieldError, brief, invalid_field, json_type
from schemas.inline_declaration import NOT_HERE
from schemas.limits import LONGEST_NAME, MOST_MOVES
from schemas.pace import PaceSchema
from schemas.prospect import ProofSchema
from schemas.replay_request import ONE_DEAL, ReplayRequest, ReplayRequestSchema, request_object, to_request
from schemas.request_fields import CheckedField, One, RequestSchema, Text, WholeNumber, Word
from schemas.response_fields import (
    AnswerSchema,
    Described,
    JsonSchema,
    boolean,
    closed_words,
    count,
    many,
    named,
    nested,
    string,
    words,
)
from schemas.strict_json import HIGHEST_INTEGER
from schemas.ticket import TicketUseSchema
from schemas.variant_description import VariantId
from schemas.verdicts import OUTCOMES, VerdictSchema

MOST_POINTS: Final = 1_000_000_000
MOST_SECONDS: Final = 100_000_000
"""Three years."""

MOST_UNDOS: Final = 1_000_000

LONGEST_TICKET: Final = 4000
"""Characters of a ticket: names of 200 characters have at most 1200 bytes as JSON, 1600 as base64url."""


class Flaw(StrEnum):
    """Why a claim does not hold."""

    ILLEGAL_MOVE = "illegal_move"
    OUTCOME_DIFFERS = "outcome_differs"
    PROSPECT_DIFFERS = "prospect_differs"
    SCORE_DIFFERS = "score_differs"
    MOVES_DIFFER = "moves_differ"
    CHECKPOINT_DIFFERS = "checkpoint_differs"
    TICKET_NOT_GENUINE = "ticket_not_genuine"
    TICKET_OF_OTHER_AUDIENCE = "ticket_of_other_audience"
    TICKET_OF_OTHER_PLAYER = "ticket_of_other_player"
    TICKET_OF_OTHER_RULES = "ticket_of_other_rules"
    TICKET_OF_OTHER_DEAL = "ticket_of_other_deal"
    TICKET_EXPIRED = "ticket_expired"
    TICKET_NOT_YET_VALID = "ticket_not_yet_valid"
    TIMES_TOO_LONG = "times_too_long"
    TICKET_USED = "ticket_used"


class Refutation(NamedTuple):
    """One reason why a claim does not hold."""

    code: Flaw
    detail: str


class ClaimedScore(NamedTuple):
    """A score by one of the game's scorings."""

    name: str
    points: int


@dataclass(frozen=True, slots=True)
class Claim:
    """A claimed outcome or prospect, and optionally the number of moves played."""

    outcome: Outcome | None
    prospect: Prospect | None
    moves_played: int | None
    score: ClaimedScore | None = None
    seconds: int | None = None
    """How long the game took, as the client says."""
    undos: int | None = None
    """How many moves were taken back, as the client says."""
    hints: int | None = None
    """How many hints the player asked for, as the client says."""


FLAWS: Final = {
    Flaw.ILLEGAL_MOVE: "the log has an illegal move, so it supports no claim",
    Flaw.OUTCOME_DIFFERS: "the log has another outcome",
    Flaw.PROSPECT_DIFFERS: "the game is winnable, or is not proved to be dead",
    Flaw.SCORE_DIFFERS: "the log has another score",
    Flaw.MOVES_DIFFER: "the number of moves played differs",
    Flaw.CHECKPOINT_DIFFERS: "the piles differ at a checkpoint",
    Flaw.TICKET_NOT_GENUINE: "this service did not issue the ticket",
    Flaw.TICKET_OF_OTHER_AUDIENCE: "the ticket is for another site",
    Flaw.TICKET_OF_OTHER_PLAYER: "the ticket is for another player",
    Flaw.TICKET_OF_OTHER_RULES: "the ticket is for another variant, options or version of the rules",
    Flaw.TICKET_OF_OTHER_DEAL: "the ticket is for another deal",
    Flaw.TICKET_EXPIRED: "the claim arrived after the ticket had ended",
    Flaw.TICKET_NOT_YET_VALID: "the claim arrived before the ticket was issued, by the service's clocks",
    Flaw.TIMES_TOO_LONG: "the times of the moves exceed the time since the ticket was issued",
    Flaw.TICKET_USED: "the ticket was used for another claim",
}

CLAIMED_PROSPECTS: Final = {Prospect.DEAD: "no line of moves wins, which is proved without search"}

NAMED: Final[dict[str, JsonSchema]] = {
    "ClaimedOutcome": closed_words(OUTCOMES, "The claimed outcome:"),
    "ClaimedProspect": closed_words(CLAIMED_PROSPECTS, "The claimed prospect:"),
    "RefutationCode": words(
        FLAWS, "Why a claim does not hold:", "the claim is refuted all the same; show `detail`."
    ),
}


class Points(CheckedField):
    """A whole number, which may be negative."""

    json_schema: ClassVar[JsonSchema] = {"type": "integer", "minimum": -MOST_POINTS, "maximum": MOST_POINTS}

    def _deserialize(self, value: object, *_: object, **__: object) -> int:
        if type(value) is not int:
            raise invalid_field("wrong_type", f"Expected a whole number, not {json_type(value)}.")
        if abs(value) > MOST_POINTS:
            detail = f"Expected a whole number from -{MOST_POINTS} to {MOST_POINTS}."
            raise invalid_field("out_of_range", detail, limit=MOST_POINTS)
        return value


class ClaimedScoreSchema(RequestSchema):
    """A score by one of the game's scorings."""

    name = Text("A scoring of the game, as `score.points` of a verdict names it.", longest=40, required=True)
    points = Points(required=True)


class ClaimSchema(RequestSchema):
    """What is claimed of the game: exactly one of `outcome` and `prospect`."""

    # Exactly one of the two, as for seed and deck.
    json_schema: ClassVar[JsonSchema] = {
        "if": {"required": ["outcome"]},
        "then": {"not": {"required": ["prospect"]}},
        "else": {"required": ["prospect"]},
    }

    outcome = Word("ClaimedOutcome", tuple(Outcome), "The outcome of the position reached.")
    prospect = Word(
        "ClaimedProspect",
        tuple(CLAIMED_PROSPECTS),
        "The prospect of the position reached; the verdict then includes it.",
    )
    moves_played = WholeNumber(
        "The number of moves; compared with the verdict's `moves_played`.", highest=HIGHEST_INTEGER
    )
    score = One(ClaimedScoreSchema)
    seconds = WholeNumber(
        "How long the game took. Nothing checks it: a receipt repeats it as `claimed_seconds`.",
        highest=MOST_SECONDS,
    )
    undos = WholeNumber(
        "How many moves were taken back. Nothing checks it: a receipt repeats it as `claimed_undos`, and a "
        "scoring with points for `undo` counts it.",
        highest=MOST_UNDOS,
    )
    hints = WholeNumber(
        "How many hints the player asked for. Nothing checks it: a receipt repeats it as `claimed_hints`, "
        "and a scoring with points for `hint` counts it.",
        highest=MOST_UNDOS,
    )

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def check_one_claim(self, _claim: object, members: object, **_: object) -> None:
        """Raise ValidationError unless exactly one of outcome and prospect is claimed."""
        if isinstance(members, dict) and ("outcome" in members) == ("prospect" in members):
            both = "both were given" if "outcome" in members else "neither was given"
            detail = f"Exactly one of outcome and prospect is required; {both}."
            raise invalid_field("outcome_or_prospect", detail)


class ClaimRequestSchema(ReplayRequestSchema):
    """A game log as in a replay request, but always of a variant, and a claim about it."""

    class Meta(RequestSchema.Meta):
        exclude = ("declaration", "lenient")

    json_schema: ClassVar[JsonSchema] = ONE_DEAL

    variant = VariantId(required=True)
    claim = One(ClaimSchema, required=True)
    subject = Text(
        "Who claims it: any text, unchecked; the receipt's `sub`.",
        shortest=1,
        longest=LONGEST_NAME,
    )
    audience = Text(
        "Who the receipt is for: any text, its `aud`. The default is the name of the claims token, if any.",
        shortest=1,
        longest=LONGEST_NAME,
    )

    ticket = Text(
        "The ticket that the player got for this deal, as `POST /v1/tickets` answered it. The receipt then "
        "says within how many seconds the game was played.",
        shortest=1,
        longest=LONGEST_TICKET,
    )


class RefutationSchema(AnswerSchema):
    """One reason why a claim does not hold."""

    code = named("RefutationCode")
    detail = string("The reason in a sentence, with the claimed and the actual value.")


class ClaimAnswerSchema(AnswerSchema):
    """Whether a claim holds; if it does, with a receipt that anyone can verify against the key set."""

    confirmed = boolean("Whether the claim holds.")
    refutations = many(RefutationSchema, "Every reason why the claim does not hold.")
    verdict = nested(VerdictSchema, "The verdict, as `POST /v1/replays` answers it.")
    receipt = Described(
        {"type": ["string", "null"], "pattern": r"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$"},
        "A JWT signed with Ed25519, of type `patience-receipt+jwt`, whose payload is a `ReceiptPayload`. "
        "Null if the claim is refuted or the service has no key.",
    )


@dataclass(frozen=True, slots=True)
class ClaimRequest:
    """A log, a claim about it, and who the receipt is for."""

    replay: ReplayRequest
    claim: Claim
    subject: str | None
    audience: str | None
    ticket: str | None = None


_SCHEMA = ClaimRequestSchema()


def load_claim_request(body: object, most_moves: int = MOST_MOVES) -> ClaimRequest:
    """Return the request of a parsed body. Raises ValidationError or Problem if it is not valid."""
    fields = _SCHEMA.load(request_object(body, most_moves, no_declaration=NOT_HERE))
    replay, claim = to_request(fields), fields["claim"]
    if "prospect" in claim:
        replay = replace(replay, include=replay.include | {"prospect"})
    claimed = {event: claim[member] for event, member in CLAIMED.items() if member in claim}
    replay = replace(replay, claimed=claimed)
    if "score" in claim:
        _check_scoring(replay, claim["score"]["name"])
        replay = replace(replay, include=replay.include | {"score"})
    return ClaimRequest(
        replay, _claim(claim), fields.get("subject"), fields.get("audience"), fields.get("ticket")
    )


def _check_scoring(request: ReplayRequest, name: str) -> None:
    """Raise ValidationError unless the game has a scoring of this name."""
    tables = request.log.deal.tables
    known = score_names(tables)
    if name not in known:
        has = f"Its scorings: {', '.join(known)}." if known else "It has none."
        detail = f"{tables.variant.id} has no scoring {brief(name)} under these options. {has}"
        error = FieldError("unknown_value", detail, value=name, known=known)
        raise ValidationError({"claim": {"score": {"name": [error]}}})


def _claim(fields: dict[str, Any]) -> Claim:
    return Claim(
        outcome=Outcome(fields["outcome"]) if "outcome" in fields else None,
        prospect=Prospect(fields["prospect"]) if "prospect" in fields else None,
        moves_played=fields.get("moves_played"),
        score=ClaimedScore(**fields["score"]) if "score" in fields else None,
        seconds=fields.get("seconds"),
        **{member: fields.get(member) for member in CLAIMED.values()},
    )


def claim_json(
    refutations: Sequence[Refutation], verdict: orjson.Fragment, receipt: str | None
) -> dict[str, Any]:
    """Return the answer to a claim, for orjson."""
    return {
        "confirmed": not refutations,
        "refutations": [{"code": code, "detail": detail} for code, detail in refutations],
        "verdict": verdict,
        "receipt": receipt,
    }


class KeySchema(AnswerSchema):
    """The public part of a key, RFC 8037."""

    kty = string("Ignore keys of other kinds.", examples=["OKP"])
    crv = string(examples=["Ed25519"])
    x = string("The key: 32 bytes as base64url.")
    use = string(examples=["sig"])
    alg = string("As in RFC 9864.", examples=["Ed25519"])
    kid = string("The key's RFC 7638 thumbprint, which a receipt's header names.")


class KeySetSchema(AnswerSchema):
    """Every key whose receipts are genuine, RFC 7517; empty if the service signs none."""

    keys = many(KeySchema, "The current signing key is the first.")


class ReceiptPayloadSchema(AnswerSchema):
    """The payload of a receipt."""

    receipt_version = string("The version of this format.", examples=["2"])
    iss = string("The issuer: the signing service's `REFEREE_ISSUER`.")
    aud = string(
        "The site that the receipt is for: the claim's `audience`, or else the name of the claim's token. "
        "Every other recipient refuses it.",
        required=False,
    )
    sub = string("The player: the claim's `subject`, which is not checked.", required=False)
    ref = string("The client's own name for the log, if the claim has one.", required=False)
    daily = nested(
        DailyReferenceSchema, "If the game was played on a daily deal whose day had begun.", required=False
    )
    iat = count("The time of signing, in seconds since 1970.")
    jti = named(
        "Hash",
        "The SHA-256 of the other members except `iat`, as JSON with sorted keys, without spaces, in UTF-8. "
        "The same claim always gets the same value.",
    )
    id = named("Hash", "As in the verdict.")
    deal_id = named("Hash", "As in the verdict.")
    game_id = named("Hash", "As in the verdict. A recipient detects a resubmitted game by it.")
    variant = string("The variant's id.")
    rules = named("SettledRules")
    rules_version = string("The version of the variant's rules that judged.")
    outcome = named("Outcome")
    moves_played = count("The number of moves played.")
    deal = Described(
        {
            "type": "object",
            "properties": {
                "seed": {"type": "string"},
                "own_deck": {"type": "boolean", "const": True},
                "own_board": {"type": "boolean", "const": True},
            },
            "minProperties": 1,
            "maxProperties": 1,
        },
        "Where the deal came from: the `seed`, or `own_deck` or `own_board` if the client chose each card "
        'itself. A recipient who gave the player a seed compares this member with `{"seed": "…"}`. Older '
        "receipts lack it.",
        required=False,
    )
    own_board = Described(
        {"type": "boolean", "const": True}, "As in `deal`; older than that member.", required=False
    )
    score = Described(
        {"type": "object", "additionalProperties": {"type": "integer"}},
        "If a score was claimed: the scoring and the score, which follow from the log.",
        required=False,
    )
    timed_score = Described(
        {"type": "object", "additionalProperties": {"type": "integer"}},
        "If a score was claimed with a ticket, and its scoring has points of time: the score with these, "
        "for the `elapsed_at_most` seconds that the service measured.",
        required=False,
    )
    ticket = nested(
        TicketUseSchema, "If the claim brought a ticket: the player got this deal with it.", required=False
    )
    elapsed_at_most = count(
        "If the claim brought a ticket: the seconds from its issue to the arrival of the claim, by the "
        "service's clock. The game took no longer.",
        required=False,
    )
    claimed_pace = nested(
        PaceSchema,
        "If the log has `times`: the pace that they show, the client's own word. With a ticket, they "
        "lie within `elapsed_at_most`.",
        required=False,
    )
    claimed_seconds = count(
        "If the claim has `seconds`: the client's own word, which nothing confirms.", required=False
    )
    claimed_undos = count(
        "If the claim has `undos`: the client's own word, which nothing confirms.", required=False
    )
    claimed_hints = count(
        "If the claim has `hints`: the client's own word, which nothing confirms.", required=False
    )
    unchecked = Described(
        {"type": "array", "items": {"type": "string"}},
        "The members of this receipt that are only the client's word. The rest was checked. Older receipts "
        "lack it.",
        required=False,
    )
    prospect = named(
        "Prospect", "If a prospect was claimed, like the next two: as in the verdict.", required=False
    )
    proof = nested(ProofSchema, required=False)
    prover_version = string("The version of the solver.", required=False)
