"""Static proofs as people tell them."""

from collections.abc import Iterable

from service.engine.cards import symbol
from service.engine.text import listed


def tell_stuck(cards: Iterable[int]) -> str:
    """What a static proof says of the cards that it names: ``5♣, 5♣ and 6♣ can never all be freed``."""
    names = [symbol(card) for card in sorted(cards)]
    return f"{listed(names)} can never {'all ' if len(names) > 1 else ''}be freed"
