"""Cards as whole numbers 0…51, suit by suit: ``card = 13 * suit + rank`` (RULES §1)."""

from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
CARDS_IN_PACK: Final = 52
PACK: Final = range(CARDS_IN_PACK)

FLOOR: Final = 52
"""Lies under every pile, so that an empty place has a top to look up."""

FACE_DOWN: Final = 64
"""Added to a card that lies face down, so that no build table knows it."""

_SYMBOLS: Final = "♣♦♥♠"

CODES: Final[tuple[str, ...]] = tuple(
    f"{RANKS[card % 13]}{SUITS[card // 13]}" if card < 52 else "" for card in range(FACE_DOWN)
) + tuple(f"{RANKS[card % 13]}{SUITS[card // 13]}" for card in PACK)
"""The two-character code of a card, face up or face down."""

CARDS: Final[dict[str, int]] = {CODES[card]: card for card in PACK}


def rank(card: int) -> int:
    """0 for an Ace … 12 for a King."""
    return card % 13


def suit(card: int) -> int:
    """The place of the card's suit in ``SUITS``."""
    return card // 13


def is_red(card: int) -> bool:
    """Diamonds and hearts are red."""
    return 13 <= card < 39


def symbol(card: int) -> str:
    """The card as people write it: ``10♥`` for ``TH``."""
    name = RANKS[rank(card)]
    return f"{'10' if name == 'T' else name}{_SYMBOLS[suit(card)]}"
