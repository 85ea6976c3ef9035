"""The shapes of every answer, for openapi.yaml; the tests hold real answers against them."""

from typing import Any

from marshmallow import EXCLUDE, Schema, fields, validate

from schemas.fields import CARD_PATTERN
from service.engine.rules import Outcome, Reason


def required(kind: type[fields.Field[Any]], description: str = "", **arguments: Any) -> Any:
    """A field that every answer has."""
    return kind(required=True, metadata={"description": description} if description else {}, **arguments)


def nested(schema: type[Schema], description: str = "", *, many: bool = False, **arguments: Any) -> Any:
    """A field that holds an object, or a list of them."""
    inner = fields.Nested(schema, **({} if many else arguments))
    if not many:
        inner.required = True
        inner.metadata = {"description": description} if description else {}
        return inner
    return fields.List(
        inner, required=True, metadata={"description": description} if description else {}, **arguments
    )


def texts(description: str = "", **arguments: Any) -> Any:
    """A list of strings."""
    return fields.List(
        fields.String(),
        required=True,
        metadata={"description": description} if description else {},
        **arguments,
    )


class Answer(Schema):
    """Clients must accept fields that they do not know: later versions may add some."""

    class Meta:
        unknown = EXCLUDE


class Card(fields.String):
    """A card code."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(validate=validate.Regexp(CARD_PATTERN), **arguments)


def _cards(description: str = "Bottom to top.", *, hidden: bool = False) -> Any:
    pattern = r"^([A23456789TJQK][CDHS]|\?\?)$" if hidden else CARD_PATTERN
    return fields.List(
        fields.String(validate=validate.Regexp(pattern)), required=True, metadata={"description": description}
    )


class PileSchema(Answer):
    """A foundation or a reserve cell."""

    pile = required(fields.String, "Its name in the notation.")
    cards = _cards()


class ColumnSchema(Answer):
    """A tableau column; its face-down cards lie at the bottom."""

    pile = required(fields.String, "Its name in the notation.")
    face_down = required(fields.Integer, "How many of the cards lie face down.")
    cards = _cards("Bottom to top; `??` where the card is hidden.", hidden=True)


class StateSchema(Answer):
    """Every pile of a position."""

    tableau = nested(ColumnSchema, "The columns, T1 first.", many=True)
    foundations = nested(PileSchema, "The foundations, F1 first.", many=True)
    reserve = nested(PileSchema, "The reserve cells, R1 first.", many=True)
    stock = _cards("The next card to leave is the last; `??` where hidden.", hidden=True)
    waste = _cards()
    redeals = required(fields.Integer, "How often the waste has become the stock.")


class IllegalMoveSchema(Answer):
    """The first move that the rules forbid, and what they allowed instead."""

    index = required(fields.Integer, "Counted from 0.")
    move = required(fields.String, "The token.")
    reason = required(
        fields.String,
        "The first check that fails.",
        validate=validate.OneOf([reason.value for reason in Reason]),
    )
    detail = required(fields.String, "The same in a sentence, with the cards.")
    legal_moves = texts("Every legal token of the position before the move.")


class DifferenceSchema(Answer):
    """A pile that differs from what the client believes."""

    pile = required(fields.String)
    expected = texts("The client's cards.")
    found = texts("The cards that lie there.")


class DivergenceSchema(Answer):
    """The first checkpoint that differs."""

    after = required(fields.Integer, "Moves played by then.")
    piles = nested(DifferenceSchema, "Only those that differ.", many=True)


class MovedSchema(Answer):
    """Cards gone from one pile to another."""

    source = required(fields.String, data_key="from")
    target = required(fields.String, data_key="to")
    cards = _cards("Bottom to top, as they lie on the target.")


class TurnedSchema(Answer):
    """A card turned face up."""

    pile = required(fields.String)
    card = required(Card)


class StepSchema(Answer):
    """All that one move did."""

    move = required(fields.String, "The token.")
    moved = nested(MovedSchema, "What the move itself moved; a `deal` moves to many piles.", many=True)
    turned_up = nested(TurnedSchema, "Cards that were turned face up thereby.", many=True)
    filled = nested(MovedSchema, "Vacancies that were filled thereby.", many=True)


class VerdictSchema(Answer):
    """What really happened. On an illegal move, all of it speaks of the position before that move."""

    id = required(fields.String, "Names the log: equal logs have equal ids on every instance.")
    variant = required(fields.String)
    rules = required(fields.Dict, "Every option with its value.")
    rules_version = required(fields.String)
    seed = required(fields.String, "As normalised; null where a deck was given.", allow_none=True)
    deal_id = required(fields.String, "Names the deal: as `id`, without the moves.")
    valid = required(fields.Boolean, "Whether every move is legal.")
    outcome = required(fields.String, validate=validate.OneOf([outcome.value for outcome in Outcome]))
    moves_total = required(fields.Integer)
    moves_played = required(fields.Integer, "The length of the longest legal prefix.")
    first_illegal_move = nested(IllegalMoveSchema, allow_none=True)
    first_divergence = nested(DivergenceSchema, allow_none=True)
    final_state = fields.Nested(StateSchema, metadata={"description": "If included."})
    legal_moves = fields.List(
        fields.String(), metadata={"description": "If included: of the position reached."}
    )
    trace = fields.List(
        fields.Nested(StepSchema), metadata={"description": "If included: what each move did."}
    )


class DealSchema(Answer):
    """A deal. With `hide=face_down` it has no `deck`, and hidden cards are `??`."""

    variant = required(fields.String)
    seed = required(fields.String, "As normalised.")
    rules = required(fields.Dict, "Every option with its value.")
    rules_version = required(fields.String)
    deal_id = required(fields.String, "As a verdict's `deal_id`.")
    deck = fields.List(
        Card(), metadata={"description": "104 cards in dealing order, base cards first, in foundation order."}
    )
    state = nested(StateSchema, "The position in which the game opens.")


class OptionSchema(Answer):
    """A rule that players may choose."""

    name = required(fields.String)
    meaning = required(fields.String)
    default = required(fields.String)
    values = texts("The values that are words.")
    numbers = required(
        fields.Dict, "The whole numbers that are values too, from `minimum` to `maximum`.", allow_none=True
    )
    changes_layout = required(fields.Boolean, "Whether it is a query parameter of a deal.")


class VariantSummarySchema(Answer):
    """A variant in short."""

    id = required(fields.String)
    title = required(fields.String)
    sources = texts()
    rules_version = required(fields.String)
    options = nested(OptionSchema, many=True)


class VariantListSchema(Answer):
    """Every variant."""

    variants = nested(VariantSummarySchema, many=True)


class PileDescriptionSchema(Answer):
    """A pile of a variant."""

    pile = required(fields.String)
    kind = required(fields.String)
    takes = required(fields.String, "What it takes, in a sentence.")
    gives = required(fields.String, "What may leave it, in a sentence.")


class VariantSchema(VariantSummarySchema):
    """A variant in full."""

    section = required(fields.String, "Where the rules page describes it.")
    piles = nested(PileDescriptionSchema, many=True)
    actions = texts("Those of `deal`, `draw` and `redeal` that it has.")
    reasons = texts("The reasons for which a move can be illegal, in the order of the checks.")


class HealthSchema(Answer):
    """Whether the service can answer."""

    status = required(fields.String)


class ProblemErrorSchema(Answer):
    """One thing that is wrong with a request."""

    pointer = fields.String(metadata={"description": "A JSON pointer into the body."})
    parameter = fields.String(metadata={"description": "A query parameter."})
    detail = required(fields.String)


class ProblemSchema(Answer):
    """An RFC 9457 problem."""

    type = required(fields.String)
    title = required(fields.String)
    status = required(fields.Integer)
    detail = required(fields.String)
    request_id = required(fields.String)
    errors = fields.List(fields.Nested(ProblemErrorSchema), metadata={"description": "On 422."})


class LineProblemSchema(ProblemSchema):
    """The problem with a line of a batch, or with the batch from that line on."""

    line = required(fields.Integer, "Counted from 1, blank lines too.")


class CountsSchema(Answer):
    """How the lines of a batch fared; blank ones are not among them."""

    lines = required(fields.Integer, "All that were answered.")
    valid = required(fields.Integer, "Logs without an illegal move.")
    invalid = required(fields.Integer, "Logs with an illegal move.")
    rejected = required(fields.Integer, "Lines that are no game log.")


class SummarySchema(Answer):
    """The last line of the answer to a batch; an answer without it was cut short."""

    summary = nested(CountsSchema)
