"""Golden deals: pysol-cards shuffles, the reference interpreter lays out."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from pysol_cards.cards import createCards, ms_rearrange
from pysol_cards.random import LCRandom31, MTRandom

from service.engine.variants import VARIANTS
from tests import reference
from tests.declared import declaration

SEEDS = ("1", "31999", "32000", "ms40000", "ms4294967296", "12345678901234567890")


def golden_deals(variant: str) -> list[dict[str, Any]]:
    """Return the lines of a variant's file."""
    return [golden_deal(variant, rules, seed) for rules in layouts(variant) for seed in SEEDS]


def layouts(variant: str) -> list[dict[str, object]]:
    """Return every combination of the options that change the layout."""
    options = {option.name: option.words for option in VARIANTS[variant].options if option.changes_layout}
    return [dict(zip(options, values, strict=True)) for values in product(*options.values())]


def golden_deal(variant: str, rules: Mapping[str, object], seed: str) -> dict[str, Any]:
    rules_json = declaration(variant, rules)
    deck = deck_of_seed(seed, reference.base_cards(reference.read_declaration(rules_json)))
    state = reference.state(reference.deal(rules_json, deck=deck))
    return {"seed": seed, "rules": rules, "deck": deck, "state": state}


def deck_of_seed(seed: str, bases: list[str]) -> list[str]:
    """Return the deck with the base cards first; where one copy is needed, the first pack's."""
    cards = dealing_order(seed)
    for base in bases:
        cards.remove(min(copy for copy in cards if copy[0] == base))
    return bases + [card for card, _ in cards]


def dealing_order(seed: str) -> list[tuple[str, int]]:
    """Return both packs as pysol-cards shuffles them, each card with its pack's number.

    Its own ``shuffle`` takes 32 000 for a small number, which PySolFC does not.
    """
    number = int(seed.removeprefix("ms"))
    small = seed.startswith("ms") or number < 32_000
    cards = createCards(2)
    generator = LCRandom31() if small else MTRandom()
    generator.setSeed(number)
    generator.shuffle(ms_rearrange(cards) if small else cards)
    return [("A23456789TJQK"[card.rank - 1] + "CSHD"[card.suit], card.id // 52) for card in reversed(cards)]
