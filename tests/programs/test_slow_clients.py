"""Slow clients do not delay others.

The timeout is an hour: a client that had to wait for a slow one would wait until the test fails.
"""

import gzip
import json
import resource
import select
import socket
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from tests.servers import LAST_CHUNK, PATIENCE, chunk, served

MANY = 40
LONG = 3600

SMALL = 32
"""Connections that a small server holds; it has threads for half of them."""

GAME = b'{"variant":"double-russian","seed":"1","moves":["T1-T1"]}'
HOST = b" HTTP/1.1\r\nHost: localhost\r\n"
REPLAYS = b"POST /v1/replays" + HOST + b"Content-Type: application/json\r\n"
BATCH = b"POST /v1/replays/batch" + HOST + b"Content-Type: application/x-ndjson\r\n"
PACKED = b"Content-Encoding: gzip\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
LIVE = b"GET /livez" + HOST + b"\r\n"

SLOW = {
    "silent": b"",
    "idle": LIVE,
    "half a request line": b"GET /li",
    "half a head": b"GET /livez" + HOST + b"X: ",
    "half a body": REPLAYS + b"Content-Length: 60\r\n\r\n{",
    "half a large body": REPLAYS + b"Content-Length: 1900000\r\n\r\n{",
    "half a chunk": REPLAYS + CHUNKED + b"ff\r\n{",
    "half a batch": BATCH + b"Content-Length: 60\r\n\r\n" + GAME[:20],
    "half a batch in chunks": BATCH + CHUNKED + chunk(GAME),
    "half a packed batch": BATCH + PACKED + b"Content-Length: 60\r\n\r\n" + gzip.compress(GAME)[:20],
    "a body that is not read": b"POST /nothing" + HOST + b"Content-Length: 60000\r\n\r\n",
    "100 continue": REPLAYS + b"Expect: 100-continue\r\nContent-Length: 60\r\n\r\n",
    "half the next request": LIVE + b"GET /li",
    "unread answers": (b"GET /openapi.json" + HOST + b"\r\n") * 40,
    "an answer that is the last": b"GET /livez" + HOST + b"Connection: close\r\n\r\n",
    "not HTTP": b"\x16\x03\x01\r\n\r\n",
}


def connect(server):
    client = socket.socket()
    # Small, so that unread answers stay with the server.
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    client.settimeout(PATIENCE)
    try:
        client.connect(("127.0.0.1", server.port))
    except OSError:
        client.close()
        raise
    return client


def is_served(server):
    status, _, body = server.replay(GAME)
    assert (status, json.loads(body)["first_illegal_move"]["reason"]) == (200, "same_pile")
    assert server.ask("GET", "/livez")[0] == 200


def rest(client):
    """Return what a client receives until the server closes the connection."""
    return b"".join(iter(lambda: client.recv(65536), b""))


def is_alive(client):
    """Send a request on this connection and receive all of its answer, whose head and body arrive apart."""
    client.sendall(LIVE)
    answer = b""
    while not answer.endswith(b"}"):
        piece = client.recv(2048)
        assert piece, answer
        answer += piece
    assert answer.startswith(b"HTTP/1.1 200 ")


def serve_until_refused(server):
    while True:
        # A connection may also be reset in the moment in which the listener closes.
        with suppress(ConnectionResetError):
            is_served(server)


@pytest.mark.parametrize("sent", SLOW.values(), ids=SLOW)
def test_others_are_served(server, sent):
    with ExitStack() as open_ones:
        for _ in range(MANY):
            client = open_ones.enter_context(connect(server))
            client.sendall(sent)
        is_served(server)


@pytest.fixture(scope="module")
def server():
    with served(workers=1, log_format="json", stall_seconds=LONG) as running:
        yield running


def small():
    """Run a server that may open few files, and so few connections."""
    return served(files=100 + SMALL, workers=1, log_format="json", stall_seconds=LONG)


