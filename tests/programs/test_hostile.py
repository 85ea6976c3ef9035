"""Malformed and hostile requests are answered with one small problem, and the next client is served."""

import io
import json
import re
import socket

import pytest

from schemas.problems import MOST_ERRORS
from service.app import create_app
from tests.api.described import assert_described
from tests.hostile_requests import HostileClient
from tests.servers import LAST_CHUNK, PATIENCE, chunk, served
from tests.under_load import under_attack

GAME = b'{"variant":"double-russian","seed":"1","moves":[],"include":[]}'
REPLAYS = b"POST /v1/replays HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
JSON = b"Content-Type: application/json\r\n"
LIVE = b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


@pytest.fixture(scope="module")
def server():
    """A server that is alive after all tests and has logged no error."""
    with served(workers=1, log_format="json", most_body_bytes=500_000) as running:
        yield running
        assert running.ask("GET", "/readyz")[0] == 200
        running.stop()
        assert [line for line in running.log() if line["level"] in ("warning", "error", "critical")] == []
        assert [line for line in running.log() if line.get("status", 0) >= 500] == []


def game(**fields):
    return json.dumps({**json.loads(GAME), **fields}).encode()


HUGE = {
    "include": game(include=["x"] * 90_000),
    "checkpoints": game(checkpoints=[1] * 100_000),
    "fields": game(**{f"field{number}": number for number in range(20_000)}),
    "rules": game(rules={f"option{number}": number for number in range(20_000)}),
    "piles": game(checkpoints=[{"after": 0, "piles": {f"P{number}": [] for number in range(20_000)}}]),
    "tokens": game(moves=["é" * 10] * 5_000),
    "moves": game(moves=["deal"] * 40_000),
    "objects": game(moves=[{}] * 20_000),
    "seed": game(seed="9" * 400_000),
    "variant": game(variant="💩" * 20_000),
    "name": game(**{"x" * 400_000: 1}),
}


@pytest.mark.parametrize("body", HUGE.values(), ids=HUGE)
def test_a_problem_is_small_for_any_number_of_errors(client, body):
    response = client.post("/v1/replays", data=body, content_type="application/json")
    assert response.status_code == 422
    assert len(response.data) < len(body) / 2
    assert len(response.json["errors"]) <= MOST_ERRORS


@pytest.mark.parametrize(("announced", "status"), [(len(GAME) + 1, 400), (len(GAME), 200), (None, 413)])
def test_the_length_of_a_body_is_checked(announced, status):
    """The test client is the server here, so the body can differ from its announced length."""
    limit = len(GAME) if announced is None else len(GAME) + 1
    body = GAME.ljust(limit + 1) if announced is None else GAME
    response = (
        create_app({"most_body_bytes": limit})
        .test_client()
        .post(
            "/v1/replays",
            input_stream=io.BytesIO(body),
            content_type="application/json",
            headers={} if announced else {"Transfer-Encoding": "chunked"},
            environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": str(announced or "")},
        )
    )
    assert response.status_code == status


def test_the_first_of_many_errors_are_listed(client):
    response = client.post("/v1/replays", data=HUGE["tokens"], content_type="application/json")
    assert response.json["detail"].endswith(f"(the first {MOST_ERRORS} in errors)")
    assert response.json["errors"][0]["pointer"] == "/moves/0"


BAD_REQUESTS = {
    "not JSON": (JSON, b"{", 400),
    "not UTF-8": (JSON, b'{"\xff":1}', 400),
    "a duplicate key": (JSON, b'{"a":1,"a":2}', 400),
    "NaN": (JSON, b'{"seed":NaN}', 400),
    "too deep": (JSON, b"[" * 1000, 400),
    "an endless number": (JSON, b'{"seed":' + b"9" * 5000 + b"}", 400),
    "no media type": (b"", GAME, 415),
    "another media type": (b"Content-Type: text/html\r\n", GAME, 415),
    "compressed": (JSON + b"Content-Encoding: gzip\r\n", GAME, 415),
    "another answer": (JSON + b"Accept: text/html\r\n", GAME, 406),
    "too long": (JSON, GAME.ljust(500_001), 413),
    "far too long": (JSON, GAME.ljust(5_000_000), 413),
    "not a game log": (JSON, b"{}", 422),
    "an unknown variant": (JSON, b'{"variant":"chess","seed":"1","moves":[]}', 422),
}


