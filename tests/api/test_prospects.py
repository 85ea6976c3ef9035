"""`POST /v1/prospects`: prospects, their cost, and that other requests do not wait for searches."""

import json
import re
from contextlib import ExitStack

import pytest

from patience.search.search_runner import is_available
from service.app import create_app
from service.http.rate_limits import PROOF_COST, REPLAY_COST
from service.http.workload import PROVED_LOGS
from tests.api.described import DescribedClient, assert_described
from tests.conftest import FIXTURES

GOLDEN = json.loads((FIXTURES.parent / "service/api/golden_game.json").read_text())

OPENING = {"variant": "double-russian", "seed": "1", "moves": [], "include": []}
THROWN_AWAY = {
    "variant": "double-russian",
    "seed": "59",
    "moves": ["T3-T9", "T1-T4x3", "T10-T8x2", "T9-T4x3", "T5-T3x5", "T7-T1", "T9-T7x4", "T10-F2", "T3-T9x6"],
    "include": [],
}
"""Its last move buries cards that can never be freed."""

HOPELESS = {"variant": "spider", "seed": "2", "moves": [], "include": []}
"""Spider with four suits: no search within these budgets decides it."""

searching = pytest.mark.skipif(not is_available(), reason="This build has no search.")


def post(client, **more):
    return client.post("/v1/prospects", json={**OPENING, **more})


def app(**settings):
    created = create_app({"TESTING": True, "log_level": "warning", **settings})
    created.test_client_class = DescribedClient
    return created.test_client()


def test_a_theorem_comes_with_a_winning_line(client):
    """Hoffmann's game with unlimited redeals can always be won (RULES §4)."""
    log = {**GOLDEN, "moves": GOLDEN["moves"][:100], "include": ["continuation"]}
    answer = client.post("/v1/prospects", json=log).json
    assert (answer["prospect"], answer["proof"]) == ("winnable", {"kind": "theorem"})
    assert answer["search"] == {"budget": 30_000, "positions": 0}
    finished = client.post(
        "/v1/replays", json={**log, "moves": log["moves"] + answer["continuation"], "include": []}
    )
    assert (finished.json["valid"], finished.json["outcome"]) == (True, "won")


def test_a_won_game(client):
    won = client.post("/v1/prospects", json={**GOLDEN, "include": ["continuation", "turning_point"]}).json
    assert (won["prospect"], won["proof"], won["continuation"]) == ("winnable", {"kind": "won"}, [])
    moves = len(GOLDEN["moves"])
    assert won["turning_point"] == {"winnable_after": moves, "dead_after": None, "exact": True}


def test_a_static_proof_names_the_stuck_cards(client):
    answer = client.post("/v1/prospects", json={**THROWN_AWAY, "budget": 0}).json
    assert (answer["prospect"], answer["proof"]["kind"]) == ("dead", "static")
    assert answer["proof"]["stuck"] == ["AC"]
    assert answer["verdict"]["outcome"] == "in_progress"
    assert "continuation" not in answer
    assert "turning_point" not in answer


@searching
def test_the_move_that_threw_a_game_away(client):
    answer = client.post("/v1/prospects", json={**THROWN_AWAY, "include": ["turning_point"]}).json
    assert answer["turning_point"] == {"winnable_after": 8, "dead_after": 9, "exact": True}
    assert 0 < answer["search"]["positions"] <= 30_000
    before = {**THROWN_AWAY, "moves": THROWN_AWAY["moves"][:8], "include": ["continuation"]}
    line = client.post("/v1/prospects", json=before).json["continuation"]
    won = client.post("/v1/replays", json={**before, "moves": before["moves"] + line, "include": []}).json
    assert (won["valid"], won["outcome"]) == (True, "won")


@searching
def test_the_moves_that_keep_the_win(client):
    """The ninth move of this game threw it away, so another one kept the win."""
    before = {**THROWN_AWAY, "moves": THROWN_AWAY["moves"][:8], "include": ["moves", "legal_moves"]}
    first, again = (client.post("/v1/prospects", json=before) for _ in range(2))
    assert first.data == again.data
    answer = first.json
    assert_described(answer, "ProspectAnswer")
    assert [hint["move"] for hint in answer["moves"]] == answer["verdict"]["legal_moves"]
    prospects = {hint["move"]: hint["prospect"] for hint in answer["moves"]}
    assert prospects["T3-T9x6"] == "dead"
    assert prospects["T5-T3"] == "winnable"
    assert answer["winning_share"] == {"at_least": 0.75, "at_most": 0.75}
    assert answer["search"]["positions"] <= 30_000
    for move, prospect in prospects.items():
        after = client.post("/v1/prospects", json={**THROWN_AWAY, "moves": [*before["moves"], move]})
        assert after.json["prospect"] == prospect


