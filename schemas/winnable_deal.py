"""Pages of deals that are proven winnable."""

from typing import Any

from schemas.response_fields import AnswerSchema, Described, count, named, nested, string, strings
from service.prospects.winnable_tables import Table


class DealCountsSchema(AnswerSchema):
    """What was found of the deals that were asked for."""

    winnable = count("Proven winnable.")
    dead = count("Proven dead.")
    undecided = count("Neither, within the budget of the table.")
    of = count("All of them: the seeds from 1 to this.")


class WinnableDealsSchema(AnswerSchema):
    """A page of seeds whose deals are proven winnable, ascending."""

    rules = named("SettledRules")
    rules_version = string("The variant's own, under which they are winnable.")
    prover_version = string("Of what proved it.")
    seeds = strings("As the `seed` of a replay request.")
    counts = nested(DealCountsSchema)
    next = Described(
        {"type": ["string", "null"]},
        "The next page, relative to this service; null at the end.",
    )


def winnable_deals_json(table: Table, seeds: list[str], following: str | None) -> dict[str, Any]:
    """A page of a table."""
    made = table.made
    return {
        "rules": made.rules,
        "rules_version": made.rules_version,
        "prover_version": made.prover_version,
        "seeds": seeds,
        "counts": {
            "winnable": made.winnable,
            "dead": made.dead,
            "undecided": made.undecided,
            "of": made.of,
        },
        "next": following,
    }
