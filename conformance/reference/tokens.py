"""The grammar of tokens (docs/rules.md, *Moves*)."""

import re
from typing import NamedTuple

NUMBER = "[1-9][0-9]{0,2}"  # 1…999, of a pile or of cards
PILE = f"(?:S|W|[TFR]{NUMBER})"
CARD_MOVE = f"({PILE})-({PILE}|F)(?:x({NUMBER}))?"
ACTIONS = ("deal", "draw", "redeal")


class CardMove(NamedTuple):
    source: str
    target: str
    count: int


def is_token(text: object) -> bool:
    return isinstance(text, str) and (text in ACTIONS or re.fullmatch(CARD_MOVE, text) is not None)


def parse(token: str) -> CardMove:
    match = re.fullmatch(CARD_MOVE, token)
    if match is None:
        raise ValueError(f"not a card move: {token!r}")
    source, target, count = match.groups()
    return CardMove(source, target, int(count or "1"))


def write(move: CardMove) -> str:
    """Return the shortest spelling: `x1` is left out."""
    token = f"{move.source}-{move.target}"
    return token if move.count == 1 else f"{token}x{move.count}"
