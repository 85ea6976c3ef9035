"""Deals: seeds and decks in requests, and the deals and tables of winnable deals in answers."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, ClassVar, Final

from patience.cards import CODES
from patience.cards.seeds import HIGHEST_MS_NUMBER, HIGHEST_NUMBER, SEED_PATTERN, SMALL, SeedError, normalize
from patience.compilation.compiled_rules import CompiledRules
from patience.formats.deal_numbers import DealNumber
from patience.play.dealing import Deal, DeckError, check_deck
from patience.play.game_ids import deal_id
from patience.rules import PRINTED_SUITS
from patience.search.difficulty import GRADE_VERSION, SCALE, Difficulty, Grade
from patience.search.winnable_tables import Table
from schemas.field_errors import FieldError, invalid_field, json_type
from schemas.positions import FEWEST_CARDS, MOST_CARDS, StateSchema, state_json
from schemas.request_fields import WHOLE, CheckedField
from schemas.response_fields import (
    AnswerSchema,
    Described,
    JsonSchema,
    count,
    listed,
    many,
    named,
    nested,
    ref,
    string,
    strings,
    words,
)
from schemas.strict_json import HIGHEST_INTEGER

SEED_TEXT: Final[JsonSchema] = {"type": "string", "pattern": f"^(?:{SEED_PATTERN})$"}
"""A seed as a string."""

MOST_DECK: Final = 2 * MOST_CARDS
"""Cards of the longest deck whose errors are listed; a longer one is refused without a look at each."""

MOST_ORDERS = 99
"""Redeals whose orders a request can give: the most that a declaration can allow."""

LOWEST: Final = 1

DIFFICULTY: Final = "difficulty"

NUMBERS: Final = "numbers"
HIDE: Final = "face_down"
"""The query value that hides face-down and stock cards, and everything that would reveal them."""

NAMED: Final[dict[str, JsonSchema]] = {
    "Grade": words(
        {
            Grade.EASY: "as many cards come into place as in the easiest third of the deals",
            Grade.MEDIUM: "in between",
            Grade.HARD: "fewer cards come into place than in two thirds of the deals",
        },
        "How difficult a deal is, compared with the deals 1 to 1000 of the same game:",
        "show it as it is.",
    ),
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


class RedealOrders(CheckedField):
    """A deck for each redeal. `order_errors` checks them against the packs of the game."""

    json_schema: ClassVar[JsonSchema] = {
        "type": "array",
        "items": {"type": "array", "items": ref("Card"), "minItems": FEWEST_CARDS, "maxItems": MOST_CARDS},
        "maxItems": MOST_ORDERS,
    }

    def _deserialize(self, value: object, *_: object, **__: object) -> list[list[str]]:
        if not isinstance(value, list) or not all(isinstance(order, list) for order in value):
            raise invalid_field("wrong_type", "redeal_orders is a list of lists of card codes.")
        if len(value) > MOST_ORDERS or any(len(order) > MOST_DECK for order in value):
            detail = f"At most {MOST_ORDERS} orders of {MOST_CARDS} cards are accepted."
            raise invalid_field("too_many", detail, limit=MOST_ORDERS)
        return value


def order_errors(orders: list[list[object]], tables: CompiledRules) -> Any:
    """Return what is wrong with the orders of redeals, by index or as a whole."""
    if orders and not tables.shuffles:
        detail = f"No redeal of {tables.variant.id} shuffles: leave redeal_orders out."
        return [FieldError("unknown_value", detail)]
    return {index: errors for index, order in enumerate(orders) if (errors := deck_errors(order, tables))}


class Deck(CheckedField):
    """Card codes in dealing order. `deck_errors` checks them against the packs of the game."""

    json_schema: ClassVar[JsonSchema] = {
        "type": "array",
        "items": ref("Card"),
        "minItems": FEWEST_CARDS,
        "maxItems": MOST_CARDS,
    }

    def _deserialize(self, value: object, *_: object, **__: object) -> list[str]:
        if not isinstance(value, list):
            raise invalid_field("wrong_type", f"deck is a list of card codes, not {json_type(value)}.")
        if len(value) > MOST_DECK:
            detail = f"deck has {len(value)} cards. At most {MOST_CARDS} are accepted."
            raise invalid_field("too_many", detail, limit=MOST_CARDS)
        return value


def deck_errors(deck: list[object], tables: CompiledRules | None) -> dict[int | str, list[FieldError]]:
    """Return what is wrong with a deck for a game, by index or as a whole.

    Without a game, only texts that are not cards are wrong.
    """
    errors: dict[int | str, list[FieldError]] = {}
    try:
        check_deck(deck, tables.rules.copies if tables else Counter())
    except DeckError as error:
        for index, detail in error.problems:
            if index is not None:
                errors[index] = [FieldError("unknown_card", detail)]
            elif tables:
                packs = FieldError("wrong_cards", f"{_packs(tables)} {detail}")
                errors.setdefault(WHOLE, []).append(packs)
    return errors


def _packs(tables: CompiledRules) -> str:
    rules = tables.rules
    packs = "1 pack" if rules.packs == 1 else f"{rules.packs} packs"
    suits = "" if rules.suits == PRINTED_SUITS else f", all in the suits {''.join(sorted(set(rules.suits)))}"
    return f"{tables.variant.id} has {rules.cards} cards, {packs} of {rules.cards // rules.packs}{suits}."


class DifficultySchema(AnswerSchema):
    """How difficult a deal is, measured by guided random plays. A hard deal may be dead."""

    grade = named("Grade")
    score = Described(
        {"type": "integer", "minimum": 0, "maximum": SCALE},
        "The mean share, per thousand, of the cards that the plays bring into place.",
    )
    grade_version = string(
        "The version of scores and grades; it changes when a score can change.", examples=[GRADE_VERSION]
    )


class DealNumberSchema(AnswerSchema):
    """A deal in the numbering of a program."""

    program = string(
        "`pysolfc`: a seed here; `microsoft-freecell`: a game of Microsoft FreeCell, fc-solve and most other "
        "programs; else a program of `/v1/seeds`.",
        examples=["microsoft-freecell"],
    )
    number = string("The number.", examples=["11982"])


class DealSchema(AnswerSchema):
    """A deal. With `hide=face_down`, hidden cards are `??`, and `deck`, `seed` and `deal_id` are left
    out.
    """

    variant = string("The variant's id.")
    seed = Described(
        {"type": ["string", "null"]}, "Normalised; null if the request has a deck or a board.", required=False
    )
    rules = named("SettledRules")
    rules_version = string("The version of the variant's rules; it changes when a verdict could change.")
    deal_id = Described(ref("Hash"), "As in a verdict.", required=False)
    deck = listed(
        "Card",
        "All cards in dealing order, base cards first, in foundation order. As the `deck` of a replay "
        "request they deal the same board. Left out of a deal that is a board.",
        required=False,
        minItems=FEWEST_CARDS,
        maxItems=MOST_CARDS,
    )
    base_rank = named(
        "Rank", "Only if the deal sets the base: the rank that begins foundations.", required=False
    )
    state = nested(StateSchema, "The opening position.")
    difficulty = nested(DifficultySchema, "If included.", required=False)
    numbers = many(
        DealNumberSchema,
        "If included: the deal's number in each program that deals this board; empty if none is known.",
        required=False,
    )


def difficulty_json(difficulty: Difficulty) -> dict[str, Any]:
    """Return a difficulty."""
    return {**difficulty._asdict(), "grade_version": GRADE_VERSION}


def deal_json(
    deal: Deal,
    *,
    hidden: bool = False,
    difficulty: Difficulty | None = None,
    numbers: Iterable[DealNumber] | None = None,
) -> dict[str, Any]:
    """Return a deal; `hidden` shows face-down and stock cards as `??` and leaves out what reveals them."""
    variant = deal.tables.variant
    names = {} if hidden else {"seed": deal.seed, "deal_id": deal_id(deal)}
    state = state_json(deal.opening, hidden=hidden)
    answer: dict[str, Any] = {
        "variant": variant.id,
        **names,
        "rules": dict(deal.tables.options),
        "rules_version": variant.rules_version,
        **({"base_rank": state["base_rank"]} if "base_rank" in state else {}),
        "state": state,
    }
    if not hidden and not deal.is_board:
        answer["deck"] = [CODES[card] for card in deal.deck]
    if difficulty:
        answer[DIFFICULTY] = difficulty_json(difficulty)
    if numbers is not None:
        answer[NUMBERS] = [number._asdict() for number in numbers]
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
    prover_version = string("The version of the solver.")
    seeds = strings("Each can be the `seed` of a replay request.")
    difficulty = named("Grade", "The grade of the deals, if one was requested.", required=False)
    grade_version = string("The version of the grades, if one was requested.", required=False)
    counts = nested(DealCountsSchema, "Deals of all grades.")
    next = Described(
        {"type": ["string", "null"]},
        "The next page, relative to this service; null at the end.",
    )


def winnable_deals_json(
    table: Table, seeds: list[str], following: str | None, grade: Grade | None
) -> dict[str, Any]:
    """Return a page of a table; `following` is the address of the next page."""
    made = table.made
    graded = {DIFFICULTY: grade, "grade_version": GRADE_VERSION} if grade else {}
    return {
        "rules": made.rules,
        "rules_version": made.rules_version,
        "prover_version": made.prover_version,
        "seeds": seeds,
        **graded,
        "counts": {
            "winnable": made.winnable,
            "dead": made.dead,
            "undecided": made.undecided,
            "of": made.of,
        },
        "next": following,
    }
