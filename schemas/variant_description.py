"""Variants: their ids and rules versions in requests, and their descriptions in answers."""

import re
from functools import cache
from http import HTTPStatus
from typing import Any, ClassVar, Final, NamedTuple

from marshmallow import fields

from patience.compilation.compiled_rules import tables_for
from patience.compilation.descriptions import describe_piles
from patience.formats.layout import board_rows
from patience.games import VARIANTS
from patience.play.checks import possible_reasons
from patience.rules.declaration import to_json
from patience.rules.similar_names import LONGEST_GUESS, plain_name
from patience.rules.variant import Option, Variant
from schemas.field_errors import brief, invalid_field, json_type, suggest
from schemas.problems import Problem
from schemas.request_fields import CheckedField
from schemas.response_fields import (
    AnswerSchema,
    Described,
    JsonSchema,
    boolean,
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

PILE_KINDS: Final = {
    "column": "a tableau column",
    "foundation": "a pile to build up; a game is usually won with all cards here",
    "reserve": "a reserve pile or a cell",
    "waste": "the cards drawn from the stock",
    "stock": "the cards not yet dealt",
}

LISTED: Final = "GET /v1/variants and `referee variants` list all."
"""Where variants are found, over HTTP and on the command line."""

_SYNONYMS: Final = {"turn": "draw", "1": "one", "2": "two", "3": "three", "4": "four"}
"""Words in which people name options."""

NAMED: Final[dict[str, JsonSchema]] = {
    "VariantId": {
        "type": "string",
        "enum": list(VARIANTS),
        "description": "The id of a variant, as `GET /v1/variants` lists them.",
    },
    "PileKind": words(PILE_KINDS, "The kind of a pile:", "show an unknown one as a pile of cards."),
}


class VariantId(CheckedField):
    """The id of a variant."""

    json_schema: ClassVar[JsonSchema] = ref("VariantId")

    def _deserialize(self, value: object, *_: object, **__: object) -> str:
        if isinstance(value, str) and value in VARIANTS:
            return value
        if not isinstance(value, str):
            detail = f"variant is the id of a variant, not {json_type(value)}. {LISTED}"
            raise invalid_field("wrong_type", detail)
        suggestion = suggest_variant(value)
        option = f" The rule option {suggestion.option} makes it that game." if suggestion.option else ""
        several = f" {suggestion.question()}" if suggestion.others else ""
        detail = f"Unknown variant {brief(value)}. {LISTED}{option}{several}"
        raise invalid_field("unknown_variant", detail, suggestion=suggestion.variant)


class Suggestion(NamedTuple):
    """A variant that a name may mean, None if there is none, and the rule option that the name adds."""

    variant: str | None
    option: str = ""
    others: tuple[str, ...] = ()
    """Further variants of the same name."""

    def question(self) -> str:
        """Return `Did you mean klondike with draw=three?`, or an empty text."""
        if not self.variant:
            return ""
        option = f" with {self.option}" if self.option else ""
        return f"Did you mean {' or '.join([f'{self.variant}{option}', *self.others])}?"


def suggest_variant(name: str) -> Suggestion:
    """Return the variant with the most similar id, title or other name, or with an option that is named."""
    if not 0 < len(name) <= LONGEST_GUESS:
        return Suggestion(None)
    option = _names_with_options().get(_words(name))
    if option:
        return option
    # Names with another first letter are rarely meant, and comparing hundreds of names takes milliseconds.
    names = _variant_names().get(name[0].lower(), {})
    similar = suggest(name, names)
    variant, *others = names[similar] if similar else (None,)
    return Suggestion(variant, others=tuple(others))


@cache
def _names_with_options() -> dict[frozenset[str], Suggestion]:
    """Return suggestions by words such as those of `klondike-draw-three`, `spider two` or `draw three`."""
    names: dict[frozenset[str], Suggestion] = {}
    for variant in VARIANTS.values():
        for name, value in [(option.name, value) for option in variant.options for value in option.words[1:]]:
            suggestion = Suggestion(variant.id, f"{name}={value}")
            for joined in (f"{name} {value}", f"{variant.id} {value}", f"{variant.id} {name} {value}"):
                names.setdefault(_words(joined), suggestion)
    return names


def _words(name: str) -> frozenset[str]:
    """Return the words of a name in any order and number: `2-suits` is `suit two`."""
    words = re.findall("[a-z0-9]+", name.lower().replace("'", ""))
    return frozenset(_SYNONYMS.get(word, word.removesuffix("s")) for word in words)


@cache
def _variant_names() -> dict[str, dict[str, list[str]]]:
    """Return the ids of the variants by name, by the first letter of the name."""
    names: dict[str, dict[str, list[str]]] = {}
    for variant in VARIANTS.values():
        for name in (*variant.names, variant.title, variant.id):
            ids = names.setdefault(name[0].lower(), {}).setdefault(plain_name(name), [])
            ids += [variant.id] if variant.id not in ids else []
    return names


def find_variant(variant: str) -> Variant:
    """Return the variant with this id. Raises Problem, with a suggestion, if there is none."""
    if variant in VARIANTS:
        return VARIANTS[variant]
    suggestion = suggest_variant(variant)
    detail = f"Unknown variant {brief(variant)}. {suggestion.question() or LISTED}"
    raise Problem(HTTPStatus.NOT_FOUND, detail, name="unknown-variant", suggestion=suggestion.variant)


def check_version(variant: Variant, version: str | None) -> None:
    """Raise Problem if a request names a version that the rules never had, or one that judges no boards."""
    versions = [edition.version for edition in variant.history]
    if version not in (None, *versions):
        known = f"version {versions[-1]!a}" if len(versions) == 1 else f"versions {', '.join(versions)}"
        detail = (
            f"{variant.id} is judged by {known} of its rules, not {brief(version)}. Expect a known one, or "
            "leave rules_version out."
        )
        raise Problem(HTTPStatus.CONFLICT, detail, name="rules-version-not-served")


class NumbersSchema(AnswerSchema):
    """A range of whole numbers."""

    minimum = fields.Integer(required=True)
    maximum = fields.Integer(required=True)


class OptionSchema(AnswerSchema):
    """A rule option."""

    name = string()
    meaning = string("What the option decides, in a sentence.")
    default = string("The value if a request has none.")
    values = strings("The values that are words.")
    numbers = nested(
        NumbersSchema, "The whole numbers that are values too; null if there are none.", allow_none=True
    )
    changes_layout = boolean("Whether a value of the option changes the deal.")


class DetailedOptionSchema(OptionSchema):
    """A rule option with its effect on the declaration."""

    changes = Described(
        {
            "type": "object",
            "additionalProperties": {"type": "object", "additionalProperties": True},
            "examples": [{"unlimited": {}, "0..99": {"stock.redeals": "<number>"}}],
        },
        "By value: the members of the declaration that the value changes, each by its path with dots, with "
        "its new value. List items are numbered from 0. `0..99` is any whole number of this range, and "
        "`<number>` is the number chosen.",
    )


class VariantSummarySchema(AnswerSchema):
    """A variant in a list."""

    id = string("The id that requests use.")
    title = string("The name of the game.")
    family = string("The family of games that it belongs to.", examples=["Klondike"])
    names = strings("Other names of the game.")
    packs = count("The number of packs.")
    pysolfc = Described(
        {"type": "array", "items": {"type": "integer"}},
        "PySolFC's numbers of this game, under any of its options.",
    )
    sources = strings("The sources of its rules.")
    rules_version = string("The version of the variant's rules; it changes when a verdict could change.")
    options = many(OptionSchema, "The rule options, if the variant has any.")


class VariantListSchema(AnswerSchema):
    """Every variant."""

    variants = many(VariantSummarySchema)


class PileDescriptionSchema(AnswerSchema):
    """A pile of a variant under default rule options."""

    pile = named("PileName")
    kind = named("PileKind")
    takes = string("Which cards the pile takes, in a sentence.")
    gives = string("Which cards may leave the pile, in a sentence.")


class EditionSchema(AnswerSchema):
    """A version of a variant's rules."""

    version = string(examples=["2"])
    affects = string("What the version changed.", examples=["deal: when_blocked"])
    note = string("The change, in a sentence.")
    declaration = named(
        "Declaration",
        "In a former version: its rules, by which a request that names it is judged.",
        required=False,
    )
    options = many(DetailedOptionSchema, "In a former version: its rule options.", required=False)
    judges_boards = boolean(
        "In a former version: whether it judges boards too, not only deals.", required=False
    )


class VariantSchema(VariantSummarySchema):
    """A variant in detail."""

    declaration = named(
        "Declaration",
        "The complete rules under default rule options. `/declaration.schema.json` is its JSON Schema.",
    )
    options = many(DetailedOptionSchema, "The rule options, if the variant has any.")

    rules_history = many(EditionSchema, "Every version of its rules, oldest first.")
    section = string("The section of the rules page.")
    piles = many(PileDescriptionSchema)
    rows = Described(
        {
            "type": "array",
            "items": {"type": "array", "items": {"type": "array", "items": ref("PileName")}},
            "examples": [
                [[["S", "W"], ["F1", "F2", "F3", "F4"]], [["T1", "T2", "T3", "T4", "T5", "T6", "T7"]]]
            ],
        },
        "The layout of the board, each pile once: rows from top to bottom, separated groups from left to "
        "right in each row, and piles side by side in each group. Enough to draw any variant.",
    )
    actions = listed("Action", "The actions of its stock.")
    reasons = listed("Reason", "The reasons why a move can be illegal, in the order of the checks.")


def variants_json() -> dict[str, Any]:
    """Return every variant in short, by family."""
    by_family = sorted(VARIANTS.values(), key=lambda variant: variant.family)
    return {"variants": [_summary_json(variant) for variant in by_family]}


def variant_json(variant: Variant) -> dict[str, Any]:
    """Return a variant in detail, its piles described under default rule options."""
    return {
        **_summary_json(variant),
        **_rules_json(variant),
        "rules_history": history_json(variant),
        "section": variant.section,
        "piles": [
            {"pile": pile.pile, "kind": pile.kind, "takes": pile.takes, "gives": pile.gives}
            for pile in describe_piles(tables_for(variant.id))
        ],
        "rows": board_rows(variant.rules),
        "actions": list(variant.rules.stock.actions) if variant.rules.stock else [],
        "reasons": list(possible_reasons(variant)),
    }


def history_json(variant: Variant) -> list[dict[str, Any]]:
    """Return every version of a variant's rules, the former ones with what they are judged by."""
    return [
        {
            "version": edition.version,
            "affects": edition.affects,
            "note": edition.note,
            **(_former_json(variant, edition.version) if edition is not variant.history[-1] else {}),
        }
        for edition in variant.history
    ]


def _former_json(variant: Variant, version: str) -> dict[str, Any]:
    return {**_rules_json(variant.at(version)), "judges_boards": variant.judges_boards_at(version)}


def _rules_json(variant: Variant) -> dict[str, Any]:
    return {
        "options": [
            {
                **_option_json(option),
                "changes": {value: dict(changes) for value, changes in option.values.items()},
            }
            for option in variant.options
        ],
        "declaration": to_json(variant.rules),
    }


def _summary_json(variant: Variant) -> dict[str, Any]:
    return {
        "id": variant.id,
        "title": variant.title,
        "family": variant.family,
        "names": list(variant.names),
        "packs": variant.rules.packs,
        "pysolfc": list(variant.pysolfc),
        "sources": list(variant.sources),
        "rules_version": variant.rules_version,
        "options": [_option_json(option) for option in variant.options],
    }


def _option_json(option: Option) -> dict[str, Any]:
    numbers = option.numbers
    return {
        "name": option.name,
        "meaning": option.meaning,
        "default": option.default,
        "values": list(option.words),
        "numbers": {"minimum": numbers.start, "maximum": numbers.stop - 1} if numbers else None,
        "changes_layout": option.changes_layout,
    }
