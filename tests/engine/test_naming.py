"""Cards, ranks and moves as people name them."""

import pytest

from patience.cards import CARDS
from patience.rules import Pairs
from patience.words import language
from patience.words.names import name_cards, name_move, name_pairs


@pytest.mark.parametrize(
    ("cards", "named"),
    [
        ("9C 9D 9H 9S", "any 9"),
        ("9C 9S", "a black 9"),
        ("QH QD", "a red Queen"),
        ("TC 9D 9C", "9♣, 9♦ or 10♣"),
        ("TC 9D", "9♦ or 10♣"),
        ("KH AS", "A♠ or K♥"),
    ],
)
def test_cards(cards, named):
    """Rank by rank, the low ones first, and no fewer words than it takes."""
    assert name_cards([CARDS[code] for code in cards.split()]) == named


@pytest.mark.parametrize(
    ("ranks", "named"),
    [
        ("K", "a King"),
        ("A8", "an Ace or an 8"),
        ("79T", "a 7, a 9 or a 10"),
        ("A23456789TJQK", "any card"),
    ],
)
def test_ranks(ranks, named):
    assert language("en").text("ranks", ranks) == named


def test_a_move_is_counted_from_one_by_people_and_from_zero_by_programs():
    assert name_move(0) == "move 1 (index 0)"
    assert name_move(41) == "move 42 (index 41)"


def test_a_game_may_have_one_pair_only():
    assert name_pairs(Pairs(("AK",), ("T",))) == "Ace-King together"
