"""Cards and piles: what a client believes that piles hold, and positions in answers."""

from typing import Any, ClassVar, Final

from marshmallow import ValidationError

from patience.cards import CARDS, CARDS_IN_PACK, CODES, FACE_DOWN, RANKS, SUITS
from patience.cards.mistakes import meant_card
from patience.play.position import Position
from patience.play.replay import ANY_CARD
from patience.rules import MOST_PACKS
from patience.rules.reserve import MOST_MERCIS
from schemas.field_errors import FieldError, brief, invalid_field, json_type
from schemas.request_fields import CheckedField
from schemas.response_fields import AnswerSchema, Described, JsonSchema, count, listed, many, named, ref, text

FEWEST_CARDS: Final = len(SUITS)
"""Cards of the smallest deck, one of each suit."""
MOST_CARDS: Final = MOST_PACKS * CARDS_IN_PACK
"""Cards of the largest deck."""

NAMED: Final[dict[str, JsonSchema]] = {
    "Card": text(f"^[{RANKS}][{SUITS}]$", "Rank and suit: `TH` is the ten of hearts.", "AS", "TH"),
    "Rank": text(f"^[{RANKS}]$", "A rank; `T` is the ten.", "A", "T"),
    "CardOrHidden": text(
        rf"^([{RANKS}][{SUITS}]|\?\?)$",
        f"A card; `{ANY_CARD}` is a hidden card in answers and any card in requests.",
        ANY_CARD,
    ),
}


class PileCards(CheckedField):
    """The cards that a client expects on some piles, bottom to top; `??` is any card."""

    json_schema: ClassVar[JsonSchema] = {
        "type": "object",
        "propertyNames": ref("PileName"),
        "additionalProperties": {"type": "array", "items": ref("CardOrHidden"), "maxItems": MOST_CARDS},
    }

    def _deserialize(self, value: object, *_: object, **__: object) -> dict[str, tuple[str, ...]]:
        if not isinstance(value, dict):
            raise invalid_field("wrong_type", f"piles is an object of card lists, not {json_type(value)}.")
        errors = {name: [error] for name, cards in value.items() if (error := _pile_error(cards))}
        if errors:
            raise ValidationError(errors)
        return {name: tuple(cards) for name, cards in value.items()}


def _pile_error(cards: object) -> FieldError | None:
    if not isinstance(cards, list):
        detail = f"A pile is a list of card codes, bottom to top, not {json_type(cards)}."
        return FieldError("wrong_type", detail)
    if len(cards) > MOST_CARDS:
        detail = f"A pile has at most {MOST_CARDS} cards, not {len(cards)}."
        return FieldError("too_many", detail, limit=MOST_CARDS)
    for card in cards:
        if not isinstance(card, str) or (card not in CARDS and card != ANY_CARD):
            detail = f"{brief(card)} is not a card. Expected a code such as TH, or {ANY_CARD} for any card."
            return FieldError("unknown_card", f"{detail}{meant_card(card)}")
    return None


class PileSchema(AnswerSchema):
    """A foundation."""

    pile = named("PileName")
    cards = listed("Card", "Bottom to top.")


class ReservePileSchema(AnswerSchema):
    """A reserve pile or a cell, perhaps empty."""

    pile = named("PileName")
    face_down = count(
        "The number of face-down cards. Only in games whose reserve piles hold several cards.",
        required=False,
    )
    cards = listed("CardOrHidden", "Bottom to top; `??` is a hidden card.")


class ColumnSchema(AnswerSchema):
    """A tableau column."""

    pile = named("PileName")
    face_down = count(
        "The number of face-down cards, which are below the others, except where the layout mixes them."
    )
    cards = listed("CardOrHidden", "Bottom to top; `??` is a hidden card.")


class StateSchema(AnswerSchema):
    """Every pile of a position."""

    tableau = many(ColumnSchema, "The columns, T1 first; empty if the variant has none.")
    foundations = many(PileSchema, "The foundations, F1 first.")
    reserve = many(ReservePileSchema, "The reserve piles, R1 first; empty if the variant has none.")
    stock = listed("CardOrHidden", "The next card to leave is the last one; `??` is a hidden card.")
    waste = listed("Card", "Bottom to top.")
    waste_face_down = count(
        "Only in games in which only cards of the last draw can be moved: how many cards of the waste lie"
        " face down.",
        required=False,
    )
    redeals = count("The number of redeals so far.")
    base_rank = named(
        "Rank", "Only if the deal sets the base: the rank that begins foundations.", required=False
    )
    merci_used = Described(
        {"oneOf": [{"type": "boolean"}, {"type": "integer", "minimum": 0, "maximum": MOST_MERCIS}]},
        "Only in games with a merci: whether it was used; how often, where it can be used several times.",
        required=False,
    )
    phase = count(
        "Only in games in which stock cards are moved to columns in rounds: how many were in this round, 0"
        " before the first one.",
        required=False,
    )


def state_json(position: Position, *, hidden: bool = False) -> dict[str, Any]:
    """Return every pile, bottom to top; `hidden` shows face-down and stock cards as `??`."""
    tables = position.tables
    piles = position.piles
    deep_reserve = "deep_reserve" in tables.concepts
    stock = _codes(piles[tables.stock]) if tables.stock >= 0 else []
    shown = stock[-1:] if position.stock_shown else []
    state: dict[str, Any] = {
        "tableau": [_with_faces(position, pile, hidden=hidden) for pile in tables.columns],
        "foundations": [_pile(position, pile) for pile in tables.foundations],
        "reserve": [
            _with_faces(position, pile, hidden=hidden) if deep_reserve else _pile(position, pile)
            for pile in tables.reserve
        ],
        "stock": [ANY_CARD] * (len(stock) - len(shown)) + shown if hidden else stock,
        "waste": _codes(piles[tables.waste]) if tables.waste >= 0 else [],
        **({"waste_face_down": position.face_down(tables.waste)} if tables.last_draw_only else {}),
        "redeals": position.redeals,
    }
    if tables.base_rank is not None:
        state["base_rank"] = tables.base_rank
    if tables.merci >= 0:
        once = tables.rules.mercis == 1
        state["merci_used"] = bool(position.merci_used) if once else position.merci_used
    if tables.rounds:
        state["phase"] = position.phase
    return state


def _pile(position: Position, pile: int) -> dict[str, Any]:
    return {"pile": position.tables.names[pile], "cards": _codes(position.piles[pile])}


def _with_faces(position: Position, pile: int, *, hidden: bool) -> dict[str, Any]:
    down = position.face_down(pile)
    cards = _codes(position.piles[pile])
    if hidden:
        faces = zip(cards, position.piles[pile][1:], strict=True)
        cards = [ANY_CARD if card >= FACE_DOWN else code for code, card in faces]
    return {"pile": position.tables.names[pile], "face_down": down, "cards": cards}


def _codes(pile: list[int]) -> list[str]:
    return [CODES[card] for card in pile[1:]]
