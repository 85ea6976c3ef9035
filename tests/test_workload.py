"""The lock for heavy work, and the service under servers that are not its own."""

import json
import os
import socket
import subprocess
import sys
from contextlib import contextmanager
from http.client import HTTPConnection
from threading import Thread

import pytest
from werkzeug.serving import make_server

from patience.search.search_runner import is_available
from service.app import create_app
from service.http.workload import HEAVY_WORK, SMALL_WORK, FairLock
from tests.servers import PATIENCE

GAME = {"variant": "double-russian", "seed": "1", "moves": ["T1-T1"], "include": []}


def order_beside(lock, first, work):
    """Return the order of work: a thread has the lock and runs ``first``, another waits and runs ``work``."""
    order = []
    other = Thread(target=work, args=[lock, order])
    with lock:
        other.start()
        while not lock.is_contended():
            pass
        first(lock)
        order.append("first")
    other.join()
    return order


def work_once_free(lock, order):
    """Wait for the lock, and work."""
    with lock:
        order.append("other")


def test_a_thread_that_pauses_goes_behind_the_one_that_waits():
    def pause(lock):
        with lock.paused():
            pass

    assert order_beside(FairLock(), pause, work_once_free) == ["other", "first"]


def test_a_thread_without_the_lock_does_not_release_it():
    def pause_without_the_lock(lock, order):
        with lock.paused():
            order.append("paused")
        work_once_free(lock, order)

    order = order_beside(FairLock(), lambda _: None, pause_without_the_lock)
    assert order == ["paused", "first", "other"]


@pytest.mark.parametrize(("seconds", "expected"), [(0, ["other", "first"]), (3600, ["first", "other"])])
def test_a_thread_pauses_once_it_has_held_the_lock_for_long(seconds, expected):
    assert order_beside(FairLock(seconds), FairLock.pause_if_due, work_once_free) == expected


def test_small_requests_that_the_kernel_does_not_judge_wait_for_each_other():
    """They do not wait for heavy work."""
    client = create_app({"log_level": "error"}).test_client()
    traced = {**GAME, "include": ["trace"]}
    sending = Thread(target=client.post, args=["/v1/replays"], kwargs={"json": traced})
    with SMALL_WORK:
        sending.start()
        while not SMALL_WORK.is_contended():
            pass
    sending.join()
    again = Thread(target=client.post, args=["/v1/replays"], kwargs={"json": traced})
    with HEAVY_WORK:
        again.start()
        again.join()


@contextmanager
def under_gunicorn(worker_class):
    """Serve the app by gunicorn as it is, without the project's configuration."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        command = [sys.executable, "-m", "gunicorn", "--worker-class", worker_class]
        with subprocess.Popen(
            [*command, "--bind", f"fd://{listener.fileno()}", "service.app:create_app()"],
            pass_fds=[listener.fileno()],
            env={**os.environ, "REFEREE_LOG_LEVEL": "error"},
            stderr=subprocess.DEVNULL,
        ) as server:
            try:
                yield listener.getsockname()[1]
            finally:
                server.terminate()


@contextmanager
def under_werkzeug():
    """Serve the app by Werkzeug's development server."""
    server = make_server("127.0.0.1", 0, create_app({"log_level": "error"}), threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.port
    finally:
        server.shutdown()
        thread.join()


SERVERS = {
    "sync": lambda: under_gunicorn("sync"),
    "gthread": lambda: under_gunicorn("gthread"),
    "werkzeug": under_werkzeug,
}


@pytest.mark.parametrize("served", SERVERS.values(), ids=SERVERS)
def test_any_wsgi_server_serves_batches_and_prospects(served):
    with served() as port:

        def ask(path, body, media_type):
            connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            connection.request("POST", path, body, {"Content-Type": media_type})
            answer = connection.getresponse()
            content = answer.read()
            connection.close()
            assert answer.status == 200, content
            return content

        games = (json.dumps(GAME).encode() + b"\n") * 2000
        summary = json.loads(ask("/v1/replays/batch", games, "application/x-ndjson").splitlines()[-1])
        assert summary == {"summary": {"lines": 2000, "valid": 0, "invalid": 2000, "rejected": 0}}
        question = {**GAME, "moves": [], "include": ["turning_point"]}
        question["budget"] = 1000 if is_available() else 0
        prospect = json.loads(ask("/v1/prospects", json.dumps(question), "application/json"))
        assert prospect["verdict"]["valid"]
