"""deploy/nginx.conf in a real nginx, in front of the real service."""

import gzip
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.api.root import GOLDEN_GAME
from tests.api.described import assert_described
from tests.programs.nginx import NGINX, OPENSSL, Front, in_front_of
from tests.servers import Server, chunk, replay_requests, served

BATCH = b"\n".join(replay_requests())
CLIENTS = 40

pytestmark = pytest.mark.skipif(not (NGINX and OPENSSL), reason="There is no nginx, or no openssl, here.")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served(workers=1, log_format="json", trusted_proxies=1) as running:
        yield running


@pytest.fixture(scope="module")
def front(server, tmp_path_factory) -> Iterator[Front]:
    with in_front_of([server.port], tmp_path_factory.mktemp("nginx")) as running:
        yield running


def problem(answer, status):
    """The problem of nginx's own that this answer is."""
    found, headers, body = answer
    assert (found, headers["Content-Type"]) == (status, "application/problem+json")
    said = json.loads(body)
    assert_described(said, "Problem")
    assert said["status"] == status
    assert said["request_id"] == headers["X-Request-Id"]
    assert headers["Access-Control-Allow-Origin"] == "*"
    return said


def replay(front, **options):
    return front.ask(
        "POST", "/v1/replays", GOLDEN_GAME.read_bytes(), Content_Type="application/json", **options
    )


def test_a_verdict_comes_through(front):
    status, headers, body = replay(front, client="127.0.1.1")
    assert (status, json.loads(body)["outcome"]) == (200, "won")
    assert headers["Strict-Transport-Security"]


@pytest.mark.parametrize("name", ["game-4711", "a" * 128, "A.b_c:d-9"])
def test_the_name_of_a_request_is_kept(front, name):
    assert replay(front, client="127.0.1.2", X_Request_Id=name)[1]["X-Request-Id"] == name


@pytest.mark.parametrize("name", ["a b", "a" * 129, '"', ""])
def test_a_name_that_is_none_is_replaced(front, name):
    found = replay(front, client="127.0.1.3", X_Request_Id=name)[1].get_all("X-Request-Id")
    assert len(found) == 1
    assert len(found[0]) == 32


def test_a_body_that_is_too_large(front):
    body = b" " * 3_000_000
    answer = front.ask(
        "POST", "/v1/replays", body, client="127.0.1.4", Content_Type="application/json", X_Request_Id="big"
    )
    assert problem(answer, 413)["request_id"] == "big"


def test_too_many_requests(front):
    """At once, on open connections: a slow machine opens fewer in a second than may send a request."""
    connections = [front.connect("127.0.1.5") for _ in range(100)]
    for connection in connections:
        connection.connect()
    for connection in connections:
        connection.request("GET", "/v1/variants")
    answers = [connection.getresponse() for connection in connections]
    refused = next(answer for answer in answers if answer.status != 200)
    problem((refused.status, refused.headers, refused.read()), 429)
    assert int(refused.headers["Retry-After"]) > 0
    for connection in connections:
        connection.close()


def test_no_service_behind_it(front, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        unused = free.getsockname()[1]
    with in_front_of([unused], tmp_path) as alone:
        problem(alone.ask("GET", "/v1/variants"), 502)


def test_a_batch_comes_through(front, server):
    """In pieces: nginx follows the header that forbids buffering, and does not pass it on."""
    status, headers, body = front.ask(
        "POST", "/v1/replays/batch", BATCH, client="127.0.1.6", Content_Type="application/x-ndjson"
    )
    *answers, last = body.splitlines()
    assert (status, len(answers)) == (200, BATCH.count(b"\n") + 1)
    assert json.loads(last)["summary"]["lines"] == len(answers)
    assert headers["Transfer-Encoding"] == "chunked"
    assert "X-Accel-Buffering" not in headers


def test_a_batch_in_chunks_comes_through(front):
    connection = front.connect("127.0.1.7")
    connection.putrequest("POST", "/v1/replays/batch")
    connection.putheader("Content-Type", "application/x-ndjson")
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders()
    for line in BATCH.splitlines():
        connection.send(chunk(line + b"\n"))
    connection.send(b"0\r\n\r\n")
    answer = connection.getresponse().read()
    connection.close()
    assert b'"summary"' in answer.splitlines()[-1]


def test_compressed_answers_come_through(front):
    status, headers, body = replay(front, client="127.0.1.8", Accept_Encoding="gzip")
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    assert json.loads(gzip.decompress(body))["outcome"] == "won"


def test_forty_clients_at_once(front):
    """Each has an address of its own, and so limits of its own."""
    clients = [f"127.0.2.{number}" for number in range(1, CLIENTS + 1)]
    with ThreadPoolExecutor(CLIENTS) as pool:
        answers = list(pool.map(lambda client: [replay(front, client=client) for _ in range(5)], clients))
    found = {(status, json.loads(body)["outcome"]) for together in answers for status, _, body in together}
    assert found == {(200, "won")}


def test_the_service_sees_who_asks(tmp_path):
    with served(workers=1, log_format="json", trusted_proxies=1) as server:
        with in_front_of([server.port], tmp_path) as front:
            front.ask("GET", "/livez", client="127.0.3.9", X_Forwarded_For="192.0.2.1")
        server.stop()
        (seen,) = [line for line in server.log() if line["event"] == "request"]
    assert seen["client"] == "127.0.3.9"


def claims_at_once(front, **headers):
    """Return the statuses of a hundred claims, sent on connections that are open."""
    connections = [front.connect("127.0.1.10") for _ in range(100)]
    for connection in connections:
        connection.connect()
    for connection in connections:
        connection.request("POST", "/v1/claims", b"{}", {"Content-Type": "application/json", **headers})
    statuses = {connection.getresponse().status for connection in connections}
    for connection in connections:
        connection.close()
    return statuses


@pytest.mark.parametrize(("headers", "statuses"), [({"Authorization": "Bearer x"}, {422}), ({}, {422, 429})])
def test_claims_with_a_token_have_a_larger_limit(front, headers, statuses):
    """The service limits them further, since it knows the tokens."""
    assert claims_at_once(front, **headers) == statuses


def test_an_invented_token_has_a_limit(server, tmp_path):
    """With a tenth of the configured limit: a slow machine does not send 400 claims in a second."""
    edits = [("rate=200r/s", "rate=20r/s"), ("burst=400", "burst=40")]
    with in_front_of([server.port], tmp_path, edits) as front:
        assert 429 in claims_at_once(front, Authorization="Bearer x")
