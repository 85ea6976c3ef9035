"""Fields that check a whole value at once, with their place in the OpenAPI description."""

from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import ValidationError
from marshmallow.fields import Field

from schemas.kinds import HIGHEST_JSON_INTEGER, JsonSchema, ref
from service.engine.cards import CARDS
from service.engine.deals import DeckError, check_deck
from service.engine.notation import NotationError, check_tokens
from service.engine.seeds import HIGHEST_NUMBER, SeedError, normalize
from service.engine.variants import VARIANTS

DEFAULT_MOST_MOVES = 20_000


class DescribedField(Field[Any]):
    """A field whose JSON Schema is written beside its check."""

    json_schema: ClassVar[JsonSchema]


class VariantId(DescribedField):
    """The id of a variant."""

    json_schema: ClassVar[JsonSchema] = ref("VariantId")

    def _deserialize(self, value: object, *_: object, **__: object) -> str:
        if isinstance(value, str) and value in VARIANTS:
            return value
        raise ValidationError(f"{brief(value)} is no variant. Expected one of {', '.join(VARIANTS)}.")


class Seed(DescribedField):
    """A seed, as text or as a JSON integer; normalised (RULES §8)."""

    json_schema: ClassVar[JsonSchema] = ref("Seed")

    def _deserialize(self, value: object, *_: object, **__: object) -> str:
        if type(value) is int:
            if not 1 <= value <= HIGHEST_JSON_INTEGER:
                raise ValidationError(
                    f"A seed written as a number runs from 1 to {HIGHEST_JSON_INTEGER}; "
                    f"as a string it may run to {HIGHEST_NUMBER}."
                )
            return normalize(str(value))
        if not isinstance(value, str):
            raise ValidationError(f"A seed is a string of digits or a whole number, not {json_type(value)}.")
        try:
            return normalize(value)
        except SeedError as error:
            raise ValidationError(str(error)) from None


class Rules(DescribedField):
    """Options by name; which exist depends on the variant."""

    json_schema: ClassVar[JsonSchema] = ref("Rules")

    def _deserialize(self, value: object, *_: object, **__: object) -> Mapping[str, object]:
        if isinstance(value, dict):
            return value
        raise ValidationError(f"rules is an object of options, not {json_type(value)}.")


class Deck(DescribedField):
    """104 card codes in dealing order, each of the 52 twice."""

    json_schema: ClassVar[JsonSchema] = {
        "type": "array",
        "items": ref("Card"),
        "minItems": 104,
        "maxItems": 104,
    }

    def _deserialize(self, value: object, *_: object, **__: object) -> list[str]:
        if not isinstance(value, list):
            raise ValidationError(f"deck is a list of 104 card codes, not {json_type(value)}.")
        if len(value) > 2 * 104:
            raise ValidationError(f"deck has {len(value)} cards. Expected 104.")
        try:
            check_deck(value)
        except DeckError as error:
            raise ValidationError(_by_index(error.problems)) from None
        return value


class Moves(DescribedField):
    """Move tokens. How many are allowed is a setting, checked by the schema's context."""

    json_schema: ClassVar[JsonSchema] = {
        "type": "array",
        "items": ref("Move"),
        "maxItems": DEFAULT_MOST_MOVES,
    }

    def _deserialize(self, value: object, *_: object, **__: object) -> list[str]:
        if not isinstance(value, list):
            raise ValidationError(f"moves is a list of tokens, not {json_type(value)}.")
        try:
            check_tokens(value)
        except NotationError as error:
            raise ValidationError({index: [text] for index, text in error.problems.items()}) from None
        return value


class PileCards(DescribedField):
    """What a client believes some piles hold: card codes, or ``??`` for any card, bottom to top."""

    json_schema: ClassVar[JsonSchema] = {
        "type": "object",
        "propertyNames": ref("PileName"),
        "additionalProperties": {"type": "array", "items": ref("CardOrHidden"), "maxItems": 104},
    }

    def _deserialize(self, value: object, *_: object, **__: object) -> dict[str, tuple[str, ...]]:
        if not isinstance(value, dict):
            raise ValidationError(f"piles is an object of card lists, not {json_type(value)}.")
        problems = {name: problem for name, cards in value.items() if (problem := _pile_problem(cards))}
        if problems:
            raise ValidationError({name: [problem] for name, problem in problems.items()})
        return {name: tuple(cards) for name, cards in value.items()}


def _pile_problem(cards: object) -> str | None:
    if not isinstance(cards, list):
        return f"A pile is a list of card codes, bottom to top, not {json_type(cards)}."
    if len(cards) > 104:
        return f"A pile has at most 104 cards, not {len(cards)}."
    for card in cards:
        if not isinstance(card, str) or (card not in CARDS and card != "??"):
            return f"{brief(card)} is no card. Expected a code such as TH, or ?? for any card."
    return None


def _by_index(problems: list[tuple[int | None, str]]) -> dict[int | str, list[str]]:
    found: dict[int | str, list[str]] = {}
    for index, text in problems:
        found.setdefault("_schema" if index is None else index, []).append(text)
    return found


def brief(value: object) -> str:
    """A client's value in a message: quoted, ASCII, and not longer than a line."""
    if isinstance(value, str):
        return ascii(value if len(value) <= 40 else f"{value[:40]}…")
    return json_type(value)


def json_type(value: object) -> str:
    """What JSON calls the type of a value."""
    names = {dict: "an object", list: "an array", str: "a string", bool: "a boolean", type(None): "null"}
    return names.get(type(value), "a number")
