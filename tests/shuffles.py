"""Shuffles by pysol-cards, an implementation of PySolFC's seeds that others maintain."""

from pysol_cards.cards import createCards, ms_rearrange
from pysol_cards.random import LCRandom31, MTRandom


def dealing_order(seed: str, packs: int = 2) -> list[tuple[str, int]]:
    """Return the shuffled packs from their end, each card with its pack's number.

    Its own ``shuffle`` takes 32 000 for a small number, which PySolFC does not.
    """
    number = int(seed.removeprefix("ms"))
    small = seed.startswith("ms") or number < 32_000
    cards = ms_rearrange(createCards(packs)) if small else createCards(packs)
    generator = LCRandom31() if small else MTRandom()
    generator.setSeed(number)
    cards = generator.shuffle(cards)
    return [("A23456789TJQK"[card.rank - 1] + "CSHD"[card.suit], card.id // 52) for card in reversed(cards)]
