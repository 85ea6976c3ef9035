"""Streams: their envelope, `ref`, compressed bodies, and streams of claims."""

import gzip
import io
import json

import pytest

from service.app import create_app
from service.http import error_handlers
from service.http.error_handlers import HOLD_SECONDS
from service.http.uploads import BLOCK
from tests.api.described import assert_described
from tests.forged_receipts import GOLDEN, parts_of, write_key

GAME = {"variant": "double-russian", "seed": "1", "moves": [], "include": []}
NDJSON = "application/x-ndjson"


def send(client, body, path="/v1/replays/batch", **headers):
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(path, data=body, content_type=NDJSON, headers=headers)


def lines(response):
    assert response.status_code == 200, response.data
    return [json.loads(line) for line in response.data.splitlines()]


def jsonl(*requests):
    return b"\n".join(json.dumps(request).encode() for request in requests)


def test_the_envelope_has_the_ref(client):
    named = {**GAME, "ref": "game-4711"}
    body = jsonl(named, {**named, "moves": ["undo"]}, {**named, "rules_version": "99"}, GAME, [named])
    answers = lines(send(client, body + b'\n{"ref":"x"'))
    assert [answer.get("ref") for answer in answers] == [*["game-4711"] * 3, *[None] * 4]
    assert list(answers[0]) == ["line", "ref", "verdict"]
    assert [answers[number]["problem"]["status"] for number in (1, 2)] == [422, 409]
    assert answers[0]["verdict"] == client.post("/v1/replays", json=named).json


@pytest.mark.parametrize("ref", ["x" * 201, 7, None])
def test_an_invalid_ref_is_not_returned(client, ref):
    (answer, _) = lines(send(client, jsonl({**GAME, "ref": ref})))
    assert "ref" not in answer
    assert answer["problem"]["errors"][0]["pointer"] == "/ref"


# Compressed bodies


def test_a_compressed_body(client):
    body = jsonl(*[GAME] * 100)
    plain = send(client, body).data
    for packed in (gzip.compress(body), gzip.compress(body[:777]) + gzip.compress(body[777:])):
        assert send(client, packed, Content_Encoding="gzip").data == plain
        assert send(client, packed, Content_Encoding="GZIP").data == plain
        chunked = client.post(
            "/v1/replays/batch",
            input_stream=io.BytesIO(packed),
            content_type=NDJSON,
            headers={"Transfer-Encoding": "chunked", "Content-Encoding": "gzip"},
            environ_overrides={"wsgi.input_terminated": True},
        )
        assert chunked.data == plain


@pytest.mark.parametrize("coding", ["br", "zstd", "deflate", "", "gzip, gzip", "identity"])
def test_other_codings_are_refused(client, coding):
    response = send(client, jsonl(GAME), Content_Encoding=coding)
    assert response.status_code == 415
    assert (
        response.json["detail"] == f"Expected gzip or no Content-Encoding, found Content-Encoding '{coding}'."
    )


def test_single_requests_may_not_be_compressed(client):
    response = client.post(
        "/v1/replays",
        data=gzip.compress(jsonl(GAME)),
        content_type="application/json",
        headers={"Content-Encoding": "gzip"},
    )
    assert response.status_code == 415


def test_the_limit_applies_to_the_decompressed_body():
    client = create_app({"most_batch_bytes": 100_000, "log_level": "warning"}).test_client()
    within = gzip.compress(b"\n" * 100_000)
    assert lines(send(client, within, Content_Encoding="gzip"))[-1]["summary"]["lines"] == 0
    bomb = gzip.compress(b"\n" * 10_000_000)
    assert len(bomb) < 100_000
    response = send(client, bomb, Content_Encoding="gzip")
    assert (response.status_code, response.json["limit"]) == (413, 100_000)
    assert response.json["type"].endswith(":body-too-long")


@pytest.mark.parametrize(
    ("spoil", "name"),
    [
        (lambda packed: packed[:-1], "incomplete-body"),
        (lambda packed: packed[:20], "incomplete-body"),
        (lambda packed: b"", "incomplete-body"),
        (lambda packed: packed[:-8] + bytes(8), "damaged-body"),
        (lambda packed: b"x" + packed, "damaged-body"),
        (lambda packed: packed + b"x" * 20, "damaged-body"),
        (lambda packed: jsonl(GAME), "damaged-body"),
    ],
    ids=range(7),
)
def test_a_damaged_body(client, spoil, name):
    response = send(client, spoil(gzip.compress(jsonl(GAME, GAME))), Content_Encoding="gzip")
    assert response.status_code == 400
    assert response.json["type"] == f"urn:patience-referee:problem:{name}"


