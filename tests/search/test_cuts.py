"""Positions near the end of a game that the search would call dead without some condition of its cuts.

A line of ``fixtures/cuts.jsonl`` has the reason, a position as ``declared_positions.py`` reads it, and a line
that wins. The naive engine of ``conformance/reference`` plays it.
"""

import json

import pytest

from conformance.reference.referee import is_won, legal_moves, play
from patience.cards import RANKS
from patience.search.findings import Prospect
from patience.search.proofs import prove
from patience.search.search_runner import is_available, search
from tests.conftest import FIXTURES
from tests.search.declared_positions import read_position
from tests.search.plain_search import is_called_dead
from tests.search.reference_force import can_be_won, game_at

ENTRIES = list(map(json.loads, (FIXTURES / "cuts.jsonl").read_text("utf-8").splitlines()))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["because"])
def test_a_position_with_a_winning_line_is_not_dead(entry):
    position = read_position(entry)
    game = game_at(position)
    for token in entry["line"].split():
        assert token in legal_moves(game)
        play(game, token)
    assert is_won(game)
    assert prove(position).prospect is not Prospect.DEAD
    if is_available():
        assert not is_called_dead(position, 3000)


@pytest.mark.skipif(not is_available(), reason="The search is not compiled.")
def test_the_waste_opens_no_column_that_only_the_reserve_opens():
    columns = {"number": 2, "build": "alternating", "lift": "one", "empty_takes": RANKS, "opened_by": [["R"]]}
    stock = {"actions": ["draw", "redeal"], "redeals": None}
    rules = {"foundations": "CSHD", "columns": columns, "reserve": {"piles": 1}, "stock": stock}
    piles = {"F1": "KC", "F2": "TS", "F3": "JH", "F4": "QD", "S": "KD", "T2": "KS KH JS QH QS"}
    position = read_position({"rules": rules, "piles": piles})
    assert can_be_won(position, 100) is False
    assert search(position, 3000).finding.prospect is Prospect.DEAD
