"""Tickets: requests for one, and answers with one."""

from dataclasses import dataclass
from datetime import date as Date  # noqa: N812 - a type
from enum import StrEnum
from typing import Any, ClassVar, Final

from marshmallow import ValidationError, validates_schema

from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.games import VARIANTS
from patience.play.dealing import Deal
from patience.search.daily_deals import Status, commitment_to
from schemas.daily_deal import DATE
from schemas.deal import DealSchema, Seed, deal_json
from schemas.field_errors import FieldError, invalid_field
from schemas.limits import LAST_SECOND, LONGEST_NAME
from schemas.replay_request import LONGEST_VERSION, request_object
from schemas.request_fields import RequestSchema, Text, WholeNumber, Word
from schemas.response_fields import (
    AnswerSchema,
    Described,
    JsonSchema,
    boolean,
    closed_words,
    count,
    named,
    nested,
    string,
)
from schemas.rule_options import RuleOptions, option_errors
from schemas.variant_description import VariantId, check_version

LONGEST_NONCE: Final = 200


class Choose(StrEnum):
    """Which deal a ticket draws."""

    ANY = "any"
    WINNABLE = "winnable"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


NAMED: Final[dict[str, JsonSchema]] = {
    "TicketDraw": closed_words(
        {
            Choose.ANY: "any deal, with a seed of eleven digits",
            Choose.WINNABLE: "a deal of the table of winnable deals",
            Choose.EASY: "a winnable deal of the easiest third",
            Choose.MEDIUM: "a winnable deal in between",
            Choose.HARD: "a winnable deal of the hardest third",
        },
        "Which deal is drawn:",
    ),
}


class TicketRequestSchema(RequestSchema):
    """A game to give to a player: a variant, and exactly one of `seed` and `choose`."""

    json_schema: ClassVar[JsonSchema] = {
        "if": {"required": ["seed"]},
        "then": {"not": {"anyOf": [{"required": ["choose"]}, {"required": ["nonce"]}]}},
        "else": {"required": ["choose"]},
    }

    variant = VariantId(required=True)
    rules = RuleOptions(load_default=dict)
    rules_version = Text(
        "The version of the variant's rules, which may be a former one; 409 if there is no such version.",
        longest=LONGEST_VERSION,
    )
    seed = Seed()
    choose = Word(
        "TicketDraw",
        tuple(Choose),
        "Draw the deal now, so that it is not known before. It follows from the day's secret and `nonce`.",
    )
    nonce = Text(
        "With `choose`: a text that the draw depends on. On one day, equal requests with equal nonces draw "
        "equal deals. The default is new for each ticket.",
        shortest=1,
        longest=LONGEST_NONCE,
    )
    not_after = WholeNumber(
        "The last second, since 1970, in which a claim may use the ticket.",
        highest=LAST_SECOND,
        required=True,
    )
    subject = Text(
        "The player, by the site's name; claims with the ticket must have no other.",
        shortest=1,
        longest=LONGEST_NAME,
    )
    audience = Text(
        "Who the receipt will be for. The default is the name of the claims token.",
        shortest=1,
        longest=LONGEST_NAME,
    )

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def check_one_deal(self, _fields: object, members: object, **_: object) -> None:
        """Raise ValidationError unless exactly one of seed and choose is given."""
        if not isinstance(members, dict):
            return
        if ("seed" in members) == ("choose" in members):
            found = "both were given" if "seed" in members else "neither was given"
            detail = f"Exactly one of seed and choose is required; {found}."
            raise invalid_field("seed_or_choose", detail)
        if "nonce" in members and "seed" in members:
            raise invalid_field("seed_or_choose", "A seed is not drawn: leave nonce out.")


@dataclass(frozen=True, slots=True)
class TicketRequest:
    """A game to give to a player."""

    tables: CompiledRules
    seed: str | None
    choose: Choose | None
    nonce: str | None
    not_after: int
    subject: str | None
    audience: str | None


_SCHEMA = TicketRequestSchema()


