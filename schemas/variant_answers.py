"""The shapes of what is told of variants, for openapi.yaml."""

from marshmallow import fields

from schemas.described import Answer, Described, boolean, listed, many, named, nested, string, strings
from schemas.kinds import ref


class NumbersSchema(Answer):
    """Whole numbers, from the lowest to the highest."""

    minimum = fields.Integer(required=True)
    maximum = fields.Integer(required=True)


class OptionSchema(Answer):
    """A rule that players may choose."""

    name = string()
    meaning = string("What it decides, in a sentence.")
    default = string("The value if none is given.")
    values = strings("The values that are words.")
    numbers = nested(
        NumbersSchema, "The whole numbers that are values too; null if none are.", allow_none=True
    )
    changes_layout = boolean("Whether it is a query parameter of a deal.")


class VariantSummarySchema(Answer):
    """A variant in short."""

    id = string("What requests call it.")
    title = string("What people call it.")
    sources = strings("Where its rules come from.")
    rules_version = string("Changes whenever a verdict could change.")
    options = many(OptionSchema, "None where nothing can be chosen.")


class VariantListSchema(Answer):
    """Every variant."""

    variants = many(VariantSummarySchema)


class PileDescriptionSchema(Answer):
    """A pile of a variant, under default options."""

    pile = named("PileName")
    kind = named("PileKind")
    takes = string("What it takes, in a sentence.")
    gives = string("What may leave it, in a sentence.")


class VariantSchema(VariantSummarySchema):
    """A variant in full."""

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


class HealthSchema(Answer):
    """Whether the service can answer."""

    status = Described({"type": "string", "enum": ["alive", "ready"]})
