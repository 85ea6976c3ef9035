"""The engine agrees with games judged by PySolFC itself and by an engine written from the rules page."""

import json

import pytest

from conformance.deals import deal_of
from patience.cards.notation import NotationError, parse
from patience.play.legality import check, legal_moves
from patience.play.replay import GameLog, advance, replay
from tests.conftest import FIXTURES, read_games
from tests.engine.games import log_of, state

PYSOLFC = list(read_games("conformance/pysolfc*.jsonl.gz"))
RULES = list(read_games("conformance/rules.jsonl.gz"))


@pytest.mark.parametrize("game", PYSOLFC, ids=lambda game: f"{game['variant']}-{game['seed']}")
def test_pysolfc_game(game):
    for trace in (False, True):
        verdict = replay(log_of(game), trace=trace)
        assert verdict.first_illegal_move is None
        assert (verdict.outcome == "won") == game["won"]
        assert state(verdict.position) == game["final"]
    position, played = deal_of(game).position(), 0
    for probe in game["probes"]:
        advance(position, game["moves"][played : probe["after"]])
        played = probe["after"]
        assert sorted(legal_moves(position)) == probe["legal"]
        assert [token for token in probe["refused"] if check(position, token) is None] == []


@pytest.mark.parametrize(("variant", "kind"), sorted({(game["variant"], game["kind"]) for game in RULES}))
def test_judged_games(variant, kind):
    for game in RULES:
        if (game["variant"], game["kind"]) == (variant, kind):
            assert_judged(game, trace=False)
            assert_judged(game, trace=True)


def assert_judged(game, *, trace):
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
    assert found == game["expect"], game
    if illegal:
        assert illegal.legal_moves == game["expect"]["legal_moves"], game
    checks = [[token, check(verdict.position, token)] for token, _ in game.get("checks", ())]
    assert checks == game.get("checks", []), game


def test_malformed_tokens():
    for token in json.loads((FIXTURES / "conformance/malformed.json").read_text("utf-8"))["tokens"]:
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
