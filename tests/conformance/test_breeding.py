"""Positions for the conformance kit are bred: changed logs stay legal, and what they show is told rightly."""

import random

import pytest

from tests import reference
from tests.conformance.breeding import breaks, changed, with_deck
from tests.conformance.losing import READINGS, border_facts
from tests.declared import after, opening, option_values
from tests.reference.tokens import CardMove, parse


@pytest.mark.parametrize("variant", ["klondike", "spider", "golf", "rouge-et-noir"])
def test_the_moves_of_a_changed_log_are_legal(variant):
    source = random.Random(variant)
    request = with_deck({"variant": variant, "seed": "7", "moves": []})
    for _ in range(60):
        request = changed(request, option_values(variant), source)
        game = opening(request)
        for token in request["moves"]:
            assert reference.why_not(game, token) is None
            reference.play(game, token)
    assert request["moves"]


@pytest.mark.parametrize(
    ("group", "where"),
    [
        ("9S 8H 7S", []),
        ("9S 7H 6S", ["at the bottom"]),
        ("9S 8H 7D", ["at the top"]),
        ("9S 8H 7S 5H", ["at the top"]),
        ("9S 8H 6S 5H", ["inside"]),
        ("9S 4H 7S", ["in ranks inside"]),
    ],
)
def test_where_a_group_is_no_run(group, where):
    """In Klondike runs go down in alternating colours."""
    game = opening({"variant": "klondike", "seed": "1"})
    assert list(breaks(game, group.split())) == where


@pytest.mark.parametrize(
    ("reading", "tops"),
    [
        ("no redeal", "cfg"),
        ("redeal always", "cfgvycfg"),
        ("waste alone redealt", "cfgvy"),
        ("stock before waste", "cfgcfuxy"),
        ("each card of the stock", "abcdefgvycfg"),
        ("no smaller draw", "cfvycf"),
        ("first card of a draw", "adgtwadg"),
    ],
)
def test_which_cards_come_to_the_top(reading, tops):
    """The stock a…g is drawn by threes onto the waste t…y, of which t lies lowest; then comes a redeal."""
    cards = READINGS[reading]([*"abcdefg"], [*"tuvwxy"], 3, True)
    assert "".join(cards) == tops


def test_a_move_that_alone_keeps_a_game_from_being_lost():
    """In Beleaguered Castle only the Queen of hearts can move: onto the King in the last column."""
    columns = (
        "2C 2D 2H 2S 3C 9C", "3D 3H 3S 4C 4D 9D", "4H 4S 5C 5D 5H 9H", "5S 6C 6D 6H 6S 9S",
        "7H 7S 8C 8D 8H 7C", "8S TC TD TH TS 7D", "JC JD JH JS QC QH", "QD QS KC KD KH KS",
    )  # fmt: skip
    deck = [column.split()[row] for row in range(6) for column in columns]
    request = {
        "variant": "beleaguered-castle",
        "rules": {},
        "deck": ["AC", "AD", "AH", "AS", *deck],
        "moves": [],
    }
    game = after(request, [])
    assert [parse(token) for token in reference.legal_moves(game)] == [CardMove("T7", "T8", 1)]
    shown = border_facts(request)
    assert {("kept now by", "to last T"), ("kept alone by", "T-T of 1")} <= shown
    assert ("kept now by", "to first T") not in shown
