"""`POST /v1/foresight`: results weighed, what is refused, and what it costs."""

import json

import pytest

from patience.search.search_runner import is_available
from patience.sight.odds import LINE_BUDGET
from patience.sight.unsighted import REFERENCE
from service.app import create_app
from tests.api.described import assert_answer_described
from tools.fixtures import corpus

pytestmark = pytest.mark.skipif(not is_available(), reason="This build has no search.")

GIVEN_UP = {"variant": "klondike", "seed": "7", "moves": ["draw"]}
OPEN = {"variant": "freecell", "seed": "1", "moves": []}
WON = next(
    {"variant": "klondike", "rules": line["rules"], "seed": line["seed"], "moves": line["moves"]}
    for line in corpus.read("klondike")
    if line["kind"] == "play" and line["won"]
)


def app(**settings):
    return create_app(
        {"TESTING": True, "log_level": "warning", "foresight_positions": 100_000_000, **settings}
    )


def weigh(*logs, plays=1, **settings):
    return app(**settings).test_client().post("/v1/foresight", json={"logs": logs, "plays": plays})


def test_a_win_and_a_loss_are_weighed_and_a_second_try_is_not():
    """A loss takes each bettor's stake, and a win with one play of the reference pays 2 or 1 times it.

    Both deals can be won, so the stakes are 0.25, 0.5, 0.95 and 0.99.
    """
    answer = weigh(GIVEN_UP, WON, GIVEN_UP)
    assert_answer_described(answer)
    found = answer.json
    assert [(game["log"], game["won"]) for game in found["games"]] == [(0, False), (1, True)]
    assert [game["reference_plays"] for game in found["games"]] == [0, 1]
    factor = 2 / (found["games"][1]["reference_wins"] + 1)
    shares = (0.25, 0.5, 0.95, 0.99)
    assert found["odds"] == pytest.approx(sum((1 - s) * (1 - s + s * factor) for s in shares) / 4)
    assert found["left_out"] == [{"reason": "second_try", "games": 1}]
    assert "does not see hidden cards and does not play better than" in found["statement"]
    assert "another party chose the deals" in found["assumptions"]
    assert "cheat" not in answer.text


@pytest.mark.parametrize(
    ("body", "name"), [({}, "unsighted 3"), ({"reference": "unsighted 2"}, "unsighted 2")]
)
def test_another_reference_can_be_named(body, name):
    """It is the one that the answer and the statement name."""
    found = app().test_client().post("/v1/foresight", json={"logs": [WON], "plays": 1, **body}).json
    assert found["reference"] == name
    assert f"does not play better than {name}" in found["statement"]


def test_where_nothing_is_hidden_it_cannot_tell():
    found = weigh(OPEN).json
    assert (found["odds"], found["games"]) == (None, [])
    assert found["statement"].startswith("Cannot tell")


def test_the_pace_is_a_signal_apart():
    """Two moves, 40 ms apart. The odds are those of the same log without times."""
    log = {**GIVEN_UP, "moves": ["draw", "draw"]}
    timed = weigh({**log, "times": [900, 940]}).json
    assert timed["games"][0]["pace"]["too_fast"] == 1
    assert timed["odds"] == weigh(log).json["odds"]


def test_games_are_left_out_before_the_budget_can_be_exceeded():
    """A deal is begun only if the most that its plays can cost is left, even if the game is lost."""
    found = weigh(GIVEN_UP, WON, foresight_positions=REFERENCE.play_budget + LINE_BUDGET).json
    assert [game["log"] for game in found["games"]] == [0]
    assert found["left_out"] == [{"reason": "budget_spent", "games": 1}]
    assert 0 < found["positions"] <= REFERENCE.play_budget + LINE_BUDGET


def test_what_it_searched_is_charged():
    client = app(rate_limit_positions="1000 per hour").test_client()
    body = {"logs": [WON], "plays": 1}
    assert client.post("/v1/foresight", json=body).status_code == 200
    assert client.post("/v1/foresight", json=body).status_code == 429


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/logs"),
        ({"logs": []}, "/logs"),
        ({"logs": [OPEN] * 201}, "/logs"),
        ({"logs": [OPEN], "plays": 0}, "/plays"),
        ({"logs": [OPEN], "plays": 100}, "/plays"),
        ({"logs": [OPEN], "reference": "unsighted 1"}, "/reference"),
        ({"logs": [{**OPEN, "seed": "x"}]}, "/logs/0/seed"),
        ({"logs": [OPEN, {**OPEN, "rules": {"cells": "none at all"}}]}, "/logs/1/rules/cells"),
        ({"logs": [{**OPEN, "times": [1]}]}, "/logs/0/times"),
        ({"logs": [{**OPEN, "declaration": {}}]}, "/logs/0/declaration"),
    ],
)
def test_a_request_that_is_not_valid_is_refused_by_its_place(body, pointer):
    answer = app().test_client().post("/v1/foresight", json=body)
    assert answer.status_code == 422
    assert pointer in {error["pointer"] for error in answer.json["errors"]}


def test_it_is_off_by_default():
    client = create_app({"TESTING": True, "log_level": "warning"}).test_client()
    answer = client.post("/v1/foresight", json={"logs": [OPEN]})
    assert_answer_described(answer)
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (501, "no-foresight")
    assert "foresight" not in client.get("/v1").json["features"]
    assert "foresight" in app().test_client().get("/v1").json["features"]


def test_it_needs_a_claims_token_where_claims_do(tmp_path):
    tokens = tmp_path / "tokens"
    tokens.write_text("board " + "t" * 40 + "\n")
    client = app(claims_tokens_file=str(tokens)).test_client()
    assert client.post("/v1/foresight", json={"logs": [OPEN]}).status_code == 401
    sent = {"json": {"logs": [OPEN]}, "headers": {"Authorization": "Bearer " + "t" * 40}}
    assert client.post("/v1/foresight", **sent).status_code == 200
    assert json.loads(client.post("/v1/foresight", **sent).text)["odds"] is None
