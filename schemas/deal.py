"""Deals: seeds and decks in requests, and the deals and tables of winnable deals in answers."""

from collections import Counter
from typing import Any, ClassVar, Final

from marshmallow import ValidationError

from schemas.positions import MOST_CARDS, StateSchema, state_json
from schemas.request_fields import WHOLE, CheckedField
from schemas.response_fields import (
    AnswerSchema,
    Described,
    JsonSchema,
    count,
    listed,
    named,
    nested,
    ref,
    string,
    strings,
)
from service.engine.cards import CARDS, CODES
from service.engine.dealing import Deal, DeckError, check_deck
from service.engine.identity import deal_id
from service.engine.seeds import HIGHEST_MS_NUMBER, HIGHEST_NUMBER, SEED_PATTERN, SMALL, SeedError, normalize
from service.judging.field_errors import FieldError, invalid_field, json_type
from service.judging.strict_json import HIGHEST_INTEGER
from service.prospects.winnable_tables import Table

SEED_TEXT: Final[JsonSchema] = {"type": "string", "pattern": f"^(?:{SEED_PATTERN})$"}
"""A seed as a string."""

LOWEST: Final = 1

HIDE: Final = "face_down"
"""The query value that hides face-down and stock cards, and everything that would reveal them."""

NAMED: Final[dict[str, JsonSchema]] = {
    "Seed": {
        "description": f"A PySolFC game number: digits without a leading zero, {LOWEST} to {HIGHEST_NUMBER}, "
        f"or `ms` and a number up to {HIGHEST_MS_NUMBER}. `ms` and a number below {SMALL} is the same seed "
        f"as the bare number. A JSON integer up to {HIGHEST_INTEGER} is accepted too. Answers always have a "
        "string.",
        "oneOf": [
            SEED_TEXT,
            {"type": "integer", "format": "int64", "minimum": LOWEST, "maximum": HIGHEST_INTEGER},
        ],
    },
}


class Seed(CheckedField):
    """A seed as a string or a JSON integer, normalised (RULES §8)."""

    json_schema: ClassVar[JsonSchema] = ref("Seed")

    def _deserialize(self, value: object, *_: object, **__: object) -> str:
        if type(value) is int and not LOWEST <= value <= HIGHEST_INTEGER:
            detail = (
                f"A seed written as a number runs from {LOWEST} to {HIGHEST_INTEGER}; "
                f"as a string it may run to {HIGHEST_NUMBER}."
            )
            raise invalid_field("out_of_range", detail, limit=HIGHEST_INTEGER)
        seed = str(value) if type(value) is int else value
        if not isinstance(seed, str):
            detail = f"A seed is a string of digits or a whole number, not {json_type(value)}."
            raise invalid_field("wrong_type", detail)
        try:
            return normalize(seed)
        except SeedError as error:
            raise invalid_field("malformed_seed", str(error)) from None


_TWO_PACKS: Final = Counter(2 * list(CARDS))


class Deck(CheckedField):
    """104 card codes in dealing order, each of the 52 cards twice."""

    json_schema: ClassVar[JsonSchema] = {
        "type": "array",
        "items": ref("Card"),
        "minItems": MOST_CARDS,
        "maxItems": MOST_CARDS,
    }

    def _deserialize(self, value: object, *_: object, **__: object) -> list[str]:
        if not isinstance(value, list):
            detail = f"deck is a list of {MOST_CARDS} card codes, not {json_type(value)}."
            raise invalid_field("wrong_type", detail)
        # A list of a million entries is refused without a look at each.
        if len(value) > 2 * MOST_CARDS:
            detail = f"deck has {len(value)} cards. Expected {MOST_CARDS}."
            raise invalid_field("too_many", detail, limit=MOST_CARDS)
        try:
            check_deck(value, _TWO_PACKS)
        except DeckError as error:
            raise ValidationError(_by_index(error.problems)) from None
        return value


def _by_index(problems: list[tuple[int | None, str]]) -> dict[int | str, list[FieldError]]:
    errors: dict[int | str, list[FieldError]] = {}
    for index, detail in problems:
        code = "not_two_packs" if index is None else "unknown_card"
        errors.setdefault(WHOLE if index is None else index, []).append(FieldError(code, detail))
    return errors


class DealSchema(AnswerSchema):
    """A deal. With `hide=face_down`, hidden cards are `??`, and `deck`, `seed` and `deal_id` are left out."""

    variant = string("The variant's id.")
    seed = string("Normalised.", required=False)
    rules = named("SettledRules")
    rules_version = string("The version of the variant's rules; it changes when a verdict could change.")
    deal_id = Described(ref("Hash"), "As in a verdict.", required=False)
    deck = listed(
        "Card",
        "104 cards in dealing order, base cards first, in foundation order. As the `deck` of a replay "
        "request they deal the same board.",
        required=False,
        minItems=MOST_CARDS,
        maxItems=MOST_CARDS,
    )
    state = nested(StateSchema, "The opening position.")


def deal_json(deal: Deal, *, hidden: bool = False) -> dict[str, Any]:
    """Return a deal; `hidden` shows face-down and stock cards as `??` and leaves out what reveals them."""
    variant = deal.tables.variant
    names = {} if hidden else {"seed": deal.seed, "deal_id": deal_id(deal)}
    answer: dict[str, Any] = {
        "variant": variant.id,
        **names,
        "rules": dict(deal.tables.options),
        "rules_version": variant.rules_version,
        "state": state_json(deal.opening, hidden=hidden),
    }
    if not hidden:
        answer["deck"] = [CODES[card] for card in deal.deck]
    return answer


class DealCountsSchema(AnswerSchema):
    """The results of the table's search."""

    winnable = count("Deals proven winnable.")
    dead = count("Deals proven dead.")
    undecided = count("Deals not decided within the budget of the table.")
    of = count("All deals of the table: the seeds from 1 to this number.")


class WinnableDealsSchema(AnswerSchema):
    """A page of seeds whose deals are proven winnable, ascending."""

    rules = named("SettledRules")
    rules_version = string("The version of the variant's rules under which the deals are winnable.")
    prover_version = string("The version of the prover.")
    seeds = strings("Each can be the `seed` of a replay request.")
    counts = nested(DealCountsSchema)
    next = Described(
        {"type": ["string", "null"]},
        "The next page, relative to this service; null at the end.",
    )


def winnable_deals_json(table: Table, seeds: list[str], following: str | None) -> dict[str, Any]:
    """Return a page of a table; `following` is the address of the next page."""
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
