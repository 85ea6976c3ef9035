"""The engine agrees with games judged by PySolFC itself and by an engine written from the rules page."""

import json

import pytest

from service.engine.legality import check, legal_moves
from service.engine.notation import NotationError, parse
from service.engine.replay import GameLog, advance, replay
from tests.conftest import FIXTURES, read_games
from tests.engine.games import deal_of, log_of, state

PYSOLFC = list(read_games("conformance/pysolfc*.jsonl.gz"))
RULES = list(read_games("conformance/rules.jsonl.gz"))


@pytest.mark.parametrize("trace", [False, True])
@pytest.mark.parametrize("game", PYSOLFC, ids=lambda game: f"{game['variant']}-{game['seed']}")
def test_pysolfc_game(game, trace):
    verdict = replay(log_of(game), trace=trace)
    assert verdict.first_illegal_move is None
    assert (verdict.outcome == "won") == game["won"]
    assert state(verdict.position) == game["final"]


@pytest.mark.parametrize("game", PYSOLFC, ids=lambda game: f"{game['variant']}-{game['seed']}")
def test_pysolfc_probes(game):
    for probe in game["probes"]:
        position = deal_of(game).position()
        assert len(advance(position, game["moves"][: probe["after"]])) == probe["after"]
        assert sorted(legal_moves(position)) == probe["legal"]
        assert [token for token in probe["refused"] if check(position, token) is None] == []


@pytest.mark.parametrize("trace", [False, True])
@pytest.mark.parametrize("game", RULES, ids=lambda game: f"{game['kind']}-{game['variant']}")
def test_judged_game(game, trace):
    verdict = replay(log_of(game), trace=trace)
    illegal = verdict.first_illegal_move
    found = {
        "valid": verdict.valid,
        "outcome": verdict.outcome,
        "moves_played": verdict.moves_played,
        "first_illegal_move": illegal
        and {"index": illegal.index, "move": illegal.move, "reason": illegal.reason},
        "final_state": state(verdict.position),
        "legal_moves": legal_moves(verdict.position),
    }
    assert found == game["expect"]
    if illegal:
        assert illegal.legal_moves == game["expect"]["legal_moves"]


@pytest.mark.parametrize(
    "game", [game for game in RULES if "checks" in game], ids=lambda game: game["variant"]
)
def test_judged_tokens(game):
    position = replay(log_of(game)).position
    found = [[token, check(position, token)] for token, _ in game["checks"]]
    assert found == game["checks"]


@pytest.mark.parametrize("token", json.loads((FIXTURES / "conformance/malformed.json").read_text("utf-8")))
def test_malformed_token(token):
    with pytest.raises(NotationError):
        parse(token)


def test_prefix_of_a_game_is_judged_as_the_game_was():
    """Replaying is a function of the log: every prefix of a legal log is legal."""
    game = PYSOLFC[0]
    deal = deal_of(game)
    for length in range(len(game["moves"])):
        verdict = replay(GameLog(deal, tuple(game["moves"][:length])))
        assert verdict.valid
        assert verdict.moves_played == length
