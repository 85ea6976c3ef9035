"""Cards that go to their foundations at once, as ``parts/safe.c`` describes.

``python -m tests.soak.small_packs --game safe`` checks larger packs, and ``--game gated`` games for which not
every cut is proved.
"""

import random
from collections import Counter

import pytest

from patience.cards import CARDS, SUITS
from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.play.position import Position
from patience.search.findings import Prospect
from patience.search.search_runner import is_available, search
from tests.conftest import some
from tests.search.plain_search import is_called_dead
from tests.search.reference_force import can_be_won
from tests.search.truths import contradicts
from tests.soak.small_packs import gated_at_random, play_at_random, safe_at_random

pytestmark = pytest.mark.skipif(not is_available(), reason="The search is not compiled.")


def laid(tables, heights, piles):
    """Return a position with foundations of these heights, by suit, and complete others."""
    position = Position(tables)
    for foundation in tables.foundations:
        suit = tables.foundation(foundation).suits
        first = 13 * SUITS.index(suit)
        position.piles[foundation] += range(first, first + heights.get(suit, 13))
    for name, codes in piles.items():
        position.piles[tables.pile[name]] += [CARDS[code] for code in codes.split()]
    return position


@pytest.mark.parametrize(
    ("variant", "rules", "heights", "piles"),
    [
        pytest.param("forty-thieves", {}, {"C": 11}, {"W": "KC KC QC QC"}, id="from the waste"),
        pytest.param(
            "klondike",
            {"foundations": "final"},
            {"C": 11},
            {"S": "QC KC"},
            id="from under other cards of the stock",
        ),
        pytest.param("flower-garden", {}, {"C": 11}, {"R1": "KC", "R2": "QC"}, id="from the reserve"),
        pytest.param(
            "beleaguered-castle",
            {},
            {"C": 8, "H": 9},
            {"T1": "KH QH JH 9C TH", "T2": "KC QC JC TC"},
            id="though a card that is ready could lie on it",
        ),
        pytest.param("athena", {}, {"C": 11}, {"T1": "KC QC"}, id="where faces are mixed"),
        pytest.param("dover", {}, {"C": 11}, {"T1": "KC KC QC QC"}, id="where named piles open columns"),
        pytest.param("german-freecell", {}, {"C": 11}, {"R1": "KC", "T1": "QC"}, id="where cells have suits"),
        pytest.param("haystack", {}, {"C": 10}, {"R1": "KC QC JC"}, id="where a cell has room for several"),
        pytest.param("six-by-six", {}, {"C": 11}, {"T1": "KC QC"}, id="where deals go to piles of a list"),
    ],
)
def test_safe_cards_need_no_search(variant, rules, heights, piles):
    found = search(laid(tables_for(variant, rules), heights, piles), 1)
    assert (found.finding.prospect, found.positions) == (Prospect.WINNABLE, 0)


def test_cards_behave_alike_where_foundations_take_any_suit():
    """The search of a deal does not change if suits change places in some ranks."""
    start = deal_seed(tables_for("circle-nine"), "4").position()
    other = start.copy()
    for pile in other.piles:
        pile[1:] = [(card + 13 * (card % 13 % 3)) % 52 for card in pile[1:]]
    assert search(other, 3000).positions == search(start, 3000).positions < 3000


@pytest.mark.parametrize(
    "make", [lambda source: safe_at_random(source, ranks=2), gated_at_random], ids=["safe", "gated"]
)
def test_small_packs_agree_with_the_naive_engine(make):
    source, seen = random.Random(1), Counter()
    for _ in some(range(100)):
        position = make(source)
        play_at_random(position, source.choice((0, 10)), source)
        truth = None if position.won else can_be_won(position, 150)
        if truth is not None:
            assert not contradicts(search(position, 5_000).finding, truth)
            assert not (truth and is_called_dead(position, 5_000))
        seen[truth] += 1
    assert min(seen[True], seen[False]) > 1, seen
