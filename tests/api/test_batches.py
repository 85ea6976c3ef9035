"""`POST /v1/replays/batch`: a line gets the answer of a single request; a complete answer has a summary."""

import io
import json
import resource

import pytest

from service.app import create_app
from service.http.uploads import BLOCK, KEPT_IN_MEMORY
from tests.api.described import assert_described
from tests.servers import replay_requests

GAME = b'{"variant":"double-russian","seed":"1","moves":[],"include":[]}'
ILLEGAL = b'{"variant":"double-russian","seed":"1","moves":["T1-T1"],"include":[]}'
NDJSON = "application/x-ndjson"


def post(client, body, content_type=NDJSON, **arguments):
    return client.post("/v1/replays/batch", data=body, content_type=content_type, **arguments)


def test_a_byte_order_mark_and_the_line_ends_of_windows(client):
    body = b"\xef\xbb\xbf" + GAME + b"\r\n" + ILLEGAL + b"\r\n"
    assert lines(post(client, body)) == lines(post(client, GAME + b"\n" + ILLEGAL + b"\n"))


def lines(response):
    return [json.loads(line) for line in response.data.splitlines()]


def app(**settings):
    return create_app({"TESTING": True, "log_level": "warning", **settings}).test_client()


def post_chunked(client, stream):
    """Post a body of unknown length whose chunks the server has already joined."""
    return post(
        client,
        None,
        input_stream=stream,
        headers={"Transfer-Encoding": "chunked", "X-Request-Id": "mine"},
        environ_overrides={"wsgi.input_terminated": True},
    )


class Upload(io.BytesIO):
    """A body that ends with an error after its last byte."""

    def __init__(self, body, error):
        super().__init__(body)
        self.error = error

    def read(self, size=-1):
        if data := super().read(size):
            return data
        raise self.error


def test_every_verdict_has_the_bytes_of_a_single_request(client):
    requests = replay_requests()
    *answers, summary = post(client, b"\n".join(requests)).data.splitlines()
    singles = [
        client.post("/v1/replays", data=body, content_type="application/json").data for body in requests
    ]
    heads = [b'{"line":%d,"verdict":' % number for number in range(1, len(requests) + 1)]
    assert answers == [head + single + b"}" for head, single in zip(heads, singles, strict=True)]
    valid = sum(json.loads(single)["valid"] for single in singles)
    assert json.loads(summary) == {
        "summary": {
            "lines": len(requests), "valid": valid, "invalid": len(requests) - valid, "rejected": 0,
        }
    }  # fmt: skip
    assert 0 < valid < len(requests)


def test_a_bad_line_gets_a_problem_and_the_others_are_judged(client):
    body = b"\n".join(
        [GAME, b"", b"{", b"  \r", b'{"variant":"chess"}', b"\xff", ILLEGAL + b"\r", b"[]", b""]
    )
    response = post(client, body, headers={"X-Request-Id": "mine"})
    assert response.status_code == 200
    *answers, summary = lines(response)
    for answer in answers:
        assert_described(answer, "Line")
    good, no_json, no_game, no_text, illegal, no_object = answers
    assert good["verdict"]["valid"] is True
    assert illegal["verdict"]["first_illegal_move"]["reason"] == "same_pile"
    for answer, line, status in (
        (no_json, 3, 400),
        (no_game, 5, 422),
        (no_text, 6, 400),
        (no_object, 8, 422),
    ):
        assert answer["line"] == line
        assert (answer["problem"]["status"], answer["problem"]["request_id"]) == (status, "mine")
    assert_described(summary, "StreamSummary")
    assert summary == {"summary": {"lines": 6, "valid": 1, "invalid": 1, "rejected": 4}}


def test_a_batch_without_a_line(client):
    summary = {"lines": 0, "valid": 0, "invalid": 0, "rejected": 0}
    for body in (b"", b"\n", b" \n\t\r\n\n"):
        assert lines(post(client, body)) == [{"summary": summary}]


def test_the_last_line_may_lack_a_line_feed(client):
    for tail in (b"", b"\n", b"\r\n", b"\n\n"):
        assert lines(post(client, GAME + b"\n" + GAME + tail))[-1]["summary"]["valid"] == 2


@pytest.mark.parametrize(
    ("sent", "accept", "answered"),
    [
        ("application/jsonl", None, "application/jsonl"),
        ("application/jsonl; charset=utf-8", "*/*", "application/jsonl"),
        (NDJSON, "application/jsonl;q=0.5, application/x-ndjson;q=0.1", "application/jsonl"),
        ("application/jsonl", "application/*", "application/jsonl"),
    ],
)
def test_media_types(client, sent, accept, answered):
    response = post(client, GAME, sent, headers={"Accept": accept} if accept else {})
    assert (response.status_code, response.content_type) == (200, answered)


def test_other_media_types(client):
    wrong = post(client, GAME, "application/json")
    assert wrong.status_code == 415
    assert "application/x-ndjson or application/jsonl" in wrong.json["detail"]
    unwanted = post(client, GAME, headers={"Accept": "application/json"})
    assert unwanted.status_code == 406
    assert unwanted.content_type == "application/problem+json"


