"""What PySolFC's own list of games says of the cards and redeals of each number that a variant claims."""

import json

from patience.games import VARIANTS
from service.saves.games import game_of
from tests.conftest import FIXTURES, each_family

PACKS = json.loads((FIXTURES / "saves" / "packs.json").read_text("utf-8"))


def test_every_number_is_listed():
    assert {*map(int, PACKS)} == {number for variant in VARIANTS.values() for number in variant.pysolfc}


@each_family
def test_a_number_has_the_cards_and_redeals_of_its_variant(variants):
    """Thieves, 906, has jokers, and was taken for Golf until its pack was compared."""
    for number in (number for name in variants for number in VARIANTS[name].pysolfc):
        known = game_of(number)
        assert known is not None
        rules, listed = known.tables.rules, PACKS[str(number)]
        cards = {"packs": rules.packs, "suits": rules.suits, "ranks": rules.ranks, "trumps": 0}
        redeals = {"redeals": rules.stock.redeals if rules.stock else 0} if "redeals" in listed else {}
        assert listed == {**cards, **redeals}, number
