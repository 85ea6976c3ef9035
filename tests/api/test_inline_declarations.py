"""Declarations in requests: judged like a variant, never claimed, and bounded in size and cost."""

import json
from itertools import islice

import pytest

from patience.compilation.compiled_rules import COMPILATIONS
from patience.games import VARIANTS
from patience.rules.declaration import to_json
from schemas.inline_declaration import MOST_BYTES
from schemas.prospect_requests import MOST_DECLARED
from service.app import create_app
from tests.api.described import DescribedClient
from tests.engine.declarations import random_tables

KLONDIKE = to_json(VARIANTS["klondike"].rules)
QUEENS = {**KLONDIKE, "columns": {**KLONDIKE["columns"], "empty_takes": "KQ"}}
BOARD = "T2=QC;T3=KS;F1=AC2C3C4C5C6C7C8C9CTCJC;F2=AS2S3S4S5S6S7S8S9STSJSQS;" + (
    "F3=AH2H3H4H5H6H7H8H9HTHJHQHKH;F4=AD2D3D4D5D6D7D8D9DTDJDQDKD;S=KC"
)
"""A Queen may open the empty column here only under QUEENS."""

WIDE = {
    "packs": 4,
    "foundations": [KLONDIKE["foundations"][number % 4] for number in range(16)],
    "layout": [{"to": "T1-T99", "face_up": True}],
    "columns": {"number": 99, "build": "any_suit", "lift": "any", "empty_takes": "A23456789TJQK"},
    "stock": {"actions": ["deal"], "hold": "forward_move"},
}
"""As many piles and legal moves as the language can express."""


@pytest.fixture(scope="module")
def client():
    app = create_app({"TESTING": True, "declarations": "on", "log_level": "error", "metrics_token": "m"})
    app.test_client_class = DescribedClient
    return app.test_client()


def test_a_declared_game_is_judged_dealt_and_proved(client):
    log = {"declaration": QUEENS, "board": BOARD, "moves": ["T2-T1"]}
    verdict = client.post("/v1/replays", json=log).json
    assert verdict["valid"]
    assert verdict["variant"].startswith("declared-")
    klondike = {"variant": "klondike", "board": BOARD, "moves": ["T2-T1"]}
    assert not client.post("/v1/replays", json=klondike).json["valid"]
    prospect = client.post("/v1/prospects", json={**log, "budget": 1000}).json
    assert prospect["prospect"] == "winnable"
    assert prospect["verdict"] == verdict
    dealt = client.post("/v1/deals", json={"declaration": QUEENS, "seed": 7}).json
    assert dealt["state"] == client.get("/v1/deals/klondike/7").json["state"]
    assert client.post("/v1/deals", json={"variant": "klondike", "seed": 7}).json["deck"] == dealt["deck"]


def test_the_ids_are_those_of_the_rules(client):
    """Equal rules have equal ids however they are written, and other rules have others."""
    short = {name: value for name, value in KLONDIKE.items() if value is not None}
    names = [
        client.post("/v1/deals", json={"declaration": rules, "seed": 7}).json
        for rules in (KLONDIKE, dict(reversed(short.items())), QUEENS)
    ]
    assert names[0] == names[1]
    assert names[0]["variant"] != names[2]["variant"]
    assert names[0]["deal_id"] != names[2]["deal_id"]


def test_random_declarations_are_judged_as_the_engine_plays_them(client):
    for tables in islice(random_tables(34), 6):
        log = {"declaration": to_json(tables.rules), "seed": 7, "moves": ["T1-T1"]}
        answer = client.post("/v1/replays", json=log).json
        assert answer["first_illegal_move"]["index"] == 0
        assert len(answer["final_state"]["tableau"]) == len(tables.columns)


def error_of(client, path, request):
    response = client.post(path, json=request)
    assert response.status_code == 422, response.data
    return response.json["errors"][0]


