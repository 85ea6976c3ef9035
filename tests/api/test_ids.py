"""Permanent ids: anyone can compute them, one game has one id, and different games have different ids."""

import json
import random
from math import comb

from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.play.game_ids import ids_of
from patience.play.legality import legal_moves, play
from patience.play.replay import GameLog, replay
from tests.conftest import some
from tests.engine.games import rule_sets

GAMES = len(some(range(1415)))
"""Each night, games with more than a million pairs."""


def random_moves(source, deal, most):
    """Return up to `most` legal moves, each as its shortest token with a numbered foundation."""
    position = deal.position()
    moves = []
    for _ in range(source.randint(0, most)):
        legal = legal_moves(position)
        if not legal:
            break
        # Only moves to foundations have several spellings.
        moves.append(source.choice([move for move in legal if "-F" in move] or legal))
        play(position, position.tables.read(moves[-1]))
    return tuple(moves)


def test_different_games_have_different_ids():
    """Pairs of similar games: few deals, few moves, one game often the start of another."""
    source = random.Random(7)
    settings = list(rule_sets())
    assert comb(GAMES, 2) > 100_000
    names = {}
    while len(names) < GAMES:
        variant, rules = source.choice(settings)
        seed = source.choice(("1", "2", "3"))
        deal = deal_seed(tables_for(variant, rules), seed)
        moves = random_moves(source, deal, 6)
        name = ids_of(replay(GameLog(deal, moves))).game
        assert names.setdefault((variant, json.dumps(rules), seed, *moves), name) == name
    assert len(set(names.values())) == GAMES
