"""The examples of the description are answers of the service."""

import json
import tempfile

import pytest

from patience.kernel.loader import engine_name
from patience.search.search_runner import is_available
from schemas.problems import search_busy, search_unavailable
from service.api import root
from service.app import create_app
from service.config import Settings
from service.openapi.document import document
from service.openapi.examples import ISSUER, KEY, REQUEST_ID, SAVED_GAME, winnable_deals
from service.openapi.problem_responses import problem_answers
from service.receipts.expectations import Expected
from service.receipts.keys import as_text, private_jwk, usable_keys
from service.receipts.receipts import check
from tests.api.described import DescribedClient, validator
from tests.servers import served

OPERATIONS = {
    operation["operationId"]: (path, method, operation)
    for path, operations in document()["paths"].items()
    for method, operation in operations.items()
}
NAMED = {"X-Request-Id": REQUEST_ID}
MARKS = {"request_id": REQUEST_ID}


@pytest.fixture
def signer(tmp_path):
    """Return a client of a service that signs with the key of the examples."""
    key_file = tmp_path / "key.json"
    key_file.write_text(as_text(private_jwk(KEY)))
    app = create_app({"TESTING": True, "key_file": str(key_file), "issuer": ISSUER})
    app.test_client_class = DescribedClient
    return app.test_client()


def examples(media_types):
    return {
        (media_type, name): example["value"]
        for media_type, content in media_types.items()
        for name, example in content.get("examples", {}).items()
    }


def answered(operation):
    return examples(OPERATIONS[operation][2]["responses"]["200"]["content"])


def requests(operation):
    return examples(OPERATIONS[operation][2]["requestBody"]["content"])


def places():
    """Yield every place with a media type, as a pointer; bytes have no examples."""
    for path, method, operation in OPERATIONS.values():
        start = ("paths", path, method)
        for media_type in operation.get("requestBody", {}).get("content", {}):
            if media_type != "application/octet-stream":
                yield (*start, "requestBody", "content", media_type)
        for media_type in operation["responses"]["200"]["content"]:
            yield (*start, "responses", "200", "content", media_type)
    for name, response in document()["components"]["responses"].items():
        for media_type in response["content"]:
            yield ("components", "responses", name, "content", media_type)


@pytest.mark.parametrize("place", list(places()), ids=lambda place: " ".join(place[1:-2]))
def test_every_body_and_answer_has_examples_of_its_schema(place):
    content = document()
    for step in place:
        content = content[step]
    assert content["examples"]
    for example in content["examples"].values():
        validator(*place, "schema").validate(example["value"])


def test_parameters_of_paths_have_examples():
    shared = document()["components"]["parameters"].values()
    own = [parameter for _, _, operation in OPERATIONS.values() for parameter in operation["parameters"]]
    in_paths = [parameter for parameter in (*shared, *own) if parameter.get("in") == "path"]
    assert {parameter["name"] for parameter in in_paths} == {"variant", "seed", "date", "text", "program"}
    assert all("example" in parameter for parameter in in_paths)


@pytest.mark.parametrize(("media_type", "name"), requests("replay"))
def test_verdicts(client, media_type, name):
    response = client.post("/v1/replays", json=requests("replay")[media_type, name])
    assert response.json == answered("replay")[media_type, name]


@pytest.mark.parametrize(("media_type", "name"), requests("replayBatch"))
def test_batches(client, media_type, name):
    body = requests("replayBatch")[media_type, name]
    response = client.post("/v1/replays/batch", data=body, content_type=media_type, headers=NAMED)
    assert response.content_type == media_type
    assert response.text == answered("replayBatch")[media_type, name]


@pytest.mark.parametrize(("media_type", "name"), requests("claim"))
def test_claims(signer, media_type, name):
    answer = signer.post("/v1/claims", json=requests("claim")[media_type, name]).json
    expected = dict(answered("claim")[media_type, name])
    receipts = (answer.pop("receipt"), expected.pop("receipt"))
    assert answer == expected
    if answer["confirmed"]:
        keys = usable_keys(signer.get("/.well-known/jwks.json").data)
        expected_receipt = Expected(ISSUER, "https://board.example")
        real, shown = ({**check(receipt, keys, expected_receipt), "iat": 0} for receipt in receipts)
        assert real == shown
    else:
        assert receipts == (None, None)


@pytest.mark.skipif(not is_available(), reason="This build has no search.")
@pytest.mark.parametrize(("media_type", "name"), requests("askProspect"))
def test_prospects(client, media_type, name):
    response = client.post("/v1/prospects", json=requests("askProspect")[media_type, name])
    assert response.json == answered("askProspect")[media_type, name]


def test_winnable_deals(client):
    for example in winnable_deals():
        assert client.get(example.request).json == example.answer


def test_problems_of_searches():
    assert problem("SearchUnavailable", "no_search") == {**search_unavailable().body(), **MARKS}
    assert problem("Busy", "busy") == {**search_busy().body(), **MARKS}