@pytest.mark.parametrize(
    ("changes", "pointer", "code"),
    [
        ({"declaration": 7}, "/declaration", "wrong_type"),
        ({"declaration": {}}, "/declaration", "malformed_declaration"),
        ({"declaration": {"rules": "import os"}}, "/declaration", "malformed_declaration"),
        ({"declaration": {**KLONDIKE, "packs": 10**400}}, "/declaration", "malformed_declaration"),
        ({"declaration": {**KLONDIKE, "packs": 5}}, "/declaration", "malformed_declaration"),
        ({"declaration": {**KLONDIKE, "suits": "\0" * 4}}, "/declaration", "malformed_declaration"),
        ({"declaration": {**KLONDIKE, "layout": [{"to": "T1-T99 " * 3000}]}}, "/declaration", "too_long"),
        (
            {"declaration": {**KLONDIKE, "layout": [{"to": "T1-T99 " * 900}]}},
            "/declaration",
            "malformed_declaration",
        ),
        (
            {"declaration": {**KLONDIKE, "layout": [{"to": "F"}] * 900}},
            "/declaration",
            "malformed_declaration",
        ),
        ({"declaration": {"x": "a" * MOST_BYTES}}, "/declaration", "too_long"),
        ({"declaration": KLONDIKE, "variant": "klondike"}, "/declaration", "variant_or_declaration"),
        ({"declaration": KLONDIKE, "rules": {"draw": "three"}}, "/rules/draw", "unknown_option"),
        ({"declaration": KLONDIKE, "include": ["link"]}, "/include", "unknown_value"),
        ({}, "/variant", "missing"),
    ],
)
def test_hostile_declarations_are_refused_at_their_place(client, changes, pointer, code):
    request = {"seed": 7, "moves": [], **changes}
    error = error_of(client, "/v1/replays", request)
    assert (error["pointer"], error["code"]) == (pointer, code)


def test_a_game_too_large_for_the_kernel_is_judged_and_left_undecided(client):
    log = {"declaration": WIDE, "seed": 7, "moves": ["deal"]}
    assert client.post("/v1/replays", json=log).json["first_illegal_move"]["reason"] == "moves_available"
    found = client.post("/v1/prospects", json={"declaration": WIDE, "seed": 7, "moves": []}).json
    assert (found["prospect"], found["search"]) == ("undecided", {"budget": MOST_DECLARED, "positions": 0})


def test_the_budget_of_a_declared_game_is_small(client):
    log = {"declaration": KLONDIKE, "seed": 7, "moves": [], "budget": MOST_DECLARED + 1}
    error = error_of(client, "/v1/prospects", log)
    assert (error["pointer"], error["limit"]) == ("/budget", MOST_DECLARED)


def test_rules_are_charged_when_they_are_compiled(client):
    """Refused rules every time, since nothing of them is kept; accepted rules once."""
    COMPILATIONS.count = 0
    for packs, expected in ((9, 1), (9, 2), (3, 3), (3, 3)):
        declaration = {**KLONDIKE, "packs": packs, "foundations_final": True, "won_when": ["F1"]}
        client.post("/v1/deals", json={"declaration": declaration, "seed": 7})
        assert COMPILATIONS.count == expected


def test_claims_and_batches_name_a_variant(client):
    log = {"declaration": KLONDIKE, "seed": 7, "moves": []}
    error = error_of(client, "/v1/claims", {**log, "claim": {"outcome": "in_progress"}})
    assert (error["pointer"], error["code"]) == ("/declaration", "no_declarations")
    batch = client.post(
        "/v1/replays/batch", data=json.dumps(log), headers={"Content-Type": "application/x-ndjson"}
    )
    problem = json.loads(batch.data.splitlines()[0])["problem"]
    assert problem["errors"][0]["code"] == "no_declarations"


def test_the_operator_decides(client):
    app = create_app({"TESTING": True, "log_level": "error"})
    app.test_client_class = DescribedClient
    assert "declarations" in client.get("/v1").json["features"]
    assert "declarations" not in app.test_client().get("/v1").json["features"]
    for path in ("/v1/replays", "/v1/prospects", "/v1/deals"):
        moves = {} if path == "/v1/deals" else {"moves": []}
        error = error_of(app.test_client(), path, {"declaration": KLONDIKE, "seed": 7, **moves})
        assert error["code"] == "no_declarations"


def test_metrics_have_one_series_for_all_declared_games(client):
    client.post("/v1/replays", json={"declaration": KLONDIKE, "seed": 7, "moves": []})
    counters = client.get("/metrics", headers={"Authorization": "Bearer m"}).data.decode()
    assert 'variant="declared"' in counters
    assert "declared-" not in counters
