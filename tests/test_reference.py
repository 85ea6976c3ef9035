"""The plain referee agrees with games judged by PySolFC itself and by another engine."""

import json

import pytest

from service.engine.variants import VARIANTS
from tests import reference as plain
from tests.conftest import FIXTURES, read_games
from tests.reference.games import OPTIONS

PYSOLFC = list(read_games("conformance/pysolfc*.jsonl.gz"))
PROSPECTS = list(read_games("conformance/prospects.jsonl.gz"))
RULES = list(read_games("conformance/rules.jsonl.gz"))


def test_it_knows_every_variant_and_option():
    """The second telling names its games for itself."""
    registered = {
        variant.id: {option.name: [*option.words, *option.numbers] for option in variant.options}
        for variant in VARIANTS.values()
    }
    assert registered == OPTIONS


@pytest.mark.parametrize("game", PYSOLFC, ids=lambda game: f"{game['variant']}-{game['seed']}")
def test_pysolfc_game(game):
    """Every move is legal, and at the probes the legal moves are exactly PySolFC's."""
    table = plain.deal(game["variant"], {}, seed=game["seed"])
    probes = {probe["after"]: probe for probe in game["probes"]}
    for number, token in enumerate([*game["moves"], None]):
        if number in probes:
            assert sorted(plain.legal_moves(table)) == probes[number]["legal"]
            assert [move for move in probes[number]["refused"] if plain.why_not(table, move) is None] == []
        if token:
            assert plain.why_not(table, token) is None
            plain.play(table, token)
    assert (plain.outcome(table) == "won") == game["won"]
    assert plain.state(table) == {**game["final"], "redeals": 0}


@pytest.mark.parametrize("game", RULES, ids=lambda game: f"{game['kind']}-{game['variant']}")
def test_judged_game(game):
    found = plain.judge(game)
    del found["final_state"]["redeals"]
    assert found == game["expect"]


@pytest.mark.parametrize(
    "game", [game for game in RULES if "checks" in game], ids=lambda game: game["variant"]
)
def test_judged_tokens(game):
    table = plain.deal(game["variant"], game["rules"], seed=game.get("seed"), deck=game.get("deck"))
    for token in game["moves"]:
        plain.play(table, token)
    assert [[token, plain.why_not(table, token)] for token, _ in game["checks"]] == game["checks"]


@pytest.mark.parametrize("game", PROSPECTS, ids=lambda game: f"{game['variant']}-{game['truth']}")
def test_position_whose_prospects_are_known(game):
    """As many moves are legal, and a line that wins is legal and wins."""
    seed = str(game["seed"]) if "seed" in game else None
    table = plain.deal(game["variant"], game["options"], seed=seed, deck=game.get("deck"))
    for token in game["moves"]:
        plain.play(table, token)
    assert plain.outcome(table) == game["outcome"]
    assert len(plain.legal_moves(table)) == game["legal"]
    for token in game.get("line") or ():
        assert plain.why_not(table, token) is None
        plain.play(table, token)
    assert (plain.outcome(table) == "won") == (game["truth"] == "winnable")


@pytest.mark.parametrize("token", json.loads((FIXTURES / "conformance/malformed.json").read_text("utf-8")))
def test_malformed_token(token):
    assert not plain.is_token(token)