def load_ticket_request(body: object) -> TicketRequest:
    """Return the request of a parsed body. Raises ValidationError, or Problem for its `rules_version`."""
    fields = _SCHEMA.load(request_object(body, 0, no_declaration=""))
    variant = VARIANTS[fields["variant"]]
    if errors := option_errors(variant, fields["rules"]):
        raise ValidationError({"rules": errors})
    check_version(variant, fields.get("rules_version"))
    return TicketRequest(
        tables_for(variant.id, fields["rules"], fields.get("rules_version")),
        fields.get("seed"),
        Choose(fields["choose"]) if "choose" in fields else None,
        fields.get("nonce"),
        fields["not_after"],
        fields.get("subject"),
        fields.get("audience"),
    )


def not_after_error(detail: str) -> ValidationError:
    """Build the error of a time that does not fit."""
    return ValidationError({"not_after": [FieldError("out_of_range", detail)]})


class DrawSchema(AnswerSchema):
    """How a deal was drawn."""

    date = string("The day (UTC) whose secret drew.", **DATE)
    choose = string("Which deal was drawn, as the request asked.", examples=list(Choose))
    nonce = string("The nonce of the request, or a new one.")
    commitment = named("Hash", "The SHA-256 of the day's secret, as published before the day.")


class TicketPayloadSchema(AnswerSchema):
    """The payload of a ticket."""

    ticket_version = string("The version of this format.", examples=["1"])
    iss = string("The issuer, as in receipts.")
    aud = string("Who the receipt will be for.")
    sub = string("The player, if the request names one.", required=False)
    iat = count("The time of issue, in seconds since 1970.")
    exp = count("The last second in which a claim may use the ticket.")
    jti = string("The name of this ticket.")
    variant = string("The variant's id.")
    rules = named("SettledRules")
    rules_version = string("The version of the variant's rules.")
    seed = named("Seed")
    deal_id = named("Hash", "The deal; the same in a verdict.")
    draw = nested(DrawSchema, "If the deal was drawn.", required=False)


class TicketAnswerSchema(AnswerSchema):
    """A ticket, and the deal that it is for."""

    ticket = Described(
        {"type": "string", "pattern": r"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$"},
        "A JWT signed with Ed25519, of type `patience-ticket+jwt`. The claim sends it back unchanged.",
    )
    payload = nested(TicketPayloadSchema, "The payload of the ticket.")
    deal = nested(DealSchema, "The deal, as `GET /v1/deals/{variant}/{seed}` answers it.")


class TicketUseSchema(AnswerSchema):
    """The ticket that a claim brought."""

    jti = string("The name of the ticket.")
    iat = count("When it was issued, in seconds since 1970.")
    used_once = boolean("Whether the service refuses a second use. Otherwise the site keeps each `jti`.")


class DrawSecretSchema(AnswerSchema):
    """The commitment to the draws of a day, and after the day its secret."""

    date = string(**DATE)
    status = named("DailyStatus")
    commitment = named("Hash", "The SHA-256 of the secret.")
    secret = string("After its day: the secret, in hexadecimal.", required=False, pattern="^[0-9a-f]{64}$")


def ticket_json(ticket: str, payload: dict[str, Any], deal: Deal) -> dict[str, Any]:
    """Return the answer to a request for a ticket."""
    return {"ticket": ticket, "payload": payload, "deal": deal_json(deal)}


def draw_json(date: Date, choose: Choose, nonce: str, secret: bytes) -> dict[str, Any]:
    """Return how a deal was drawn."""
    commitment = commitment_to(secret)
    return {"date": date.isoformat(), "choose": choose, "nonce": nonce, "commitment": commitment}


def draw_secret_json(date: Date, secret: bytes, status: Status) -> dict[str, Any]:
    """Return what may be known of the secret of a day."""
    answer = {"date": date.isoformat(), "status": status, "commitment": commitment_to(secret)}
    return {**answer, "secret": secret.hex()} if status is Status.PAST else answer
