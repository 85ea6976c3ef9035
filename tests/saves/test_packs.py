"""What PySolFC's own list of games says of the cards and redeals of each number that a variant claims."""

import json

import pytest

from patience.games import VARIANTS
from service.saves.games import game_of
from tests.conftest import FIXTURES

PACKS = json.loads((FIXTURES / "saves" / "packs.json").read_text("utf-8"))


def test_every_number_is_listed():
    assert {*map(int, PACKS)} == {number for variant in VARIANTS.values() for number in variant.pysolfc}


@pytest.mark.parametrize("number", PACKS)
def test_a_number_has_the_cards_and_redeals_of_its_variant(number):
    """Thieves, 906, has jokers, and was taken for Golf until its pack was compared."""
    known = game_of(int(number))
    assert known is not None
    rules, listed = known.tables.rules, PACKS[number]
    cards = {"packs": rules.packs, "suits": rules.suits, "ranks": rules.ranks, "trumps": 0}
    redeals = {"redeals": rules.stock.redeals if rules.stock else 0} if "redeals" in listed else {}
    assert listed == {**cards, **redeals}
