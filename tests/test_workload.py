"""The lock for heavy work, and the service under servers that are not its own."""

import json
import os
import socket
import subprocess
import sys
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import count
from threading import Event, Thread

import pytest
from werkzeug.exceptions import ClientDisconnected
from werkzeug.serving import make_server

from patience.formats.work import STEPS
from patience.search.search_runner import is_available
from service.app import create_app
from service.http.charged_request import Charged, reading
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


def wait_for_contention(sending):
    """Wait until a thread waits for SMALL_WORK; fail if it ends before."""
    while not SMALL_WORK.is_contended():
        assert sending.is_alive(), "The request did not wait."


def test_small_requests_that_the_kernel_does_not_judge_wait_for_each_other():
    """They do not wait for heavy work."""
    client = create_app({"log_level": "error"}).test_client()
    traced = {**GAME, "include": ["trace"]}
    sending = Thread(target=client.post, args=["/v1/replays"], kwargs={"json": traced})
    with SMALL_WORK:
        sending.start()
        wait_for_contention(sending)
    sending.join()
    again = Thread(target=client.post, args=["/v1/replays"], kwargs={"json": traced})
    with HEAVY_WORK:
        again.start()
        again.join()


@pytest.mark.parametrize(
    "path",
    ["/v1/deals/klondike/1?rules=", "/v1/daily/klondike?rules=", "/v1/seeds/solvitaire/klondike/1?rules="],
)
def test_rules_under_new_options_are_compiled_one_after_the_other(path):
    """Compiling takes some milliseconds; what is compiled does not wait."""
    client = create_app({"log_level": "error"}).test_client()
    options = f"draw:three,redeals:{next(UNUSED)}"
    sending = Thread(target=client.get, args=[path + options])
    with SMALL_WORK:
        sending.start()
        wait_for_contention(sending)
    sending.join()
    with SMALL_WORK:
        assert client.get(path + options).status_code < 500


UNUSED = count(61)
"""Numbers of redeals that no other test uses."""


def test_the_kernel_has_new_options_compiled_one_after_the_other():
    client = create_app({"log_level": "error"}).test_client()
    game = {
        "variant": "klondike",
        "rules": {"redeals": next(UNUSED)},
        "seed": "1",
        "moves": [],
        "include": [],
    }
    sending = Thread(target=client.post, args=["/v1/replays"], kwargs={"json": game})
    with SMALL_WORK:
        sending.start()
        wait_for_contention(sending)
    sending.join()


def test_a_reader_lets_others_work_and_is_charged_for_its_steps():
    app = create_app({"log_level": "error"})
    with app.test_request_context("/v1/imports"):
        charged = Charged(app.config["SETTINGS"])
        done = Event()

        def work():
            with HEAVY_WORK:
                done.set()

        other = Thread(target=work)
        with reading(charged) as reader:
            other.start()
            while not done.is_set():
                reader.step()
        other.join()
    assert charged.moves == reader.steps > 0


def test_a_reader_ends_with_its_client():
    app = create_app({"log_level": "error"})
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname())
        served, _ = listener.accept()
        with served, app.test_request_context("/v1/imports", environ_base={"gunicorn.socket": served}):
            charged = Charged(app.config["SETTINGS"])
            client.close()
            served.recv(1)
            with reading(charged) as reader:
                for _ in range(STEPS - 1):
                    reader.step()
                with pytest.raises(ClientDisconnected):
                    reader.step()
    assert charged.moves == STEPS


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
