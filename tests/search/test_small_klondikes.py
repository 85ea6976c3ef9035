"""The searches settle small Klondikes as the naive engine does, which tries every move.

``python -m tests.soak.small_packs`` and ``python -m tests.soak.fewest_moves`` check larger ones.
"""

import random
from collections import Counter

import pytest

from patience.cards import CARDS, FACE_DOWN
from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.play.position import Position
from patience.search.fewest_moves import fewest_moves
from patience.search.findings import OPEN, Prospect
from patience.search.search_runner import is_available, search
from tests.conftest import some
from tests.search import reference_force
from tests.search.reference_force import can_be_won
from tests.soak.small_packs import play_at_random, small_deal, small_klondike

pytestmark = pytest.mark.skipif(not is_available(), reason="The search is not compiled.")


@pytest.mark.parametrize(
    ("draw", "spaces", "foundations"),
    [(1, "kings", "returnable"), (3, "kings", "returnable"), (1, "kings", "final"), (1, "any", "final")],
)
def test_small_klondikes_are_settled_as_every_move_settles_them(draw, spaces, foundations):
    source, seen = random.Random(draw), Counter()
    tables = small_klondike(draw, 2, spaces, foundations)
    for number in some(range(40)):
        position = small_deal(tables, 3, source)
        play_at_random(position, number, source)
        truth = can_be_won(position, 250)
        found = search(position, 100_000).finding.prospect
        if truth is not None:
            assert found is (Prospect.WINNABLE if truth else Prospect.DEAD)
        seen[truth] += 1
    assert seen[True] + seen[False] > 5


@pytest.mark.parametrize("draw", [1, 3])
def test_the_fewest_moves_of_small_klondikes_are_those_among_all_moves(draw):
    source, seen = random.Random(draw), Counter()
    tables = small_klondike(draw, 2, "kings")
    for number in some(range(12, 28)):
        position = small_deal(tables, 2, source)
        play_at_random(position, number, source)
        truth = None if position.won else reference_force.fewest_moves(position, 150)
        if truth is not None:
            found = fewest_moves(position, OPEN, 10_000)
            assert found.at_least == (truth if truth >= 0 else None)
            assert found.is_proved == (truth >= 0)
            seen[truth >= 0] += 1
    assert seen[True] > 1


def test_a_card_of_the_stock_does_not_always_go_to_its_foundation_at_once():
    """10♥ needs J♣. With Q♣ and K♣ on it, the foundation cannot give it back: no column is empty for K♣."""
    tables = small_klondike(1, 3, "any")
    position = Position(tables)
    for number, suit in zip(tables.foundations, "CSHD", strict=True):
        position.piles[number] += [CARDS[rank + suit] for rank in "A234567"]
    stock = "TC QS QC 8C 8D JC TD QD 9C 9D JS KS 8S 9S JH 9H TS KC"
    for name, codes in {"T1": "TH", "T2": "KD KH", "T3": "8H JD QH", "S": stock}.items():
        position.piles[tables.pile[name]] += [CARDS[code] for code in codes.split()]
    for name, down in {"T2": 1, "T3": 2}.items():
        for place in range(1, 1 + down):
            position.piles[tables.pile[name]][place] += FACE_DOWN
    assert search(position, 1000).finding.prospect is Prospect.WINNABLE


def test_a_card_of_the_stock_may_take_the_sequence_of_its_twin():
    """8♠ goes to its foundation only once 8♣ takes 7♦ from it, on 9♦ on 10♠ on J♦ on Q♣."""
    tables = small_klondike(1, 3, "kings")
    position = Position(tables)
    for number, (suit, ranks) in zip(
        tables.foundations, {"C": "A23456", "S": "A2345", "H": "A23456", "D": "A234"}.items(), strict=True
    ):
        position.piles[number] += [CARDS[rank + suit] for rank in ranks]
    columns = {"T1": "KH QS", "T2": "KC TC 9H 8S 7D", "T3": "6D QC JS TD 9S"}
    waiting = {"W": "JD 8C KS 5D 7H KD 7C QH", "S": "9D 8H TS 6S JH JC 8D QD 7S TH 9C"}
    for name, codes in {**columns, **waiting}.items():
        position.piles[tables.pile[name]] += [CARDS[code] for code in codes.split()]
    for name, down in {"T2": 1, "T3": 2}.items():
        for place in range(1, 1 + down):
            position.piles[tables.pile[name]][place] += FACE_DOWN
    assert search(position, 1000).finding.prospect is Prospect.WINNABLE


def test_a_move_may_need_several_cards_of_the_stock():
    """Deal 3155 is won, but not if the next move must use each card that has just left the stock."""
    opening = deal_seed(tables_for("klondike"), "3155").position()
    assert search(opening, 100_000).finding.prospect is Prospect.WINNABLE
