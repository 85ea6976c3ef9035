"""Anyone can compute the permanent ids: a script in another language does."""

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from patience.cards import CODES
from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.play.replay import GameLog, replay
from service.app import create_app
from tests.api.test_ids import random_moves
from tests.engine.games import rule_sets

SCRIPT = Path(__file__).parents[1] / "contract" / "ids.mjs"


IDS = ("id", "deal_id", "game_id")


def respelled(source, deal, moves):
    """Return the same game with `x1` and a bare `F` wherever the meaning is the same."""
    spelled = []
    for index, move in enumerate(moves):
        pile, to_foundation, rest = move.partition("-F")
        bare = f"{pile}-F{rest[rest.index('x') :] if 'x' in rest else ''}"
        lowest = to_foundation and replay(GameLog(deal, (*moves[:index], bare))).played == moves[: index + 1]
        shown = bare if lowest and source.random() < 0.7 else move
        one_card = "-" in move and "x" not in move
        spelled.append(f"{shown}x1" if one_card and source.random() < 0.5 else shown)
    return tuple(spelled)


@pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed.")
def test_a_script_in_another_language_computes_the_same_ids():
    """200 games of all variants, half with an illegal move at the end; spelling does not matter."""
    client = create_app({"log_level": "warning"}).test_client()
    source = random.Random(12)
    settings = list(rule_sets())
    games, answers, respelled_games = [], [], 0
    for number in range(200):
        variant, rules = settings[number % len(settings)]
        deal = deal_seed(tables_for(variant, rules), str(source.randrange(1, 10**6)))
        moves = random_moves(source, deal, 15)
        spelled = respelled(source, deal, moves)
        illegal = ("S-S",) * (number % 2)
        request = {"variant": variant, "rules": rules, "seed": deal.seed, "include": ["trace"]}
        one, two = (
            client.post("/v1/replays", json={**request, "moves": [*log, *illegal]}).json
            for log in (moves, spelled)
        )
        assert (one["game_id"], one["deal_id"]) == (two["game_id"], two["deal_id"])
        assert (one["id"] == two["id"]) is (moves == spelled)
        respelled_games += moves != spelled
        deck = [CODES[card] for card in deal.deck]
        logged = {"deck": deck, "moves": [*spelled, *illegal]}
        games.append(
            {**logged, **{name: two[name] for name in ("variant", "rules", "rules_version", "trace")}}
        )
        answers.append({name: two[name] for name in IDS})
    lines = "".join(f"{json.dumps(game)}\n" for game in games)
    output = subprocess.run(["node", str(SCRIPT)], input=lines, capture_output=True, text=True, check=True)
    assert [json.loads(line) for line in output.stdout.splitlines()] == answers
    assert respelled_games > 100
