"""Daily deals: the commitments before a day, the deal from its day on, the secret after it."""

from datetime import date as Date  # noqa: N812 - a type
from typing import Any, Final

from patience.compilation.compiled_rules import CompiledRules
from patience.play.dealing import Deal
from patience.search.daily_deals import Choice, Status, commitment_to, grade_of
from patience.search.findings import PROVER_VERSION
from schemas.deal import DealSchema, deal_json
from schemas.response_fields import AnswerSchema, JsonSchema, count, many, named, nested, string, words

DATE: Final[JsonSchema] = {"format": "date"}

NAMED: Final[dict[str, JsonSchema]] = {
    "DailyStatus": words(
        {
            Status.COMING: "the day has not begun: only the commitment is known",
            Status.TODAY: "the deal is known, the secret is not",
            Status.PAST: "deal and secret are known",
        },
        "How the date compares with today (UTC):",
        "look at which members are present.",
    ),
}


class ComingDealSchema(AnswerSchema):
    """The commitment to a deal that is not known yet."""

    date = string(**DATE)
    grade = named("Grade", "The grade that the deal should have: that of the weekday.")
    commitment = named("Hash", "The SHA-256 of the secret of this game and date.")


class DailyDealSchema(ComingDealSchema):
    """The deal of a day."""

    variant = string("The variant's id.")
    rules = named("SettledRules")
    status = named("DailyStatus")
    deal = nested(
        DealSchema,
        "From its day on: a deal that is proven winnable, with its difficulty. If no candidate of the wished "
        "grade was proven winnable, it has the nearest grade.",
        required=False,
    )
    candidate = count(
        "From its day on: the place of the deal among the candidates of the secret, from 0.", required=False
    )
    prover_version = string("From its day on: the version of the solver that chose.", required=False)
    secret = string("After its day: the secret, in hexadecimal.", required=False, pattern="^[0-9a-f]{64}$")
    coming = many(ComingDealSchema, "Without a date in the address: the coming days.", required=False)


class DailyReferenceSchema(AnswerSchema):
    """Which daily deal a game was played on."""

    variant = string("The variant's id.")
    date = string(**DATE)


def coming_json(date: Date, secret: bytes) -> dict[str, Any]:
    """Return what is known of a deal before its day."""
    return {"date": date.isoformat(), "grade": grade_of(date), "commitment": commitment_to(secret)}


def daily_json(  # noqa: PLR0913, PLR0917 - what an answer consists of
    tables: CompiledRules,
    date: Date,
    secret: bytes,
    status: Status,
    choice: Choice | None = None,
    deal: Deal | None = None,
) -> dict[str, Any]:
    """Return a daily deal: no more of it than its status allows."""
    answer = {
        "variant": tables.variant.id,
        "rules": dict(tables.options),
        **coming_json(date, secret),
        "status": status,
    }
    if choice and deal:
        answer |= {
            "candidate": choice.candidate,
            "prover_version": PROVER_VERSION,
            "deal": deal_json(deal, difficulty=choice.difficulty),
        }
    if status is Status.PAST:
        answer["secret"] = secret.hex()
    return answer
