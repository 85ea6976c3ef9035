"""Games in which cards leave in pairs: Pyramid and its kin, Nestor, Fourteen."""

import random
from collections import Counter
from itertools import combinations

import pytest

from patience.cards import FACE_DOWN, FLOOR
from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.play.position import Position
from patience.search.findings import Prospect
from patience.search.search_runner import is_available, search
from tests.conftest import some
from tests.search.brute_force import can_be_won
from tests.search.declared_positions import read_position

pytestmark = pytest.mark.skipif(not is_available(), reason="The search is not compiled.")


def near_the_end(variant: str, source: random.Random, cards: int) -> Position:
    """Return a deal after draws, from which pairs were taken, also such as could not leave together."""
    tables = tables_for(variant)
    home = tables.foundations[0]
    position = deal_seed(tables, str(source.randrange(10**6))).position()
    while tables.cards - len(position.piles[home]) + 1 > cards:
        leaving = pairs_of(position)
        if not leaving:
            position = deal_seed(tables, str(source.randrange(10**6))).position()
            continue
        # Of two places in the stock, the later one first.
        for pile, place in sorted(source.choice(leaving), reverse=True):
            position.piles[home].append(position.piles[pile].pop(place) & ~FACE_DOWN)
    for column in tables.columns:
        if not position.is_covered(column):
            position.piles[column][1:] = position.cards(column)
    if tables.stock >= 0:
        for _ in range(source.randint(0, len(position.piles[tables.stock]) - 1)):
            position.piles[tables.waste].append(position.piles[tables.stock].pop())
        position.redeals = source.randint(0, tables.rules.stock.redeals or 0)
    return position


def pairs_of(position: Position) -> list[tuple[tuple[int, int], ...]]:
    """Return the places of cards that pair or leave alone, as far as no other card lies on them."""
    tables = position.tables
    fits, home = tables.fits[tables.columns[0]], tables.fits[tables.foundations[0]][FLOOR]
    places = {place: position.piles[place[0]][place[1]] & ~FACE_DOWN for place in free_places(position)}
    alone = [(place,) for place, card in places.items() if card in home]
    return alone + [
        (one, other) for one, other in combinations(places, 2) if places[one] in fits[places[other]]
    ]


def free_places(position: Position) -> list[tuple[int, int]]:
    """Return the piles and places of the cards that no other card lies on, and of all of stock and waste."""
    tables = position.tables
    return [
        (pile, place)
        for pile, cards in enumerate(position.piles)
        if pile not in tables.foundations and not (pile in tables.columns and position.is_covered(pile))
        for place in (range(1, len(cards)) if pile in {tables.stock, tables.waste} else [len(cards) - 1])
        if place
    ]


@pytest.mark.parametrize(
    ("variant", "cards"),
    some(
        [
            *(("pyramid", 6), ("relaxed-pyramid", 6), ("king-tut", 6), ("triangle", 6)),
            *(("double-pyramid", 12), ("giza", 8), ("nestor", 8)),
        ]
    ),
)
def test_every_small_position_is_settled_as_brute_force_settles_it(variant, cards):
    source = random.Random(variant)
    seen = Counter()
    for _ in range(12):
        position = near_the_end(variant, source, cards)
        if position.won:
            continue
        truth = can_be_won(position, 1000)
        found = search(position, 10_000).finding.prospect
        assert found is not Prospect.UNDECIDED
        assert truth in {None, found is Prospect.WINNABLE}
        seen[truth] += 1
    assert seen[True]
    assert seen[False]


DISCARDS = [{"suits": "CSHD", "direction": "any", "build": "any_suit", "cards": 52}]
PAIRS = {
    "foundations": DISCARDS,
    "columns": {"number": 1, "build": "any_suit", "lift": "one", "takes_from": []},
    "win": "empty_columns",
}


def test_reserve_piles_can_lie_on_each_other():
    """3C lies on QC for good."""
    reserve = {"piles": 2, "covered_by": ["R2", ""]}
    rules = {**PAIRS, "reserve": reserve, "pairs": {"sets": ["AQ"], "piles": ["T", "R"]}}
    position = read_position({"rules": rules, "piles": {"R1": "QC", "R2": "3C", "T1": "AC"}})
    assert search(position, 100).finding.prospect is Prospect.DEAD


def test_kings_can_wait_until_the_stock_is_empty():
    stock = {"actions": ["draw"], "gives_after": ["R"], "after_waste": False}
    reserve = {"reserve": {"piles": 1}, "layout": [{"to": "T1"}, {"to": "R1"}, {"to": "R1"}]}
    rules = {**PAIRS, **reserve, "stock": stock, "pairs": {"sets": ["AQ", "K"], "piles": ["T", "R", "W"]}}
    position = read_position({"rules": rules, "piles": {"R1": "QC KC", "S": "2C", "T1": "AC"}})
    assert search(position, 100).finding.continuation == ("draw", "R1-F1", "T1-R1")
