"""Positions near the end of a game that the search would call dead without some condition of its cuts.

A line of ``fixtures/cuts.jsonl`` has the reason, the rules, the piles and a line that wins. The naive engine
of ``conformance/reference`` plays it. These are left out: one pack; foundations in suit from Ace to King,
which may be a string of their suits; the cards under the top one of such a pile; and a layout of face-up
rows.
"""

import json
from typing import Any

import pytest

from conformance.reference.referee import is_won, legal_moves, play
from patience.cards import CARDS, FACE_DOWN, RANKS
from patience.compilation.compiled_rules import compile_tables
from patience.play.position import Position
from patience.rules.declaration import from_json
from patience.rules.variant import Variant
from patience.search.findings import Prospect
from patience.search.proofs import prove
from patience.search.search_runner import is_available, search
from tests.conftest import FIXTURES
from tests.search.plain_search import is_called_dead
from tests.search.reference_force import can_be_won, game_at

ENTRIES = list(map(json.loads, (FIXTURES / "cuts.jsonl").read_text("utf-8").splitlines()))


def read_position(entry: dict[str, Any]) -> Position:
    """Return the position of an entry."""
    rules = {"packs": 1, **entry["rules"]}
    foundations = [
        {"ranks": RANKS, "build": "by_suit", **({"suits": pile} if isinstance(pile, str) else pile)}
        for pile in rules["foundations"]
    ]
    layout = {"layout": _rows(rules, sum(pile.get("dealt", 0) for pile in foundations))}
    declared = from_json({**layout, **rules, "foundations": foundations})
    position = Position(compile_tables(Variant("any", "Any", "Any", declared), ()))
    position.redeals = entry.get("redeals", 0)
    for name, codes in entry["piles"].items():
        cards = codes.split()
        pile = foundations[int(name[1:]) - 1] if name[0] == "F" else {}
        if len(cards) == len(pile.get("suits", "")) == 1:
            cards = [rank + cards[0][1] for rank in pile["ranks"].partition(cards[0][0])[0]] + cards
        position.piles[position.tables.pile[name]] += [
            CARDS[card.removeprefix("?")] + FACE_DOWN * card.startswith("?") for card in cards
        ]
    return position


def _rows(rules: dict[str, Any], dealt: int) -> list[dict[str, object]]:
    """Return a row of cards, or rows of all cards if no stock gets the rest."""
    columns, reserve = rules.get("columns", {"number": 0})["number"], rules.get("reserve", {})
    held = reserve.get("piles", 0) if reserve.get("takes", "none") == "none" else 0
    number = columns
    if rules.get("stock", {"actions": ["redeal"]})["actions"] == ["redeal"]:
        number = 52 * rules["packs"] - held - dealt
    rounds = [min(columns, number - first) for first in range(0, number, columns or 1)]
    rows: list[dict[str, object]] = [{"to": f"T1-T{cards}", "face_up": True} for cards in rounds]
    return rows + [{"to": f"R1-R{held}"}] * bool(held)


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