@pytest.mark.parametrize(("head", "body", "status"), BAD_REQUESTS.values(), ids=BAD_REQUESTS)
@pytest.mark.parametrize("chunked", [True, False], ids=["chunked", "plain"])
def test_bad_requests_over_the_wire(server, head, body, status, chunked):
    framed = b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    if chunked:
        framed = b"Transfer-Encoding: chunked\r\n\r\n" + chunk(body[:1]) + chunk(body[1:]) + LAST_CHUNK
    problem = server.problem(REPLAYS + head + framed)
    assert_described(problem, "Problem")
    assert problem["status"] == status


CUT_SHORT = {
    "plain": b"Content-Length: 100\r\n\r\n" + GAME,
    "plain, whole JSON": b"Content-Length: %d\r\n\r\n%b" % (len(GAME) + 1, GAME),
    "between chunks": b"Transfer-Encoding: chunked\r\n\r\n" + chunk(GAME),
    "in a chunk": b"Transfer-Encoding: chunked\r\n\r\n" + chunk(GAME)[:-9],
    "in the end": b"Transfer-Encoding: chunked\r\n\r\n" + chunk(GAME) + b"0\r\n",
    "no chunk": b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
    "a chunk of the wrong length": b"Transfer-Encoding: chunked\r\n\r\n5\r\n" + GAME + b"\r\n" + LAST_CHUNK,
    "a huge chunk": b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n" + GAME,
}


@pytest.mark.parametrize("framed", CUT_SHORT.values(), ids=CUT_SHORT)
def test_an_incomplete_body_is_not_judged(server, framed):
    problem = server.problem(REPLAYS + JSON + framed, finished=True)
    assert problem["type"] == "urn:patience-referee:problem:incomplete-body"
    assert problem["status"] == 400


