"""RULES §1, *Moves*: the grammar of tokens."""

import re
from dataclasses import dataclass

NUMBER = "[1-9][0-9]?"  # 1…99
COUNT = "[1-9][0-9]{0,2}"  # 1…999
PILE = f"(?:S|W|[TFR]{NUMBER})"
CARD_MOVE = f"({PILE})-({PILE}|F)(?:x({COUNT}))?"
ACTIONS = ("deal", "draw", "redeal")


@dataclass
class CardMove:
    source: str
    target: str
    count: int


def is_token(text: object) -> bool:
    return isinstance(text, str) and (text in ACTIONS or re.fullmatch(CARD_MOVE, text) is not None)


def parse(token: str) -> CardMove:
    match = re.fullmatch(CARD_MOVE, token)
    if match is None:
        raise ValueError(f"no card move: {token!r}")
    source, target, count = match.groups()
    return CardMove(source, target, int(count or "1"))


def write(source: str, target: str, count: int) -> str:
    """RULES §1: `x1` may be left out, and is."""
    return f"{source}-{target}" if count == 1 else f"{source}-{target}x{count}"