def test_no_move_keeps_the_win_of_a_dead_game(client):
    answer = client.post("/v1/prospects", json={**THROWN_AWAY, "budget": 0, "include": ["moves"]}).json
    assert {hint["prospect"] for hint in answer["moves"]} == {"dead"}
    assert answer["winning_share"] == {"at_least": 0, "at_most": 0}
    won = client.post("/v1/prospects", json={**GOLDEN, "include": ["moves"]}).json
    assert won["moves"] == []
    assert "winning_share" not in won


def test_a_proof_of_each_move_is_charged():
    client = app(rate_limit_positions="10000 per hour")
    answer = client.post("/v1/prospects", json={**OPENING, "budget": 0, "include": ["moves"]})
    proofs = 1 + len(answer.json["moves"])
    assert f'"positions-in-3600s";r={10_000 - proofs * PROOF_COST};' in answer.headers["RateLimit"]


@searching
def test_the_same_winning_line_is_found_again(client):
    first, again = (post(client, include=["continuation"]).data for _ in range(2))
    assert first == again
    answer = json.loads(first)
    assert (answer["prospect"], answer["proof"]) == ("winnable", {"kind": "line"})
    won = client.post("/v1/replays", json={**OPENING, "moves": answer["continuation"]}).json
    assert (won["valid"], won["outcome"]) == (True, "won")


@searching
def test_an_undecided_prospect(client):
    answer = client.post("/v1/prospects", json={**HOPELESS, "budget": 50, "include": ["continuation"]}).json
    assert_described(answer, "ProspectAnswer")
    assert answer["prospect"] == "undecided"
    assert "proof" not in answer
    assert answer["continuation"] is None
    assert answer["search"] == {"budget": 50, "positions": 50}
    assert answer["prover_version"] == "12"


def test_a_build_without_a_search(client):
    """It answers with proofs alone, and with 501 if the question needs a search."""
    assert post(client, budget=0).json["prospect"] == "undecided"
    assert client.post("/v1/prospects", json={**THROWN_AWAY, "budget": 30_000}).status_code == 200
    answer = post(client)
    assert answer.status_code == (200 if is_available() else 501)
    if not is_available():
        assert answer.json["type"] == "urn:patience-referee:problem:search-unavailable"
    service = client.get("/v1").json
    assert service["search"] is is_available()
    assert service["limits"]["positions"] == (300_000 if is_available() else None)
    assert "prospects" in service["features"]


def test_the_verdict_is_that_of_a_replay(client):
    log = {**OPENING, "seed": "20261121", "moves": ["T7-T8x6", "T9-T4x2", "T4-T9x4"], "ref": "game-4711"}
    for include in (None, [], ["legal_moves", "trace", "link", "final_state"]):
        request = {name: value for name, value in log.items() if name != "include"}
        request |= {} if include is None else {"include": include}
        verdict = client.post("/v1/prospects", json={**request, "budget": 0}).json["verdict"]
        assert verdict == client.post("/v1/replays", json=request).json
        assert list(verdict)[-1] == "ref"
        assert ("final_state" in verdict) is (include != [])


def test_an_illegal_log_is_judged_up_to_its_first_illegal_move(client):
    illegal = {**THROWN_AWAY, "moves": [*THROWN_AWAY["moves"], "T1-T1", "T2-T2"], "budget": 0}
    answer = client.post("/v1/prospects", json={**illegal, "include": ["turning_point"]}).json
    assert answer["verdict"]["moves_played"] == 9
    assert answer["prospect"] == "dead"
    assert answer["turning_point"]["dead_after"] == 9


@pytest.mark.parametrize(
    ("wrong", "pointer", "code"),
    [
        ({"include": ["prospect"]}, "/include/0", "unknown_value"),
        ({"budget": 300_001}, "/budget", "out_of_range"),
        ({"budget": -1}, "/budget", "out_of_range"),
        ({"budget": 10**30}, "/budget", "out_of_range"),
        ({"budget": "30000"}, "/budget", "wrong_type"),
        ({"budget": 1.5}, "/budget", "wrong_type"),
        ({"budget": True}, "/budget", "wrong_type"),
        ({"budget": None}, "/budget", "wrong_type"),
        ({"include": ["continuation"] * 99}, "/include", "too_many"),
        ({"claim": {"outcome": "won"}}, "/claim", "unknown_field"),
        ({"buget": 1}, "/buget", "unknown_field"),
        ({"moves": ["no move"]}, "/moves/0", "malformed_move"),
    ],
)
def test_an_invalid_prospect_request(client, wrong, pointer, code):
    response = post(client, **wrong)
    assert response.status_code == 422
    (error,) = response.json["errors"]
    assert (error["pointer"], error["code"]) == (pointer, code)
    if wrong.get("budget") == 300_001:
        assert error["limit"] == 300_000


