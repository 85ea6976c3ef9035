"""The fixtures cover what they claim; engine, service and reference interpreter agree with them."""

import json
import re
import subprocess
import sys
from itertools import chain
from typing import Any

import pytest

from schemas.positions import state_json
from schemas.verdicts import verdict_json
from service.engine.cards import CODES
from service.engine.checks import possible_reasons
from service.engine.compiled import tables_for
from service.engine.dealing import deal_deck, deal_seed
from service.engine.reasons import Reason
from service.engine.replay import replay
from service.engine.variants import VARIANTS
from service.http.app import create_app
from tests.conftest import FIXTURES
from tests.declared import judge, opening
from tests.engine.games import log_of
from tests.make_fixtures.deals import SEEDS, golden_deals
from tests.reference import state
from tests.sites import on_a_port

INCLUDE = ["final_state", "legal_moves"]


def read(folder: str) -> dict[str, list[dict[str, Any]]]:
    """By variant: the lines of its file."""
    return {
        path.stem: [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for path in (FIXTURES / folder).glob("*.jsonl")
    }


GAMES = read("games")
DEALS = read("deals")

each_variant = pytest.mark.parametrize("variant", VARIANTS)
each_game = pytest.mark.parametrize(
    "game",
    list(chain.from_iterable(GAMES.values())),
    ids=lambda game: f"{game['request']['variant']}-{game['name']}",
)


def essentials(verdict: dict[str, Any]) -> dict[str, Any]:
    """What a fixture says of a verdict: neither hashes nor prose."""
    keys = ("valid", "outcome", "moves_total", "moves_played", "first_illegal_move", *INCLUDE)
    illegal = verdict["first_illegal_move"]
    found = {key: verdict[key] for key in keys}
    if illegal:
        found["first_illegal_move"] = {key: illegal[key] for key in ("index", "move", "reason")}
    return found


@each_game
def test_the_engine_agrees(game):
    assert essentials(verdict_json(replay(log_of(game["request"])), INCLUDE)) == game["verdict"]


@each_game
def test_the_reference_agrees(game):
    verdict = judge(game["request"]) | {"moves_total": len(game["request"]["moves"])}
    assert verdict == game["verdict"]


@each_variant
def test_the_service_agrees(variant, client):
    for game in GAMES[variant]:
        answer = client.post("/v1/replays", json=game["request"] | {"include": INCLUDE})
        assert answer.status_code == 200, game["name"]
        assert essentials(answer.json) == game["verdict"], game["name"]


@each_variant
def test_the_engine_deals_so(variant):
    for line in DEALS[variant]:
        tables = tables_for(variant, line["rules"])
        by_seed = deal_seed(tables, line["seed"])
        assert [CODES[card] for card in by_seed.deck] == line["deck"]
        assert state_json(by_seed.position()) == line["state"]
        assert state_json(deal_deck(tables, line["deck"]).position()) == line["state"]


@each_variant
def test_the_service_deals_so(variant, client):
    for line in DEALS[variant]:
        rules = ",".join(f"{name}:{value}" for name, value in line["rules"].items())
        answer = client.get(f"/v1/deals/{variant}/{line['seed']}", query_string={"rules": rules})
        assert (answer.json["deck"], answer.json["state"]) == (line["deck"], line["state"])


@each_variant
def test_the_reference_deals_so(variant):
    for line in DEALS[variant]:
        game = opening({"variant": variant, "rules": line["rules"], "seed": line["seed"]})
        assert (game.deck, state(game)) == (line["deck"], line["state"])


@each_variant
def test_deals_are_those_of_pysol_cards(variant):
    assert golden_deals(variant) == DEALS[variant]


@each_variant
def test_deals_for_every_seed_and_layout(variant):
    layouts: list[dict[str, Any]] = [{}]
    for option in VARIANTS[variant].options:
        if option.changes_layout:
            layouts = [layout | {option.name: value} for layout in layouts for value in option.words]
    found = [(line["rules"], line["seed"]) for line in DEALS[variant]]
    assert found == [(layout, seed) for layout in layouts for seed in SEEDS]


def test_files_for_every_variant():
    assert set(GAMES) == set(DEALS) == set(VARIANTS)


@each_variant
def test_games_of_every_outcome(variant):
    legal = [game["verdict"]["outcome"] for game in GAMES[variant] if game["verdict"]["valid"]]
    assert legal.count("won") >= 2
    assert legal.count("lost") >= 1
    assert legal.count("in_progress") >= 1


@each_variant
def test_a_game_for_every_reason(variant):
    illegal = [game for game in GAMES[variant] if not game["verdict"]["valid"]]
    reasons = [Reason(game["verdict"]["first_illegal_move"]["reason"]) for game in illegal]
    assert reasons == list(possible_reasons(VARIANTS[variant]))
    assert [game["name"] for game in illegal] == reasons


@each_variant
def test_a_game_for_every_option_value(variant):
    seen = [item for game in GAMES[variant] for item in game["request"]["rules"].items()]
    for option in VARIANTS[variant].options:
        numbers = option.numbers
        ends = {numbers[0], numbers[-1]} if numbers else set()
        assert {value for name, value in seen if name == option.name} >= {*option.words, *ends}
        assert any(option.name not in game["request"]["rules"] for game in GAMES[variant])


@each_variant
def test_games_in_every_spelling(variant):
    requests = [game["request"] for game in GAMES[variant]]
    played = [token for game in GAMES[variant] for token in moves_played(game)]
    seeds = [request["seed"] for request in requests if "seed" in request]
    if not all(foundation.whole for foundation in VARIANTS[variant].rules.foundations):
        assert any(re.search("-F$", token) for token in played)
    assert any(token.endswith("x1") for token in played)
    assert any(seed.startswith("ms") for seed in seeds)
    assert any(len(seed) == 20 for seed in seeds)
    assert any("deck" in request for request in requests)


def moves_played(game: dict[str, Any]) -> list[str]:
    return game["request"]["moves"][: game["verdict"]["moves_played"]]


@each_variant
def test_names_tell_games_apart(variant):
    assert len({game["name"] for game in GAMES[variant]}) == len(GAMES[variant])


def test_the_example_of_the_readme():
    """It is run as it stands, against the service."""
    (example,) = re.findall("```python\n(.*?)```", (FIXTURES / "README.md").read_text("utf-8"), re.DOTALL)
    with on_a_port(create_app({"TESTING": True})) as url:
        found = subprocess.run(
            [sys.executable, "-c", example, url],
            cwd=FIXTURES,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    assert found.stdout == f"{sum(map(len, GAMES.values()))} games, 0 judged otherwise\n", found.stderr
