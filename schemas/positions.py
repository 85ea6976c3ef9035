"""Positions: every pile with its cards."""

from typing import Any

from schemas.card_codes import UNTOLD
from schemas.response_fields import AnswerSchema, count, listed, many, named
from service.engine.cards import CODES
from service.engine.position import Position


class PileSchema(AnswerSchema):
    """A foundation or a reserve cell."""

    pile = named("PileName")
    cards = listed("Card", "Bottom to top.")


class ColumnSchema(AnswerSchema):
    """A tableau column; its face-down cards lie at the bottom."""

    pile = named("PileName")
    face_down = count("How many of the cards lie face down.")
    cards = listed("CardOrHidden", "Bottom to top; `??` where the card is hidden.")


class StateSchema(AnswerSchema):
    """Every pile of a position."""

    tableau = many(ColumnSchema, "The columns, T1 first; none where the variant has none.")
    foundations = many(PileSchema, "The foundations, F1 first.")
    reserve = many(PileSchema, "The reserve cells, R1 first; none where the variant has none.")
    stock = listed("CardOrHidden", "The next card to leave is the last; `??` where hidden.")
    waste = listed("Card", "Bottom to top.")
    redeals = count("How often the waste has become the stock.")


def state_json(position: Position, *, hidden: bool = False) -> dict[str, Any]:
    """Every pile bottom to top; ``hidden`` shows face-down and stock cards as ``??``."""
    tables = position.tables
    piles = position.piles
    names = tables.names
    tableau = []
    for pile in tables.columns:
        down = position.face_down(pile)
        cards = [CODES[card] for card in piles[pile][1:]]
        if hidden:
            cards[:down] = [UNTOLD] * down
        tableau.append({"pile": names[pile], "face_down": down, "cards": cards})
    stock = [CODES[card] for card in piles[tables.stock][1:]] if tables.stock >= 0 else []
    return {
        "tableau": tableau,
        "foundations": [
            {"pile": names[pile], "cards": [CODES[card] for card in piles[pile][1:]]}
            for pile in tables.foundations
        ],
        "reserve": [
            {"pile": names[pile], "cards": [CODES[card] for card in piles[pile][1:]]}
            for pile in tables.reserve
        ],
        "stock": [UNTOLD] * len(stock) if hidden else stock,
        "waste": [CODES[card] for card in piles[tables.waste][1:]] if tables.waste >= 0 else [],
        "redeals": position.redeals,
    }