def test_the_limit_of_positions_is_a_setting():
    client = app(most_positions=100)
    assert post(client, budget=101).json["errors"][0]["limit"] == 100
    if is_available():
        assert post(client).json["search"]["budget"] == 100


@searching
def test_positions_are_charged():
    client = app(rate_limit_positions="200 per hour")
    first = client.post("/v1/prospects", json={**HOPELESS, "budget": 60})
    assert re.search(r'"positions-in-3600s";r=40;', first.headers["RateLimit"])
    # Positions are charged afterwards, so this request may cost more than is left.
    assert client.post("/v1/prospects", json={**HOPELESS, "budget": 60}).status_code == 200
    refused = client.post("/v1/prospects", json={**HOPELESS, "budget": 60})
    assert (refused.status_code, refused.json["limit"]) == (429, 200)
    assert refused.json["detail"].startswith("More than 200 positions in 3600 seconds")


def test_moves_are_charged_too():
    client = app(rate_limit_moves="20 per hour")
    first = client.post("/v1/prospects", json={**THROWN_AWAY, "budget": 0})
    assert re.search(r'"moves-in-3600s";r=10;', first.headers["RateLimit"])


@searching
def test_prospects_are_counted():
    client = app(metrics_token="secret")
    client.post("/v1/prospects", json={**HOPELESS, "budget": 60})
    client.post("/v1/prospects", json={**THROWN_AWAY, "budget": 0})
    text = client.get("/metrics", headers={"Authorization": "Bearer secret"}).text
    counted = re.findall(
        r"^patience_referee_(prospects_total.*|positions_.*_total) (\S+)$", text, re.MULTILINE
    )
    assert dict(counted) == {
        'prospects_total{proof="static",prospect="dead",variant="double-russian"}': "1.0",
        'prospects_total{proof="",prospect="undecided",variant="spider"}': "1.0",
        "positions_searched_total": "60.0",
    }


@searching
def test_a_search_is_refused_while_all_slots_are_taken():
    """As many requests of a client wait as search. What needs no search needs no slot."""
    client = app(searches=1, trusted_proxies=1)
    taken = client.application.extensions["search_pool"].slots.taken
    with taken("127.0.0.1"), taken("127.0.0.1"):
        busy = post(client)
        other = client.post("/v1/prospects", json=OPENING, headers={"X-Forwarded-For": "198.51.100.1"})
        assert other.status_code == 200
        assert (busy.status_code, busy.headers["Retry-After"]) == (503, "1")
        assert busy.json["type"] == "urn:patience-referee:problem:search-busy"
        assert client.post("/v1/prospects", json=THROWN_AWAY).status_code == 200
    assert post(client).status_code == 200


ALONG = {**THROWN_AWAY, "moves": THROWN_AWAY["moves"][:8], "budget": 0, "include": ["turning_point"]}
"""After 8 moves nothing is proved, so that each of the 8 positions before is tried too."""


def test_proofs_along_a_log_have_slots_of_their_own():
    client = app()
    with ExitStack() as slots:
        for _ in range(4):
            slots.enter_context(PROVED_LOGS.taken("127.0.0.1"))
        busy = client.post("/v1/prospects", json=ALONG)
        assert (busy.status_code, busy.headers["Retry-After"]) == (503, "1")
        assert client.post("/v1/prospects", json={**ALONG, "include": []}).status_code == 200
    assert client.post("/v1/prospects", json=ALONG).status_code == 200


def test_proofs_along_a_log_are_charged_as_positions():
    client = app(rate_limit_positions="10000 per hour")
    answer = client.post("/v1/prospects", json=ALONG)
    assert answer.json["prospect"] == "undecided"
    assert f'"positions-in-3600s";r={10_000 - 9 * PROOF_COST};' in answer.headers["RateLimit"]


def test_known_lines_are_charged_as_positions():
    """For hints, the rest of the winning line is played after each move that leaves it."""
    hints = {**GOLDEN, "moves": GOLDEN["moves"][:-30], "include": ["moves"], "budget": 0}
    client = app(rate_limit_positions="1000000 per hour")
    alone, with_hints = (
        1_000_000 - int(re.search(r'positions-in-3600s";r=(\d+)', answer.headers["RateLimit"])[1])
        for answer in (
            client.post("/v1/prospects", json={**hints, "include": []}),
            client.post("/v1/prospects", json=hints),
        )
    )
    moves = len(client.post("/v1/prospects", json=hints).json["moves"])
    assert with_hints - 2 * alone > REPLAY_COST * moves