def test_imports(client):
    response = client.post(
        "/v1/imports", data=SAVED_GAME.read_bytes(), content_type="application/octet-stream"
    )
    assert response.json == answered("importSave")["application/json", "pysolfc"]


def test_answers_to_get(client, signer):
    for operation, name, path in (
        ("getDeal", "open", "/v1/deals/double-russian/20261121"),
        ("getDeal", "hidden", "/v1/deals/double-russian/20261121?hide=face_down"),
        ("getVariant", "double-russian", "/v1/variants/double-russian"),
        ("getKeys", "no_key", "/.well-known/jwks.json"),
        ("livez", "alive", "/livez"),
    ):
        assert client.get(path).json == answered(operation)["application/json", name], path
    (listed,) = answered("listVariants")["application/json", "first"]["variants"]
    assert client.get("/v1/variants").json["variants"][0] == listed
    engine = {"engine": engine_name()}
    service = signer.get("/v1").json
    if not is_available():
        assert (service["search"], service["limits"]["positions"]) == (False, None)
        service["search"], service["limits"]["positions"] = True, Settings.most_positions
    assert service == answered("getService")["application/json", "signs"] | engine
    assert client.get("/readyz").json == answered("readyz")["application/json", "ready"] | engine
    for media_type in ("application/json", "application/jwk-set+json"):
        response = signer.get("/.well-known/jwks.json", headers={"Accept": media_type})
        assert response.content_type == media_type
        assert response.json == answered("getKeys")[media_type, "one_key"]


def problem(name, example):
    return problem_answers()[name].examples[example]


@pytest.mark.parametrize(
    ("example", "method", "path", "named"),
    [
        (("NotJson", "not_json"), "POST", "/v1/replays", {"data": b'{"variant": '}),
        (("NotJson", "twice"), "POST", "/v1/claims", {"data": b'{"seed": "1", "seed": "2"}'}),
        (("NotFound", "unknown-variant"), "GET", "/v1/variants/double-rusian", {}),
        (("NotFound", "unknown-seed"), "GET", "/v1/deals/double-russian/ms8589934592", {}),
        (("MethodNotAllowed", "method-not-allowed"), "DELETE", "/v1/variants", {}),
        (("NotAcceptable", "not-acceptable"), "GET", "/livez", {"headers": {**NAMED, "Accept": "text/html"}}),
        (
            ("UnsupportedMediaType", "unsupported-media-type"), "POST", "/v1/replays",
            {"content_type": "text/plain"},
        ),
        (("NoSave", "empty"), "POST", "/v1/imports", {"content_type": "application/octet-stream"}),
        (("TooLarge", "body-too-long"), "POST", "/v1/claims", {"data": b" " * 2_000_001}),
        (("InvalidQuery", "unknown_option"), "GET", "/v1/deals/double-russian/1?rules=twos:four", {}),
        (
            ("InvalidRequest", "several_places"), "POST", "/v1/replays",
            {"data": b'{"variant":"double-russian","seed":"0","moves":["T1-T2","undo"],"undo":true}'},
        ),
    ],
)  # fmt: skip
def test_problems(client, example, method, path, named):
    response = client.open(
        path, method=method, **{"headers": NAMED, "content_type": "application/json", **named}
    )
    assert response.json == problem(*example)


def test_too_many_requests():
    client = create_app({"rate_limit": "600 per minute"}).test_client()
    for _ in range(600):
        assert client.get("/v1/variants/no-such-game").status_code == 404
    response = client.get("/v1/variants", headers=NAMED)
    assert response.json == problem("TooManyRequests", "too-many-requests")


def test_a_defect():
    def fail():
        raise RuntimeError

    app = create_app({"TESTING": True})
    app.add_url_rule("/fail", view_func=fail)
    assert app.test_client().get("/fail", headers=NAMED).json == problem("Defect", "internal-server-error")


def test_not_ready(client, monkeypatch, tmp_path):
    game = json.loads(root.GOLDEN_GAME.read_text())
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**game, "moves": game["moves"][:-1]}))
    monkeypatch.setattr(root, "GOLDEN_GAME", file)
    assert client.get("/readyz", headers=NAMED).json == problem("NotReady", "not-ready")


def test_no_room(client, monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    lines = {"data": b" " * 1_100_000, "content_type": "application/jsonl"}
    response = client.post("/v1/replays/batch", headers=NAMED, **lines)
    assert response.json == problem("NoRoom", "no-room")


def test_incomplete_bodies():
    head = (
        b"POST /v1/replays HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n"
        b"X-Request-Id: %b\r\n\r\n{" % REQUEST_ID.encode()
    )
    with served(workers=1, stall_seconds=1) as server:
        assert server.problem(head) == problem("RequestTimeout", "request-timeout")
        assert server.problem(head, finished=True) == problem("NotJson", "incomplete")


def test_every_problem_has_its_status():
    for name, answer in problem_answers().items():
        for example in answer.examples.values():
            assert example["status"] == answer.status, name
