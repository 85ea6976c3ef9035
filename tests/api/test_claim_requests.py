"""`POST /v1/claims`: an invalid claim gets a specific problem, never a 500."""

import pytest

from service.app import create_app
from tests.forged_receipts import GOLDEN

WON = {"outcome": "won", "moves_played": len(GOLDEN["moves"])}


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"claim": None}, "/claim"),
        ({"claim": "won"}, "/claim"),
        ({"claim": []}, "/claim"),
        ({"claim": {}}, "/claim"),
        ({"claim": {"moves_played": 3}}, "/claim"),
        ({"claim": {"outcome": "won", "prospect": "dead"}}, "/claim"),
        ({"claim": {"prospect": "winnable"}}, "/claim/prospect"),
        ({"claim": {"prospect": "lost"}}, "/claim/prospect"),
        ({"claim": {"prospect": None}}, "/claim/prospect"),
        ({"claim": {"outcome": "Won"}}, "/claim/outcome"),
        ({"claim": {"outcome": None}}, "/claim/outcome"),
        ({"claim": {"outcome": ["won"]}}, "/claim/outcome"),
        ({"claim": {"outcome": {"won": 1}}}, "/claim/outcome"),
        ({"claim": {"outcome": 1}}, "/claim/outcome"),
        ({"claim": {**WON, "moves_played": -1}}, "/claim/moves_played"),
        ({"claim": {**WON, "moves_played": 2**53}}, "/claim/moves_played"),
        ({"claim": {**WON, "moves_played": 10**900}}, "/claim/moves_played"),
        ({"claim": {**WON, "moves_played": "246"}}, "/claim/moves_played"),
        ({"claim": {**WON, "moves_played": 246.5}}, "/claim/moves_played"),
        ({"claim": {**WON, "moves_played": True}}, "/claim/moves_played"),
        ({"claim": {**WON, "moves_played": None}}, "/claim/moves_played"),
        ({"claim": {**WON, "moves": 246}}, "/claim/moves"),
        ({"claim": {**WON, "score": 1}}, "/claim/score"),
        ({"subject": "x" * 201}, "/subject"),
        ({"subject": ""}, "/subject"),
        ({"audience": ""}, "/audience"),
        ({"audience": "x" * 201}, "/audience"),
        ({"subject": None}, "/subject"),
        ({"subject": 5}, "/subject"),
        ({"subject": ["Ann"]}, "/subject"),
        ({"signature": "x"}, "/signature"),
        ({"receipt": None}, "/receipt"),
        ({"moves": ["nonsense"]}, "/moves/0"),
        ({"moves": ["draw"] * 20_001}, "/moves"),
        ({"rules": {"redeals": "never"}}, "/rules/redeals"),
        ({"checkpoints": [{"after": 300, "piles": {}}]}, "/checkpoints/0/after"),
    ],
    ids=range(36),
)
def test_an_invalid_claim(client, changes, pointer):
    response = client.post("/v1/claims", json={**GOLDEN, "claim": WON, **changes})
    assert (response.status_code, response.content_type) == (422, "application/problem+json")
    assert [error["pointer"] for error in response.json["errors"]] == [pointer]


def test_all_errors_are_listed_at_once(client):
    request = {"variant": "x", "claim": {"moves_played": -1}, "subject": 5, "more": 1}
    response = client.post("/v1/claims", json=request)
    assert [error["pointer"] for error in response.json["errors"]] == [
        "",
        "/claim",
        "/claim/moves_played",
        "/more",
        "/moves",
        "/subject",
        "/variant",
    ]


def test_a_replay_request_is_not_a_claim(client):
    response = client.post("/v1/claims", json=GOLDEN)
    assert [error["pointer"] for error in response.json["errors"]] == ["/claim"]
    assert client.post("/v1/replays", json={**GOLDEN, "claim": WON}).status_code == 422


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b"{", "application/json", 400),
        (b'{"subject": "\\ud800"}', "application/json", 400),
        (b"[]", "application/json", 422),
        (b"{}", "text/plain", 415),
        (b"x" * 2_000_001, "application/json", 413),
    ],
    ids=range(5),
)
def test_an_invalid_body(client, body, content_type, status):
    response = client.post("/v1/claims", data=body, content_type=content_type)
    assert (response.status_code, response.content_type) == (status, "application/problem+json")


def test_a_client_that_does_not_accept_json(client):
    response = client.post("/v1/claims", json={**GOLDEN, "claim": WON}, headers={"Accept": "text/html"})
    assert response.status_code == 406


def test_the_limit_of_moves():
    client = create_app({"most_moves": 1}).test_client()
    within = {**GOLDEN, "moves": ["draw"], "claim": {"outcome": "in_progress"}}
    assert client.post("/v1/claims", json=within).json["confirmed"] is True
    problem = client.post("/v1/claims", json={**GOLDEN, "claim": WON}).json
    assert problem["errors"] == client.post("/v1/replays", json=GOLDEN).json["errors"]