def test_damage_in_a_later_piece_ends_the_answer_without_a_summary(client):
    packed = gzip.compress(jsonl(*[GAME] * 2000))
    *answers, last = lines(send(client, packed[:-8] + bytes(8), Content_Encoding="gzip"))
    assert last["problem"]["type"] == "urn:patience-referee:problem:damaged-body"
    assert sum(len(json.dumps(answer)) for answer in answers) > BLOCK


def test_games_may_be_compressed_one_by_one(client):
    single = gzip.compress(jsonl({**GAME, "include": ["legal_moves"]}) + b"\n")
    plain = gzip.decompress(single * 1000)
    assert send(client, single * 1000, Content_Encoding="gzip").data == send(client, plain).data
    few = gzip.compress(b"") * 100 + single
    assert lines(send(client, few, Content_Encoding="gzip"))[-1]["summary"]["lines"] == 1


@pytest.mark.parametrize(
    ("piece", "why"),
    [
        (gzip.compress(b"", mtime=0), "it has too many tiny gzip members"),
        (gzip.compress(b" " * 17, mtime=0), "it has too many tiny gzip members"),
        (b"\x1f\x8b\x07", "it is not valid gzip"),
    ],
    ids=["empty members", "tiny members", "no gzip"],
)
def test_a_body_that_cannot_be_unpacked_is_refused_before_it_has_been_received(client, piece, why):
    body = io.BytesIO(piece * 50_000)
    response = client.post(
        "/v1/replays/batch",
        input_stream=body,
        content_type=NDJSON,
        content_length=len(body.getvalue()),
        headers={"Content-Encoding": "gzip"},
    )
    assert (response.status_code, body.tell()) == (400, BLOCK)
    assert response.json["detail"] == f"The body cannot be unpacked: {why}."


@pytest.mark.parametrize(
    ("body", "pauses"), [(gzip.compress(b"", mtime=0), []), (b"no gzip", [HOLD_SECONDS])]
)
def test_the_refusal_of_a_packed_body_is_held_back(client, monkeypatch, body, pauses):
    waited = []
    monkeypatch.setattr(error_handlers, "sleep", waited.append)
    client.post(
        "/v1/replays/batch",
        data=body,
        content_type=NDJSON,
        headers={"Content-Encoding": "gzip"},
        environ_overrides={"wsgi.multithread": True},
    )
    assert waited == pauses


# Claims


@pytest.fixture
def signer(tmp_path):
    """Return a client of a service that signs and requires a token."""
    write_key(tmp_path / "key.json")
    (tmp_path / "tokens").write_text("board s3cret")
    settings = {
        "key_file": str(tmp_path / "key.json"),
        "issuer": "https://a.example",
        "claims_tokens_file": str(tmp_path / "tokens"),
    }
    return create_app(settings).test_client()


CLAIM = {**GOLDEN, "include": [], "claim": {"outcome": "won"}, "ref": "7"}


def claims(client, *requests, token="Bearer s3cret"):
    return send(client, jsonl(*requests), "/v1/claims/batch", Authorization=token)


def test_claims_have_the_answers_of_single_requests(signer):
    refuted = {**CLAIM, "claim": {"outcome": "lost"}}
    *answers, summary = lines(claims(signer, CLAIM, refuted, GOLDEN))
    for answer in answers:
        assert_described(answer, "Line")
    assert summary == {"summary": {"lines": 3, "confirmed": 1, "refuted": 1, "rejected": 1}}
    assert_described(summary, "StreamSummary")
    assert [list(answer) for answer in answers] == [
        ["line", "ref", "claim"], ["line", "ref", "claim"], ["line", "problem"],
    ]  # fmt: skip
    headers = {"Authorization": "Bearer s3cret"}
    singles = [signer.post("/v1/claims", json=asked, headers=headers).json for asked in (CLAIM, refuted)]
    payload, again = (
        parts_of(answer["claim"].pop("receipt"))[1] for answer in (answers[0], {"claim": singles[0]})
    )
    assert [answers[0]["claim"], answers[1]["claim"]] == singles
    assert {**payload, "iat": 0} == {**again, "iat": 0}
    assert (payload["aud"], payload["ref"]) == ("board", "7")


def test_a_client_without_a_token_is_refused(signer):
    response = claims(signer, CLAIM, token="Bearer wrong")
    assert response.status_code == 401
    assert response.json["type"].endswith(":unauthorized")


def test_the_limits_of_streams_apply_to_claims():
    client = create_app({"most_batch_lines": 1}).test_client()
    assert claims(client, CLAIM, CLAIM).json["limit"] == 1
