"""What was probably meant by a text that is not a card or a move, and what is wrong with a pack of cards."""

import re
from collections import Counter
from typing import Final

from patience.cards import CARDS, SUIT_SYMBOLS, SUITS

_MOST_LISTED: Final = 20
_SUIT_WORDS: Final = dict(zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True))
_LETTERS: Final = str.maketrans({"\ufe0f": "", **{symbol: suit for suit, symbol in SUIT_SYMBOLS.items()}})
_TEN: Final = re.compile("10(?=[CDHS])")

_TAKEN_BACK: Final = "Leave out moves that were taken back."
_BY_ITSELF: Final = "Cards are turned face up by themselves; where the player turns one, the move is T3-T3."
_REDEAL: Final = "The move that turns the waste over is redeal."
_ADVICE: Final = {
    **dict.fromkeys(("undo", "redo", "back"), _TAKEN_BACK),
    **dict.fromkeys(("flip", "turn", "reveal", "open"), _BY_ITSELF),
    **dict.fromkeys(("pass", "recycle", "restock", "reset"), _REDEAL),
}
"""By the first word of a text, as other programs name what is not a move here."""


def usual_cards(text: str) -> str:
    """Return cards in upper case, with T for 10 and letters for symbols, also those of emoji."""
    return text.replace("10", "T").translate(_LETTERS).upper()


def cards_in(text: str) -> str:
    """Return a text in upper case, its cards as ``usual_cards`` has them."""
    return _TEN.sub("T", text.translate(_LETTERS).upper())


def meant_card(text: object) -> str:
    """Return a question after a space, such as " Did you mean TH?" for ``10h``; empty if nothing is meant."""
    meant = usual_cards(text[:4]) if isinstance(text, str) else ""
    return f" Did you mean {meant}?" if meant in CARDS else ""


def meant_move(text: str, grammar: "re.Pattern[str]") -> str:
    """Return advice after a space on a text that is not a move by this grammar; empty if there is none."""
    word = re.match("[a-z]*", text[:40].lower())
    if word and word[0] in _ADVICE:
        return f" {_ADVICE[word[0]]}"
    stripped = text[:40].strip()
    meant = (stripped.lower(), stripped.upper().replace("X", "x"))
    return next((f" Did you mean {move}?" for move in meant if grammar.fullmatch(move)), "")


def pack_mistakes(count: Counter[str], expected: Counter[str]) -> list[str]:
    """Return a sentence on the cards that are missing, and one on those that are too many."""
    found = []
    for what, difference in (("missing", expected - count), ("surplus", count - expected)):
        cards = [code for code in CARDS for _ in range(difference[code])]
        if cards:
            listed = " ".join(cards[:_MOST_LISTED]) + (" …" if len(cards) > _MOST_LISTED else "")
            found.append(f"{len(cards)} {what}: {listed}.")
    suits = [suit for suit in SUITS if any(code[1] == suit for code in expected)]
    if len(found) == 2 and len(suits) < len(SUITS):
        found.append(f"All cards of this game are {' or '.join(_SUIT_WORDS[suit] for suit in suits)}.")
    return found
