"""Cards as whole numbers 0…51, suit by suit: ``card = 13 * suit + rank`` (RULES §1)."""

from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
CARDS_IN_PACK: Final = 52
PACK: Final = range(CARDS_IN_PACK)

FLOOR: Final = 52
"""Lies under every pile, so that an empty pile has a top to look up."""

FACE_DOWN: Final = 64
"""Added to a card that lies face down, so that it is in no build table."""

SUIT_SYMBOLS: Final = dict(zip(SUITS, "♣♦♥♠", strict=True))

CODES: Final[tuple[str, ...]] = tuple(
    f"{RANKS[card % 13]}{SUITS[card // 13]}" if card < 52 else "" for card in range(FACE_DOWN)
) + tuple(f"{RANKS[card % 13]}{SUITS[card // 13]}" for card in PACK)
"""The two-character code of a card, face up or face down."""

CARDS: Final[dict[str, int]] = {CODES[card]: card for card in PACK}


def rank(card: int) -> int:
    """Return 0 for an Ace … 12 for a King."""
    return card % 13


def cards_of_ranks(ranks: str) -> frozenset[int]:
    """Return the cards of a pack that have these ranks."""
    return frozenset(card for card in PACK if RANKS[rank(card)] in ranks)


def cards_of(letters: str) -> frozenset[int]:
    """Return the cards that have one of these ranks and one of these suits, or any if none is named."""
    ranks, suits = ([name for name in letters if name in known] or known for known in (RANKS, SUITS))
    return frozenset(card for card in PACK if RANKS[rank(card)] in ranks and SUITS[suit(card)] in suits)


def suit(card: int) -> int:
    """Return the index of the card's suit in ``SUITS``."""
    return card // 13


def is_red(card: int) -> bool:
    """Return whether the card is a diamond or a heart."""
    return 13 <= card < 39


def symbol(card: int) -> str:
    """Return the card as people write it: ``10♥`` for ``TH``."""
    name = RANKS[rank(card)]
    return f"{'10' if name == 'T' else name}{SUIT_SYMBOLS[SUITS[suit(card)]]}"