MALFORMED = {
    "binary": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
    "a line alone": (b"GET\r\n\r\n", 400),
    "a NUL in the path": (b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    "bytes in the path": (b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    "a long path": (b"GET /" + b"a" * 10_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
    "a long header": (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 10_000 + b"\r\n\r\n", 431),
    "a long head": (
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: %b\r\n" % (b"a" * 3000) * 11 + b"\r\n",
        431,
    ),
    "many headers": (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: 1\r\n" * 200 + b"\r\n", 431),
    "a NUL in a header": (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: \x00\r\n\r\n", 400),
    "HTTP/9": (b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", 400),
    "two lengths": (REPLAYS + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}", 400),
    "length and chunks": (
        REPLAYS + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n" + LAST_CHUNK,
        400,
    ),
    "no length": (REPLAYS + b"Content-Length: -1\r\n\r\n", 400),
    "unknown coding": (REPLAYS + b"Transfer-Encoding: snow\r\n\r\n", 501),
    "unknown expectation": (REPLAYS + b"Expect: miracles\r\n\r\n", 417),
}


NO_HOST = {
    "none": b"GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n",
    "none but in the target": b"GET http://x/livez HTTP/1.1\r\nConnection: close\r\n\r\n",
    "two": b"GET /livez HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n",
    "with a space": LIVE.replace(b"localhost", b"a b"),
    "with a path": LIVE.replace(b"localhost", b"a/b"),
    "with a user": LIVE.replace(b"localhost", b"a@b"),
    "with no port": LIVE.replace(b"localhost", b"a:x"),
    "with an open bracket": LIVE.replace(b"localhost", b"[::1"),
    "with other bytes": LIVE.replace(b"localhost", b"\xff"),
}


@pytest.mark.parametrize("data", NO_HOST.values(), ids=NO_HOST)
def test_a_request_without_one_valid_host_is_refused(server, data):
    """RFC 9112 §3.2."""
    problem = server.problem(data)
    assert_described(problem, "Problem")
    assert problem["status"] == 400


@pytest.mark.parametrize(
    "host", [b"", b"a", b"a:1", b"a:", b"127.0.0.1:80", b"[::1]", b"[::1]:80", b"a_b.c%41"]
)
def test_valid_hosts(server, host):
    assert server.send(LIVE.replace(b"localhost", host)).startswith(b"HTTP/1.1 200 ")


def test_http_1_0_needs_no_host(server):
    assert server.send(b"GET /livez HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.0 200 ")


FORWARDED = [
    b"X-Forwarded-Prefix: /x",
    b"X-Forwarded-Proto: https\r\nX-Forwarded-Ssl: off",
    b"X-Forwarded-Host: x",
    b"X-Original-URL: /x",
]


@pytest.mark.parametrize("header", FORWARDED)
@pytest.mark.parametrize(("path", "status"), [(b"/livez", b"200"), (b"/x/livez", b"404")])
def test_headers_do_not_change_the_path(server, header, path, status):
    """Gunicorn by default trusts some of them from this machine."""
    asked = LIVE.replace(b"/livez", path).replace(b"Connection", header + b"\r\nConnection")
    assert server.send(asked).startswith(b"HTTP/1.1 %b " % status)


@pytest.mark.parametrize("name", [b"SCRIPT_NAME", b"PATH_INFO", b"X_Forwarded_For", b"a_"])
def test_a_header_name_with_an_underscore_is_refused(server, name):
    """In the WSGI environment it could pass for another name, and gunicorn would drop it uncounted."""
    assert server.problem(LIVE.replace(b"Connection", name + b": /livez\r\nConnection"))["status"] == 400


def test_a_body_in_chunks_of_a_byte_is_refused(server):
    head = REPLAYS + JSON + b"Transfer-Encoding: chunked\r\n\r\n"
    answer = server.send(head + b"1\r\n \r\n" * 200_000 + b"0\r\n\r\n")
    assert b"Connection: close" in answer
    assert b"urn:patience-referee:problem:incomplete-body" in answer


@pytest.mark.parametrize(("data", "status"), MALFORMED.values(), ids=MALFORMED)
def test_malformed_http_is_answered_with_a_problem(server, data, status):
    problem = server.problem(data)
    assert_described(problem, "Problem")
    assert problem["status"] == status


PATHS = [
    "/%", "/%zz", "/%00", "/%ff%fe", "/%c0%af", "/v1/variants/%00", "/v1/variants/%E2%80%AE",
    "/v1//x", "/v1/deals/double-russian/%31%00", "/v1/../etc/passwd", "/%2e%2e/x",
    "/;x?y#z", "//livez", "///v1/variants", "//metrics",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_strange_paths_are_not_found(server, path):
    problem = server.problem(LIVE.replace(b"/livez", path.encode(), 1))
    assert problem["status"] == 404
    assert_described(problem, "Problem")


@pytest.mark.parametrize(
    "query", ["%", "%zz=%zz", "%00", "hide=%ff", "hide=face_down&hide=face_down", "&&=&", "a" * 1500]
)
def test_strange_queries(server, query):
    answer = server.send(LIVE.replace(b"/livez", b"/v1/deals/double-russian/1?" + query.encode(), 1))
    assert answer[9:12] in (b"200", b"422")


@pytest.mark.parametrize("method", ["DELETE", "PUT", "PATCH", "TRACE", "CONNECT", "GET", "PROPFIND"])
def test_methods(server, method):
    if method == "CONNECT":
        assert server.problem(LIVE.replace(b"GET /livez", b"CONNECT a:1"))["status"] == 404
        return
    assert server.problem(LIVE.replace(b"GET /livez", method.encode() + b" /v1/replays"))["status"] == 405


def test_a_refused_body_does_not_become_the_next_request(server):
    """The unread rest of a body is skipped, and the connection is kept."""
    request = b"POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%b" % (len(LIVE), LIVE)
    answer = server.send(request + LIVE)
    assert answer.count(b"HTTP/1.1 404") == 1
    assert answer.count(b"HTTP/1.1 200") == 1


def test_a_client_that_waits_for_100_continue(server):
    answer = server.send(
        REPLAYS + JSON + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n%b" % (len(GAME), GAME)
    )
    assert answer.startswith(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 ")


def test_a_client_that_stalls_is_disconnected():
    """With a timeout of a second: 408 within a body, the end of the connection within a header."""
    with served(workers=1, log_format="json", stall_seconds=1) as server:
        half = REPLAYS + JSON + b"Content-Length: 100\r\n\r\n{"
        assert server.problem(half)["status"] == 408
        assert server.send(half[:20]) == b""
        assert server.ask("GET", "/livez")[0] == 200


@pytest.mark.parametrize(
    ("body", "answers"),
    [
        (b"Content-Length: 2000\r\n\r\n" + b" " * 2000, 2),
        (b"Content-Length: 1900000\r\n\r\n" + b" " * 1_900_000, 2),
        (b"Content-Length: 4000000000\r\n\r\n" + b" " * 2000, 1),
        (b"Transfer-Encoding: chunked\r\n\r\n" + chunk(b" " * 2000) + LAST_CHUNK, 2),
        (b"Transfer-Encoding: chunked\r\n\r\n" + chunk(b" " * 1_900_000) + LAST_CHUNK, 2),
        (b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 1),
    ],
    ids=["short", "long", "longer than any", "chunks", "long chunks", "no chunk"],
)
def test_a_body_that_is_not_read_is_not_taken_for_a_request(server, body, answers):
    """The path does not exist, so nothing reads the body. One that some operation takes is skipped."""
    nothing = b"POST /nothing HTTP/1.1\r\nHost: localhost\r\n"
    received = server.send(nothing + body + LIVE, finished=True)
    assert [received.count(b"HTTP/1.1 404 "), received.count(b"HTTP/1.1 ")] == [1, answers]
    assert (b'"alive"' in received) is (answers == 2)
    # The last answer on the connection announces that; the request for LIVE itself asks for it.
    assert received.count(b"Connection: close") == 1


UNREAD = {
    "no such path": (b"POST /nothing", JSON),
    "no such method": (b"POST /v1/variants", JSON),
    "a body that is not wanted": (b"OPTIONS /v1/replays", JSON),
    "a type that is not accepted": (b"POST /v1/replays", b"Content-Type: text/csv\r\n"),
    "a coding that is not accepted": (b"POST /v1/replays", JSON + b"Content-Encoding: gzip\r\n"),
    "an answer that is not accepted": (b"POST /v1/replays", JSON + b"Accept: text/html\r\n"),
    "a body that is too long": (b"POST /v1/replays", JSON),
    "a field that is too long": (b"POST /v1/replays", JSON + b"Cookie: %b\r\n" % (b"x" * 5000)),
}


@pytest.mark.parametrize(("line", "head"), UNREAD.values(), ids=UNREAD)
def test_a_client_that_sends_a_large_body_first_gets_the_answer(server, line, head):
    """Until it has sent everything it reads nothing. Unread bytes would reset the connection."""
    size = 1_900_000
    request = b"%b HTTP/1.1\r\nHost: localhost\r\n%bContent-Length: %d\r\n\r\n" % (line, head, size)
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
        client.sendall(request + b" " * size)
        client.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: client.recv(65536), b""))
    assert re.match(rb"HTTP/1\.1 (204|4\d\d) ", answer)


def test_requests_by_chance():
    """Over a socket, with all features on; tests.soak.fuzz uses other seeds and more of them."""
    with under_attack() as target:
        target.send([HostileClient(1), HostileClient(2)], 160)
        target.check_metrics()
        assert target.close() == []
    assert {200, 400, 404, 405, 406, 415, 417, 422} <= set(target.statuses)