@pytest.fixture(scope="module")
def small_server():
    with small() as running:
        yield running


@pytest.mark.parametrize("kind", ["silent", "idle", "half a head", "half a large body", "unread answers"])
def test_the_slowest_make_room_for_others(small_server, kind):
    with ExitStack() as open_ones:
        for _ in range(SMALL + 4):
            client = open_ones.enter_context(connect(small_server))
            with suppress(ConnectionError):
                client.sendall(SLOW[kind])
        is_served(small_server)


def test_a_new_connection_does_not_make_room():
    with small() as server, ExitStack() as open_ones:

        def client():
            return open_ones.enter_context(connect(server))

        idle = [client() for _ in range(SMALL // 2)]
        for kept in idle:
            is_alive(kept)
        for _ in range(SMALL // 2 - 1):
            client().sendall(SLOW["half a head"])
        # With this connection the server is full and closes those that have been idle for longest.
        new = client()
        assert idle[0].recv(2048) == b""
        is_alive(new)


def test_idle_connections_make_room_without_file_descriptors(server):
    is_served(server)
    (worker,) = server.workers()
    taken = [int(file.name) for file in Path(f"/proc/{worker}/fd").iterdir()]
    limits = resource.prlimit(worker, resource.RLIMIT_NOFILE)
    with ExitStack() as open_ones:
        open_ones.callback(resource.prlimit, worker, resource.RLIMIT_NOFILE, limits)
        resource.prlimit(worker, resource.RLIMIT_NOFILE, (max(taken) + 8, limits[1]))
        for _ in range(10):
            open_ones.enter_context(connect(server))
        is_served(server)


def test_the_number_of_large_bodies_is_limited(server):
    """A client that waits too long gets 503 with Retry-After."""
    size = 20_000
    with ExitStack() as open_ones:
        senders = [open_ones.enter_context(connect(server)) for _ in range(33)]
        for sender in senders:
            sender.sendall(REPLAYS + b"Content-Length: %d\r\n\r\n" % size)
        (late, *_), _, _ = select.select(senders, [], [])
        head, _, body = rest(late).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503 ")
        assert b"Retry-After: 1" in head
        assert json.loads(body)["status"] == 503
        # The other 32 have slots: they are answered once their bodies are complete.
        senders.remove(late)
        for sender in senders:
            sender.sendall(b"{}".ljust(size))
            assert sender.recv(2048).startswith(b"HTTP/1.1 422 ")


def test_the_length_of_a_header_is_limited(server):
    assert server.problem(b"GET /livez" + HOST + b"X: 1234567890\r\n" * 20_000)["status"] == 431


def test_new_connections_are_refused_during_shutdown():
    """A batch is still answered then, and accepted connections are served."""
    with served(workers=2, log_format="json") as server, connect(server) as client:
        client.sendall(BATCH + b"Connection: close\r\n" + CHUNKED + chunk(GAME + b"\n"))
        # Connections are accepted in order: the worker has the batch once these are answered.
        for _ in range(10):
            is_served(server)
        server.process.terminate()
        with pytest.raises(ConnectionRefusedError):
            serve_until_refused(server)
        assert server.process.poll() is None
        client.sendall(LAST_CHUNK)
        answer = rest(client)
        client.close()
        assert b'{"summary":{"lines":1,' in answer
        assert server.process.wait(timeout=PATIENCE) == 0


def test_a_worker_that_loses_its_arbiter_refuses_new_connections():
    """The connection that it has is answered once more, as the last time."""
    with served(workers=1, log_format="json") as server, closing(server.connect()) as kept:
        kept.request("GET", "/livez")
        kept.getresponse().read()
        server.process.kill()
        server.process.wait()
        with pytest.raises(ConnectionRefusedError):
            serve_until_refused(server)
        kept.request("GET", "/livez")
        assert kept.getresponse().headers["Connection"] == "close"
