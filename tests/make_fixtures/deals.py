"""Golden deals: pysol-cards shuffles, the plain implementation lays out."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from pysol_cards.cards import createCards, ms_rearrange
from pysol_cards.random import LCRandom31, MTRandom

from tests.reference import deal, state
from tests.reference.games import OPTIONS

from .decks import base_cards

SEEDS = ("1", "31999", "32000", "ms40000", "ms4294967296", "12345678901234567890")


def golden_deals(variant: str) -> list[dict[str, Any]]:
    """The lines of a variant's file."""
    return [golden_deal(variant, rules, seed) for rules in layouts(variant) for seed in SEEDS]


def layouts(variant: str) -> list[dict[str, object]]:
    """Every combination of the options that change the layout."""
    options = {
        name: values
        for name, values in OPTIONS[variant].items()
        if any(board(variant, {name: value}) != board(variant, {}) for value in values)
    }
    return [dict(zip(options, chosen, strict=True)) for chosen in product(*options.values())]


def board(variant: str, rules: Mapping[str, object]) -> dict[str, list[str]]:
    """The opening of the first seed."""
    return deal(variant, rules, seed=SEEDS[0]).piles


def golden_deal(variant: str, rules: Mapping[str, object], seed: str) -> dict[str, Any]:
    """One line."""
    deck = deck_of_seed(seed, base_cards(variant, rules))
    return {"seed": seed, "rules": rules, "deck": deck, "state": state(deal(variant, rules, deck=deck))}


def deck_of_seed(seed: str, bases: list[str]) -> list[str]:
    """RULES §8: the base cards come first, and of two copies the first pack's is taken."""
    cards = dealing_order(seed)
    for base in bases:
        cards.remove(min(copy for copy in cards if copy[0] == base))
    return bases + [card for card, _ in cards]


def dealing_order(seed: str) -> list[tuple[str, int]]:
    """Both packs as pysol-cards shuffles them, each card with its pack's number.

    Its own ``shuffle`` takes 32 000 for a small number, which PySolFC does not.
    """
    number = int(seed.removeprefix("ms"))
    small = seed.startswith("ms") or number < 32_000
    cards = createCards(2)
    generator = LCRandom31() if small else MTRandom()
    generator.setSeed(number)
    generator.shuffle(ms_rearrange(cards) if small else cards)
    return [("A23456789TJQK"[card.rank - 1] + "CSHD"[card.suit], card.id // 52) for card in reversed(cards)]
