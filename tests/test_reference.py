"""The reference interpreter agrees with games judged by PySolFC and by another engine."""

import json

import pytest

from conformance import reference
from conformance.declared import judge, opening
from tests.conftest import FIXTURES, read_games, some

PYSOLFC = list(read_games("conformance/pysolfc*.jsonl.gz"))
PROSPECTS = list(read_games("conformance/prospects.jsonl.gz"))
RULES = list(read_games("conformance/rules.jsonl.gz"))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"pack": 1}, "Declaration has no pack"),
        ({"columns.wraps": True}, "Columns has no wraps"),
        ({"columns.build": "by_luck"}, "Columns.build is 'by_luck'"),
        ({"foundations.0.rank": "A"}, "Foundation has no rank"),
        ({"layout.0.side": "up"}, "not a round"),
    ],
)
def test_refuses_what_it_does_not_know(changes, message):
    known = {
        "layout": [{"to": "T1-T4", "face_up": True}],
        "columns": {"number": 4, "build": "by_suit", "lift": "one"},
        "foundations": [{"build": "by_suit", "suits": "C", "ranks": "A23456789TJQK"}],
    }
    reference.read_declaration(known)
    with pytest.raises(ValueError, match=message):
        reference.read_declaration(reference.with_changes(known, changes))


@pytest.mark.parametrize("game", some(PYSOLFC), ids=lambda game: f"{game['variant']}-{game['seed']}")
def test_pysolfc_game(game):
    """Every move is legal, and at the probes the legal moves are exactly PySolFC's."""
    table = opening(game)
    probes = {probe["after"]: probe for probe in game["probes"]}
    for number, token in enumerate([*game["moves"], None]):
        if number in probes:
            assert sorted(reference.legal_moves(table)) == probes[number]["legal"]
            assert [
                move for move in probes[number]["refused"] if reference.why_not(table, move) is None
            ] == []
        if token:
            assert reference.why_not(table, token) is None
            reference.play(table, token)
    assert (reference.outcome(table) == "won") == game["won"]
    assert reference.state(table) == {**game["final"], "redeals": 0}


@pytest.mark.parametrize("variant", sorted({game["variant"] for game in RULES}))
def test_judged_games(variant):
    for game in some([game for game in RULES if game["variant"] == variant]):
        found = judge(game)
        del found["final_state"]["redeals"]
        assert found == game["expect"], game


def test_judged_tokens():
    judged = [game for game in RULES if "checks" in game]
    assert judged
    for game in judged:
        table = opening(game)
        for token in game["moves"]:
            reference.play(table, token)
        found = [[token, reference.why_not(table, token)] for token, _ in game["checks"]]
        assert found == game["checks"], game


@pytest.mark.parametrize("game", some(PROSPECTS), ids=lambda game: f"{game['variant']}-{game['truth']}")
def test_position_whose_prospects_are_known(game):
    """The number of legal moves agrees, and a winning line is legal and wins."""
    table = opening({**game, "rules": game["options"]})
    for token in game["moves"]:
        reference.play(table, token)
    assert reference.outcome(table) == game["outcome"]
    assert len(reference.legal_moves(table)) == game["legal"]
    for token in game.get("line") or ():
        assert reference.why_not(table, token) is None
        reference.play(table, token)
    assert (reference.outcome(table) == "won") == (game["truth"] == "winnable")


def test_malformed_tokens():
    malformed = json.loads((FIXTURES / "conformance/malformed.json").read_text("utf-8"))["tokens"]
    assert [token for token in malformed if reference.is_token(token)] == []