@pytest.mark.parametrize(
    ("limit", "body", "detail"),
    [
        ({"most_batch_bytes": 100}, GAME.ljust(101), "The body is longer than 100 bytes."),
        ({"most_body_bytes": 100}, GAME + b"\n" + GAME.ljust(101), "The line is longer than 100 bytes."),
        ({"most_body_bytes": 100}, GAME.ljust(101) + b"\n", "The line is longer than 100 bytes."),
        (
            {"most_batch_lines": 2},
            b"\n\n" + GAME,
            "The stream has more than 2 lines. Send the rest in another stream.",
        ),
        (
            {"most_batch_moves": 1},
            b"\n".join([ILLEGAL] * 3),
            "The stream has more than 1 moves. Send the rest in another stream.",
        ),
    ],
    ids=range(5),
)
@pytest.mark.parametrize("chunked", [True, False])
def test_a_limit_exceeded_before_the_answer_starts_is_its_status(limit, body, detail, chunked):
    client = app(**limit)
    response = post_chunked(client, io.BytesIO(body)) if chunked else post(client, body)
    assert response.status_code == 413
    assert response.json["detail"] == detail
    assert "summary" not in response.text


def test_a_batch_exactly_at_the_limits(client):
    body = b"\n".join([ILLEGAL.ljust(80)] * 3)
    limits = {
        "most_batch_bytes": len(body), "most_body_bytes": 80, "most_batch_lines": 3, "most_batch_moves": 2,
    }  # fmt: skip
    assert lines(post(app(**limits), body))[-1] == {
        "summary": {"lines": 3, "valid": 0, "invalid": 3, "rejected": 0}
    }


MANY = b"\n".join([GAME] * 1000)
"""Its answer has more than one piece."""


@pytest.mark.parametrize(
    ("limit", "tail", "line", "detail"),
    [
        ({"most_batch_lines": 999}, b"", 1000, "999 lines"),
        ({"most_body_bytes": 1000}, b"\n" + GAME.ljust(1001), 1001, "The line is longer than 1000 bytes."),
        ({"most_batch_moves": 1}, b"\n" + b"\n".join([ILLEGAL] * 3), 1003, "1 moves"),
    ],
)
def test_a_limit_exceeded_later_ends_the_answer_without_a_summary(limit, tail, line, detail):
    response = post(app(**limit), MANY + tail, headers={"X-Request-Id": "mine"})
    assert response.status_code == 200
    *answers, last = lines(response)
    assert_described(last, "Line")
    problem = last["problem"]
    assert (problem["status"], last["line"], problem["request_id"]) == (413, line, "mine")
    assert detail in problem["detail"]
    assert len(answers) == line - 1
    assert all("valid" in answer["verdict"] for answer in answers)


def test_a_body_of_unknown_length_that_becomes_too_long():
    *answers, last = lines(post_chunked(app(most_batch_bytes=2 * len(MANY)), io.BytesIO(MANY * 3)))
    assert (last["problem"]["status"], last["problem"]["detail"]) == (
        413,
        f"The body is longer than {2 * len(MANY)} bytes.",
    )
    assert 0 < len(answers) == last["line"] - 1


@pytest.mark.parametrize("error", [OSError("reset"), ValueError("malformed chunk")])
def test_an_incomplete_upload_has_no_summary(client, error):
    early = post_chunked(client, Upload(GAME + b"\n" + GAME, error))
    assert early.status_code == 400
    assert early.json["type"] == "urn:patience-referee:problem:incomplete-body"
    *answers, last = lines(post_chunked(client, Upload(MANY + b"\n" + MANY, error)))
    # The last line may be incomplete.
    assert len(answers) == 1999
    assert (last["problem"]["status"], last["line"]) == (400, 2000)


def test_an_upload_that_stalls(client):
    assert post_chunked(client, Upload(GAME, BlockingIOError())).status_code == 408


def test_an_upload_shorter_than_announced(client):
    response = post(client, GAME + b"\n", environ_overrides={"CONTENT_LENGTH": str(len(GAME) + 2)})
    assert response.status_code == 400
    assert response.json["type"] == "urn:patience-referee:problem:incomplete-body"


def test_a_line_over_many_blocks(client):
    long = GAME[:-1] + b" " * 3 * BLOCK + b"}"
    assert lines(post(client, GAME + b"\n" + long + b"\n" + GAME))[-1]["summary"]["valid"] == 3


def test_no_room_for_a_body(client):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (KEPT_IN_MEMORY, hard))
    try:
        response = post(client, GAME.ljust(KEPT_IN_MEMORY + 2 * BLOCK))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert response.status_code == 503
    assert response.json["detail"] == "The server has no room for the body at present."


def test_lines_as_octet_stream(client):
    """Generated clients that cannot send lines of JSON use this media type."""
    body = b'{"variant": "double-russian", "seed": "1", "moves": []}\n'
    answer = client.post("/v1/replays/batch", data=body, content_type="application/octet-stream")
    assert (answer.status_code, answer.mimetype) == (200, "application/x-ndjson")
    refused = client.post(
        "/v1/replays/batch",
        data=body,
        content_type="application/octet-stream",
        headers={"Accept": "application/octet-stream"},
    )
    assert refused.status_code == 406
