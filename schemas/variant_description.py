"""Variants: their ids in requests, and what is told of them."""

from typing import Any, ClassVar, Final

from marshmallow import ValidationError, fields

from schemas.request_fields import CheckedField
from schemas.response_fields import (
    AnswerSchema,
    Described,
    JsonSchema,
    boolean,
    listed,
    many,
    named,
    nested,
    ref,
    string,
    strings,
    words,
)
from service.engine.checks import possible_reasons
from service.engine.compiled import tables_for
from service.engine.describe import describe_piles
from service.engine.layout import board_rows
from service.engine.variant import Option, Variant
from service.engine.variants import VARIANTS
from service.judging.field_errors import Complaint, brief

PILE_KINDS: Final = {
    "column": "a tableau column",
    "foundation": "where the cards go in the end",
    "reserve": "a cell that holds one card",
    "waste": "where drawn cards lie",
    "stock": "the cards not yet dealt",
}

NAMED: Final[dict[str, JsonSchema]] = {
    "VariantId": {
        "type": "string",
        "enum": list(VARIANTS),
        "description": "The id of a variant, as `GET /v1/variants` lists them.",
    },
    "PileKind": words(PILE_KINDS, "What a pile is:", "show an unknown one as a pile of cards."),
}


class VariantId(CheckedField):
    """The id of a variant."""

    json_schema: ClassVar[JsonSchema] = ref("VariantId")

    def _deserialize(self, value: object, *_: object, **__: object) -> str:
        if isinstance(value, str) and value in VARIANTS:
            return value
        detail = f"{brief(value)} is no variant. Expected one of {', '.join(VARIANTS)}."
        code = "unknown_variant" if isinstance(value, str) else "wrong_type"
        raise ValidationError(Complaint(code, detail, found=value, known=VARIANTS))


class NumbersSchema(AnswerSchema):
    """Whole numbers, from the lowest to the highest."""

    minimum = fields.Integer(required=True)
    maximum = fields.Integer(required=True)


class OptionSchema(AnswerSchema):
    """A rule that players may choose."""

    name = string()
    meaning = string("What it decides, in a sentence.")
    default = string("The value if none is given.")
    values = strings("The values that are words.")
    numbers = nested(
        NumbersSchema, "The whole numbers that are values too; null if none are.", allow_none=True
    )
    changes_layout = boolean("Whether it is a query parameter of a deal.")


class VariantSummarySchema(AnswerSchema):
    """A variant in short."""

    id = string("What requests call it.")
    title = string("What people call it.")
    sources = strings("Where its rules come from.")
    rules_version = string("The variant's own: it changes when a verdict of that variant could.")
    options = many(OptionSchema, "None where nothing can be chosen.")


class VariantListSchema(AnswerSchema):
    """Every variant."""

    variants = many(VariantSummarySchema)


class PileDescriptionSchema(AnswerSchema):
    """A pile of a variant, under default rule options."""

    pile = named("PileName")
    kind = named("PileKind")
    takes = string("What it takes, in a sentence.")
    gives = string("What may leave it, in a sentence.")


class EditionSchema(AnswerSchema):
    """A version that the rules of a variant have had."""

    version = string(examples=["2"])
    affects = string("What is judged otherwise than before.", examples=["deal: when_blocked"])
    note = string("How, in a sentence.")


class VariantSchema(VariantSummarySchema):
    """A variant in full."""

    rules_history = many(EditionSchema, "Every version of its rules, the first one first.")
    section = string("Where the rules page describes it.")
    piles = many(PileDescriptionSchema)
    rows = Described(
        {
            "type": "array",
            "items": {"type": "array", "items": {"type": "array", "items": ref("PileName")}},
            "examples": [
                [[["S", "W"], ["F1", "F2", "F3", "F4"]], [["T1", "T2", "T3", "T4", "T5", "T6", "T7"]]]
            ],
        },
        "The piles as a board is laid, each once: rows from top to bottom, in each row groups from left to "
        "right that stand apart, in each group piles side by side. Enough to draw any variant, known or not.",
    )
    actions = listed("Action", "Those that it has.")
    reasons = listed("Reason", "Those for which a move can be illegal, in the order of the checks.")


def variants_json() -> dict[str, Any]:
    """Every variant in short."""
    return {"variants": [_summary_json(variant) for variant in VARIANTS.values()]}


def variant_json(variant: Variant) -> dict[str, Any]:
    """A variant in full, its piles described under default rule options."""
    return {
        **_summary_json(variant),
        "rules_history": [
            {"version": edition.version, "affects": edition.affects, "note": edition.note}
            for edition in variant.history
        ],
        "section": variant.section,
        "piles": [
            {"pile": pile.pile, "kind": pile.kind, "takes": pile.takes, "gives": pile.gives}
            for pile in describe_piles(tables_for(variant.id))
        ],
        "rows": board_rows(variant.rules),
        "actions": list(variant.rules.stock.actions) if variant.rules.stock else [],
        "reasons": list(possible_reasons(variant)),
    }


def _summary_json(variant: Variant) -> dict[str, Any]:
    return {
        "id": variant.id,
        "title": variant.title,
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
