"""Cards, decks, and what a client believes that piles hold."""

from typing import ClassVar, Final

from marshmallow import ValidationError

from schemas.request_fields import WHOLE, CheckedField
from schemas.response_fields import JsonSchema, ref, text
from service.engine.cards import CARDS, RANKS, SUITS
from service.engine.dealing import DeckError, check_deck
from service.engine.replay import ANY_CARD
from service.judging.field_errors import Complaint, brief, json_type

DECK_SIZE: Final = 104

UNTOLD: Final = ANY_CARD
"""A card that is hidden in an answer, or does not matter in a request."""

NAMED: Final[dict[str, JsonSchema]] = {
    "Card": text(f"^[{RANKS}][{SUITS}]$", "Rank and suit: `TH` is the ten of hearts.", "AS", "TH"),
    "CardOrHidden": text(
        rf"^([{RANKS}][{SUITS}]|\?\?)$",
        f"A card, or `{UNTOLD}` for one that is not told or does not matter.",
        UNTOLD,
    ),
}


class Deck(CheckedField):
    """104 card codes in dealing order, each of the 52 twice."""

    json_schema: ClassVar[JsonSchema] = {
        "type": "array",
        "items": ref("Card"),
        "minItems": DECK_SIZE,
        "maxItems": DECK_SIZE,
    }

    def _deserialize(self, value: object, *_: object, **__: object) -> list[str]:
        if not isinstance(value, list):
            detail = f"deck is a list of {DECK_SIZE} card codes, not {json_type(value)}."
            raise ValidationError(Complaint("wrong_type", detail))
        # So that a list of a million is refused without a word on each.
        if len(value) > 2 * DECK_SIZE:
            detail = f"deck has {len(value)} cards. Expected {DECK_SIZE}."
            raise ValidationError(Complaint("too_many", detail, limit=DECK_SIZE))
        try:
            check_deck(value)
        except DeckError as error:
            raise ValidationError(_by_index(error.problems)) from None
        return value


class PileCards(CheckedField):
    """What a client believes some piles hold: card codes, or ``??`` for any card, bottom to top."""

    json_schema: ClassVar[JsonSchema] = {
        "type": "object",
        "propertyNames": ref("PileName"),
        "additionalProperties": {"type": "array", "items": ref("CardOrHidden"), "maxItems": DECK_SIZE},
    }

    def _deserialize(self, value: object, *_: object, **__: object) -> dict[str, tuple[str, ...]]:
        if not isinstance(value, dict):
            detail = f"piles is an object of card lists, not {json_type(value)}."
            raise ValidationError(Complaint("wrong_type", detail))
        problems = {name: problem for name, cards in value.items() if (problem := _pile_problem(cards))}
        if problems:
            raise ValidationError({name: [problem] for name, problem in problems.items()})
        return {name: tuple(cards) for name, cards in value.items()}


def _pile_problem(cards: object) -> Complaint | None:
    if not isinstance(cards, list):
        detail = f"A pile is a list of card codes, bottom to top, not {json_type(cards)}."
        return Complaint("wrong_type", detail)
    if len(cards) > DECK_SIZE:
        detail = f"A pile has at most {DECK_SIZE} cards, not {len(cards)}."
        return Complaint("too_many", detail, limit=DECK_SIZE)
    for card in cards:
        if not isinstance(card, str) or (card not in CARDS and card != UNTOLD):
            detail = f"{brief(card)} is no card. Expected a code such as TH, or {UNTOLD} for any card."
            return Complaint("unknown_card", detail)
    return None


def _by_index(problems: list[tuple[int | None, str]]) -> dict[int | str, list[str]]:
    found: dict[int | str, list[str]] = {}
    for index, detail in problems:
        code = "not_two_packs" if index is None else "unknown_card"
        found.setdefault(WHOLE if index is None else index, []).append(Complaint(code, detail))
    return found
