"""Boards in requests: every pile card by card, as an object in the form of `state` or as a text."""

from typing import Any, ClassVar, Final

from patience.compilation.compiled_rules import CompiledRules
from patience.formats.board_input import MEMBERS, MOST_PILES, read_board
from patience.play.board import MOST_PHASE, MOST_REDEALS, BoardError, Place, lay_out
from patience.play.position_text import LONGEST_TEXT
from patience.rules.reserve import MOST_MERCIS
from schemas.field_errors import FieldError, invalid_field, json_type
from schemas.positions import MOST_CARDS
from schemas.request_fields import WHOLE, CheckedField
from schemas.response_fields import JsonSchema, ref

_CODES: Final = {
    "malformed": "malformed_board",
    "impossible": "impossible_board",
}
"""The codes of field errors for kinds of flaws that have another name here."""

_CARDS: Final[JsonSchema] = {"type": "array", "items": ref("Card"), "maxItems": MOST_CARDS}


def _piles(about: str) -> JsonSchema:
    return {"type": "array", "description": about, "maxItems": MOST_PILES, "items": ref("BoardPile")}


NAMED: Final[dict[str, JsonSchema]] = {
    "BoardPile": {
        "type": "object",
        "description": "A pile of a board.",
        "properties": {
            "pile": ref("PileName"),
            "face_down": {
                "type": "integer",
                "minimum": 0,
                "maximum": MOST_CARDS,
                "description": "The number of face-down cards, which are below the others; 0 by default.",
            },
            "cards": {**_CARDS, "description": "Bottom to top."},
        },
        "required": ["pile", "cards"],
        "additionalProperties": False,
    },
    "BoardPosition": {
        "type": "object",
        "description": "A board in the form of `final_state` and `state`. Empty piles may be left out.",
        "properties": {
            "tableau": _piles("The columns."),
            "foundations": _piles("The foundations."),
            "reserve": _piles("The reserve piles or cells."),
            "stock": {**_CARDS, "description": "The next card to leave is the last one."},
            "waste": {**_CARDS, "description": "Bottom to top."},
            "waste_face_down": {
                "type": "integer",
                "minimum": 0,
                "maximum": MOST_CARDS,
                "description": "The number of cards of the waste that lie face down; 0 by default.",
            },
            "redeals": {
                "type": "integer",
                "format": "int64",
                "minimum": 0,
                "maximum": MOST_REDEALS,
                "description": "The number of redeals so far.",
            },
            "base_rank": ref("Rank"),
            "merci_used": {
                "oneOf": [{"type": "boolean"}, {"type": "integer", "minimum": 0, "maximum": MOST_MERCIS}],
                "description": "Whether the merci was used, or how often; false by default.",
            },
            "phase": {
                "type": "integer",
                "minimum": 0,
                "maximum": MOST_PHASE,
                "description": "The number of stock cards moved to columns in this round; 0 by default.",
            },
        },
        "additionalProperties": False,
    },
    "Board": {
        "description": "A position card by card, in place of a deal: every card of the game's packs lies on "
        "some pile. The piles of a position's text (docs/reference/positions.md), or an object. It need not "
        "be a position that a deal can lead to. Where the game is known, the text may also be a board of "
        "another program, as imports take it: lines of cards, a deal of Solvitaire, or a deck of "
        "Klondike-Solver.",
        "oneOf": [
            {"type": "string", "maxLength": LONGEST_TEXT, "examples": ["T1=KC;T2=(3H)9D;redeals=1"]},
            ref("BoardPosition"),
        ],
    },
}


class BoardField(CheckedField):
    """A board as the client sent it. `board_errors` says what is wrong with it."""

    json_schema: ClassVar[JsonSchema] = ref("Board")

    def _deserialize(self, value: object, *_: object, **__: object) -> object:
        if not isinstance(value, dict | str):
            raise invalid_field("wrong_type", f"board is an object or a text, not {json_type(value)}.")
        return value


def board_errors(value: object, tables: CompiledRules | None) -> Any:
    """Return what is wrong with a board for a game, or without a game with its form; empty for nothing."""
    try:
        board = read_board(value, tables)
        if tables:
            lay_out(tables, board)
    except BoardError as error:
        return _nested(
            [
                (
                    flaw.place,
                    FieldError(_CODES.get(flaw.kind, flaw.kind), flaw.text, limit=flaw.limit, known=MEMBERS),
                )
                for flaw in error.flaws
            ]
        )
    return {}


def _nested(errors: list[tuple[Place, FieldError]]) -> Any:
    """Return errors in the shape of the value that they concern."""
    here = [error for place, error in errors if not place]
    inner: dict[Any, list[tuple[Place, FieldError]]] = {}
    for place, error in errors:
        if place:
            inner.setdefault(place[0], []).append((place[1:], error))
    if not inner:
        return here
    return {name: _nested(found) for name, found in inner.items()} | ({WHOLE: here} if here else {})
