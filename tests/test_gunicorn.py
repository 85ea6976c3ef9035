"""The worker and the hooks of gunicorn, each by itself; tests/programs/test_hostile.py tests them at work."""

import json
import logging
import os
import socket
import sys
from contextlib import ExitStack
from itertools import repeat
from pathlib import Path
from selectors import DefaultSelector
from time import monotonic
from types import SimpleNamespace

import prometheus_client  # noqa: F401 - imported here, it counts in one process for the other tests
import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.http import errors
from gunicorn.http.unreader import IterUnreader
from gunicorn.util import write

from service.config import METRICS_DIRECTORY, Settings
from service.http.middleware import ALWAYS
from service.http.tcp import is_connected, tcp_info
from service.server.answers import Answer
from service.server.hooks import IN_MEMORY, child_exit, on_exit, on_starting, share_metrics
from service.server.parser_limits import CHUNK_BYTES, CHUNKS, BoundedRequest, bounded
from service.server.worker import CLOSED_AT_ONCE, Connection, PatientWorker

METERED = Settings.load({"metrics_token": "secret"})


@pytest.fixture
def worker():
    config = Config()
    created = PatientWorker(1, os.getppid(), [], None, 30, config, Logger(config))
    yield created
    created.tmp.close()


@pytest.fixture
def ends():
    """Both ends of a connection: ours and the client's."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (errors.InvalidRequestLine("x"), 400),
        (errors.LimitRequestLine(1, 1), 414),
        (errors.LimitRequestHeaders("x"), 431),
        (errors.ExpectationFailed("x"), 417),
        (errors.UnsupportedTransferCoding("x"), 501),
        (errors.ForbiddenProxyRequest("x"), 403),
        (RuntimeError("a defect"), 500),
    ],
)
def test_every_failure_of_the_server_is_a_problem(worker, ends, error, status):
    ours, theirs = ends
    worker.handle_error(None, ours, ("192.0.2.1", 5), error)
    head, _, body = theirs.recv(65536).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"Connection: close\r\nContent-Type: application/problem+json" in head
    assert b"Content-Security-Policy: default-src 'none'" in head
    problem = json.loads(body)
    assert problem["status"] == status
    assert "defect" not in problem["detail"]


@pytest.fixture
def answer(ends):
    """An answer to a request that takes chunks."""
    request = SimpleNamespace(method="POST", version=(1, 1), should_close=lambda: False)
    return Answer(request, ends[0], Config())


def test_head_and_body_leave_together(answer, ends):
    answer.start_response("200 OK", [("Content-Length", "2"), *ALWAYS, ("X-Request-Id", "a")])
    with pytest.raises(BlockingIOError):
        ends[1].recv(1, socket.MSG_DONTWAIT)
    answer.write(b"{}")
    head, body = ends[1].recv(65536).split(b"\r\n\r\n")
    assert body == b"{}"
    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert set(head.decode().split("\r\n")) >= {f"{name}: {value}" for name, value in ALWAYS}


@pytest.mark.parametrize(
    ("head", "parts", "sent"),
    [
        (("200 OK", [("Content-Length", "0")]), [], b""),
        (("304 Not Modified", []), [b"left out"], b""),
        (("200 OK", []), [], b"0\r\n\r\n"),
        (("200 OK", []), [b"", b"ab"], b"2\r\nab\r\n0\r\n\r\n"),
        (("200 OK", [("Content-Length", "3")]), [b"ab", b"cd"], b"abc"),
    ],
)
def test_an_answer_has_one_head(answer, ends, head, parts, sent):
    answer.start_response(*head)
    for part in parts:
        answer.write(part)
    answer.close()
    assert ends[1].recv(65536).partition(b"\r\n\r\n")[2] == sent


def test_an_empty_part_sends_the_head(answer, ends):
    answer.start_response("200 OK", [])
    answer.write(b"")
    assert b"Transfer-Encoding: chunked\r\n\r\n" in ends[1].recv(65536)


def test_a_field_of_one_answer_is_checked(answer):
    with pytest.raises(errors.InvalidResponseHeader):
        answer.start_response("200 OK", [("Link", "a\r\nSet-Cookie: b")])


def test_nothing_follows_an_answer_that_is_out(worker, ends):
    ours, theirs = ends
    worker.handle_error(object(), ours, ("192.0.2.1", 5), errors.InvalidChunkSize(b"x"))
    write(ours, b"the next thing")
    assert theirs.recv(65536) == b"the next thing"


def test_a_client_that_is_gone_is_no_failure(worker, ends):
    ours, theirs = ends
    theirs.close()
    worker.handle_error(None, ours, "", errors.InvalidRequestLine("x"))


def test_without_another_thread_the_connection_is_given_up(worker, ends):
    """A pool that is shut down raises the same error as a system that starts no more threads."""
    ours, theirs = ends
    worker.tpool = worker.get_thread_pool()
    worker.tpool.shutdown()
    worker.nr_conns = 1
    worker.enqueue_req(Connection(worker.cfg, ours, "", ""))
    assert theirs.recv(1) == b""
    assert worker.nr_conns == 0


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux counts the connections that wait.")
@pytest.mark.parametrize(("waiting", "closed"), [(0, CLOSED_AT_ONCE), (30, 30), (90, 50)])
def test_idle_connections_make_room_for_all_that_wait(worker, waiting, closed):
    """The worker is full with 100 of them; the newer half stays."""
    with ExitStack() as open_ones, socket.create_server(("127.0.0.1", 0), backlog=100) as listener:
        for _ in range(waiting):
            open_ones.enter_context(socket.create_connection(listener.getsockname()))
        worker.sockets = [listener]
        worker.poller = open_ones.enter_context(DefaultSelector())
        worker.nr_conns = worker.worker_connections = 100
        for number in range(100):
            ours, _theirs = map(open_ones.enter_context, socket.socketpair())
            connection = Connection(worker.cfg, ours, "", "")
            connection.timeout = monotonic() + number
            worker.pending_conns.append(connection)
        worker.notify()
    assert worker.nr_conns == len(worker.pending_conns) == 100 - closed


def head_of(line, number, then=b""):
    """Return the blocks of a request whose head has `number` more lines, and which the parser takes."""
    head = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n" + line * number + b"\r\n" + then
    blocks = [head[start : start + 8192] for start in range(0, len(head), 8192)]
    return len(blocks), IterUnreader(blocks)


@pytest.mark.parametrize(
    ("line", "number", "taken"), [(b"a:\r\n", 50_000, 1), (b"b:%b\r\n" % (b"x" * 4000), 64, 5)]
)
def test_a_large_head_is_refused_before_all_of_it_is_read(line, number, taken):
    blocks, unreader = head_of(line, number)
    with pytest.raises(errors.LimitRequestHeaders):
        BoundedRequest(Config(), unreader, ("192.0.2.1", 5))
    assert blocks - len(list(unreader.iter)) == taken


def test_lines_of_the_body_are_not_lines_of_the_head():
    _, unreader = head_of(b"Content-Length: 4000\r\n", 1, b"{}\r\n" * 1000)
    assert BoundedRequest(Config(), unreader, ("192.0.2.1", 5)).body.read() == b"{}\r\n" * 1000


@pytest.mark.parametrize("size", [1, CHUNK_BYTES - 1])
def test_too_many_tiny_chunks_are_refused_and_the_connection_is_closed(size):
    closed = []
    with pytest.raises(errors.InvalidChunkSize):
        list(bounded(repeat(b"x" * size, 1_000_000), lambda: closed.append(True)))
    assert closed == [True]


@pytest.mark.parametrize(("size", "number"), [(1, CHUNKS), (CHUNK_BYTES, 100_000), (65_536, 100)])
def test_other_chunks_are_passed_on(size, number):
    assert sum(map(len, bounded(repeat(b"x" * size, number), pytest.fail))) == size * number


def test_a_unix_socket_has_no_tcp_counters(ends):
    ours, _ = ends
    assert tcp_info(ours) is None
    assert is_connected({"gunicorn.socket": ours})
    assert is_connected({})


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux counts them.")
def test_connections_that_wait_to_be_accepted_are_counted():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        assert tcp_info(listener).queued == 0
        address = listener.getsockname()
        with socket.create_connection(address), socket.create_connection(address):
            assert tcp_info(listener).queued == 2


def test_workers_count_in_a_directory_of_their_own(monkeypatch):
    # Set first, so that it is unset again in the end whatever we put there.
    monkeypatch.setenv(METRICS_DIRECTORY, "")
    monkeypatch.delenv(METRICS_DIRECTORY)
    share_metrics(Settings.load())
    child_exit(None, SimpleNamespace(pid=1))
    assert METRICS_DIRECTORY not in os.environ
    share_metrics(METERED)
    made = Path(os.environ[METRICS_DIRECTORY])
    assert made.is_dir()
    # A full disk would end a worker that counts there.
    assert IN_MEMORY is None or made.is_relative_to(IN_MEMORY)
    (made / "gauge_liveall_1.db").touch()
    (made / "counter_1.db").touch()
    child_exit(None, SimpleNamespace(pid=1))
    assert [left.name for left in made.iterdir()] == ["counter_1.db"]
    on_exit(None)
    assert not made.exists()


def test_or_in_one_that_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv(METRICS_DIRECTORY, str(tmp_path))
    (tmp_path / "counter_1.db").touch()
    share_metrics(METERED)
    assert list(tmp_path.iterdir()) == []
    on_exit(None)
    assert tmp_path.is_dir()


def test_a_misspelt_setting_is_told_at_the_start(monkeypatch, caplog):
    monkeypatch.setenv("REFEREE_MOST_MOVE", "7")
    on_starting(SimpleNamespace(log=logging.getLogger()))
    assert caplog.messages == ["Unknown setting REFEREE_MOST_MOVE; did you mean REFEREE_MOST_MOVES?"]
