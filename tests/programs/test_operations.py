"""Logs, metrics and shutdown of the service."""

import json
import logging.config
import re
import sys
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from socket import SHUT_WR
from threading import Barrier, Thread
from time import monotonic

import pytest

from patience.kernel.loader import engine_name
from service import __version__
from service.app import create_app
from service.config import Settings
from service.http.logs import logging_config
from service.server.worker import LINGER_SECONDS
from tests.servers import LAST_CHUNK, PATIENCE, chunk, replay_requests, served

GAME = b'{"variant":"double-russian","seed":"1","moves":[]}'
ILLEGAL = b'{"variant":"double-russian","seed":"1","moves":["T1-T1"]}'
BEARER = {"Authorization": "Bearer secret"}


def app(**settings):
    return create_app({"TESTING": True, **settings}).test_client()


def test_each_request_is_a_line(capsys):
    client = app(log_format="json")
    client.post("/v1/replays", json={}, headers={"X-Request-Id": "mine"})
    (line,) = capsys.readouterr().err.splitlines()
    seen = json.loads(line)
    assert seen.pop("milliseconds") >= 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z", seen.pop("timestamp"))
    assert seen == {
        "event": "request",
        "level": "info",
        "method": "POST",
        "path": "/v1/replays",
        "status": 422,
        "client": "127.0.0.1",
        "request_id": "mine",
    }


@pytest.mark.parametrize(
    ("traceparent", "ids"),
    [
        (f"00-{'a1' * 16}-{'b2' * 8}-01", ("a1" * 16, "b2" * 8)),
        (f"00-{'0' * 32}-{'b2' * 8}-01", (None, None)),
        (f"00-{'A1' * 16}-{'b2' * 8}-01", (None, None)),
        ("x", (None, None)),
    ],
)
def test_a_trace_context_is_logged(capsys, traceparent, ids):
    """W3C Trace Context §3.2.2."""
    app(log_format="json").get("/livez", headers={"traceparent": traceparent})
    line = json.loads(capsys.readouterr().err)
    assert (line.get("trace_id"), line.get("parent_id")) == ids


def test_a_streamed_answer_is_logged_when_it_ends(capsys):
    client = app(log_format="json")
    response = client.post("/v1/replays/batch", data=GAME, content_type="application/jsonl")
    assert capsys.readouterr().err == ""
    response.close()
    assert json.loads(capsys.readouterr().err)["path"] == "/v1/replays/batch"


def test_requests_are_logged_at_level_info(capsys):
    assert app(log_format="json", log_level="warning").get("/livez").status_code == 200
    assert capsys.readouterr().err == ""


def test_text_on_request(capsys):
    app(log_format="text").get("/livez")
    assert "request" in capsys.readouterr().err


def test_a_path_with_line_ends_is_one_line(capsys):
    app(log_format="json").get("/%0a%00%ff\u2028")
    assert len(capsys.readouterr().err.split("\n")) == 2


@pytest.mark.parametrize("shape", ["json", "text"])
def test_a_defect_is_logged_with_the_id_of_its_request(capsys, shape):
    """The test adds a view that fails, since no known input causes a defect."""
    client = app(log_level="warning")
    client.application.add_url_rule("/fail", view_func=lambda: 1 / 0)
    before = logging.getLogger().handlers[:]
    logging.config.dictConfig(logging_config(Settings.load({"log_format": shape})))
    try:
        assert client.get("/fail", headers={"X-Request-Id": "mine"}).status_code == 500
    finally:
        logging.getLogger().handlers[:] = before
    logged = capsys.readouterr().err
    assert "ZeroDivisionError" in logged
    assert "mine" in logged
    if shape == "json":
        assert json.loads(logged)["level"] == "error"


def test_without_a_token_metrics_are_not_found(client):
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers=BEARER).status_code == 404


OTHER_TOKENS = ["", "Bearer", "Bearer other", "Bearer sécret", "Basic c2VjcmV0", "Basic Og==", "secret", " "]
OTHER_TOKENS += ["Basic \xff\xff==", "Basic ====", "Bearer \xff", "bearer secret x", "Digest a=\xff"]


@pytest.mark.parametrize("authorization", OTHER_TOKENS)
def test_metrics_need_their_token(authorization):
    response = app(metrics_token="secret").get("/metrics", headers={"Authorization": authorization})
    assert response.status_code == 401
    assert response.content_type == "application/problem+json"
    assert response.headers["WWW-Authenticate"] == "Bearer"


def test_metrics_of_one_process():
    client = app(metrics_token="secret", log_level="warning")
    for body in (GAME, ILLEGAL, b"{"):
        client.post("/v1/replays", data=body, content_type="application/json")
    client.get("/nothing")
    batch = b"\n".join([GAME, ILLEGAL, ILLEGAL, b"{"])
    client.post("/v1/replays/batch", data=batch, content_type="application/jsonl", buffered=True)
    response = client.get("/metrics", headers=BEARER)
    assert response.content_type == "text/plain; version=0.0.4; charset=utf-8"
    assert figures(response.text) == {
        'verdicts_total{outcome="in_progress",reason="",variant="double-russian"}': 2,
        'verdicts_total{outcome="in_progress",reason="same_pile",variant="double-russian"}': 3,
        "moves_judged_total": 3,
        "positions_searched_total": 0,
        'request_seconds_count{method="POST",route="/v1/replays",status="200"}': 2,
        'request_seconds_count{method="POST",route="/v1/replays",status="400"}': 1,
        'request_seconds_count{method="POST",route="/v1/replays/batch",status="200"}': 1,
        'request_seconds_count{method="GET",route="none",status="404"}': 1,
    }


def values(text, name):
    """Return the values of a metric, one for each of its series."""
    return [float(value) for value in re.findall(rf"^{name}(?:{{.*}})? (\S+)$", text, re.MULTILINE)]


def test_metrics_of_the_build_and_of_work_in_flight():
    client = app(metrics_token="secret", log_level="warning")
    client.post("/v1/prospects", json={**json.loads(GAME), "budget": 100})
    streamed = client.post("/v1/replays/batch", data=GAME, content_type="application/jsonl")
    text = client.get("/metrics", headers=BEARER).text
    assert f'patience_referee_build_info{{engine="{engine_name()}",version="{__version__}"}} 1.0' in text
    # The scrape itself, and the batch whose answer has not been read.
    assert values(text, "patience_referee_requests_in_flight") == [2]
    assert values(text, "patience_referee_searches_in_flight") == [0]
    streamed.close()
    text = client.get("/metrics", headers=BEARER).text
    assert values(text, "patience_referee_requests_in_flight") == [1]


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux tells them.")
def test_metrics_of_the_processes_are_sums_over_the_workers():
    with served(workers=2, log_format="json", metrics_token="secret") as server:
        while len(server.workers()) < 2:
            server.ask("GET", "/livez")
        _, _, text = server.ask("GET", "/metrics", **BEARER)
        (resident,) = values(text.decode(), "process_resident_memory_bytes")
        largest = max(
            int(re.search(r"VmRSS:\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text())[1]) * 1024
            for pid in server.workers()
        )
    assert 1.5 * largest < resident < 2.5 * largest


@pytest.mark.parametrize("path", ["/metrics/", "/metrics//", "/x/metrics", "/Metrics", "/metrics;x"])
def test_metrics_have_one_path(path):
    """A proxy can then block it with one rule."""
    assert app(metrics_token="secret").get(path, headers=BEARER).status_code == 404


def test_unknown_methods_are_one_series():
    client = app(metrics_token="secret", log_level="warning")
    before = client.get("/metrics", headers=BEARER)
    for number in range(50):
        client.open("/livez", method=f"INVENTED{number}")
    after = client.get("/metrics", headers=BEARER)
    new = figures(after.text).keys() - figures(before.text).keys()
    assert {name for name in new if "other" in name} == new - {
        'request_seconds_count{method="GET",route="/metrics",status="200"}'
    }
    assert len({name for name in new if "other" in name}) == 1


def figures(text):
    """Return the counters, with labels in alphabetical order."""
    found = {}
    for name, labels, value in re.findall(r"^patience_referee_(\w+)(\{.*\})? (\S+)$", text, re.MULTILINE):
        if name.endswith(("_total", "_count")):
            ordered = ",".join(sorted(re.findall(r'\w+="[^"]*"', labels)))
            found[f"{name}{{{ordered}}}" if ordered else name] = float(value)
    return found


def test_metrics_are_the_sum_over_all_workers():
    with served(workers=2, log_format="json", metrics_token="secret") as server:
        for number in range(40):
            if number == 20:
                server.kill_worker()
            answered = False
            while not answered:
                try:
                    answered = server.replay(ILLEGAL)[0] == 200
                except ConnectionError:
                    continue
        status, _, text = server.ask("GET", "/metrics", **BEARER)
        assert status == 200
        verdicts = 'verdicts_total{outcome="in_progress",reason="same_pile",variant="double-russian"}'
        found = figures(text.decode())
        assert found[verdicts] == found["moves_judged_total"] == 40
        server.stop()
        lines = [line for line in server.log() if line.get("path") == "/v1/replays"]
        assert len(lines) == 40
        assert len({line["request_id"] for line in lines}) == 40


def test_a_batch_is_completed_after_sigterm():
    with served(workers=1, log_format="json") as server:
        connection = server.connect()
        connection.putrequest("POST", "/v1/replays/batch")
        connection.putheader("Content-Type", "application/x-ndjson")
        connection.putheader("Transfer-Encoding", "chunked")
        connection.endheaders()
        connection.send(chunk((GAME + b"\n") * 3000))
        answer = connection.getresponse()
        answer.readline()
        server.process.terminate()
        connection.send(chunk(ILLEGAL) + LAST_CHUNK)
        summary = json.loads(answer.read().splitlines()[-1])["summary"]
        connection.close()
        assert summary == {"lines": 3001, "valid": 3000, "invalid": 1, "rejected": 0}
        assert server.process.wait(timeout=PATIENCE) == 0


def test_a_stopping_worker_counts_each_closed_connection_once():
    """Otherwise it would stop before the requests of its open connections came."""
    with served(workers=1) as server, ExitStack() as connections:

        def ask(connection, **headers):
            connection.request("POST", "/v1/replays", GAME, {"Content-Type": "application/json", **headers})
            assert connection.getresponse().read()

        for _ in range(8):
            ask(server.connect(), Connection="close")
        kept = [connections.enter_context(closing(server.connect())) for _ in range(4)]
        for connection in kept:
            ask(connection)
        stopped = monotonic()
        server.process.terminate()
        with suppress(ConnectionError):
            while True:
                with closing(server.connect()) as connection:
                    connection.connect()
                    # One at a time: for many, a full worker would close the idle ones.
                    connection.sock.shutdown(SHUT_WR)
                    connection.sock.recv(1)
        try:
            for connection in kept:
                ask(connection)
        except OSError:
            # A client that pauses for long may find its connection closed.
            assert monotonic() - stopped > LINGER_SECONDS / 2
        assert server.process.wait(timeout=PATIENCE) == 0


def test_sigterm_under_load_loses_no_accepted_request():
    """Requests on open connections are answered; only new connections are refused."""
    requests = replay_requests()
    broken = []
    with served(workers=2, log_format="json") as server:
        all_connected = Barrier(8, timeout=PATIENCE)

        def ask(offset):
            with closing(server.connect()) as connection:
                answered = monotonic()
                for number in range(len(requests)):
                    body = requests[(number + offset) % len(requests)]
                    pause = monotonic() - answered
                    try:
                        connection.request("POST", "/v1/replays", body, {"Content-Type": "application/json"})
                        answer = connection.getresponse()
                        verdict = json.loads(answer.read())
                    except OSError as error:
                        # A client that pauses for long may find its connection closed.
                        if pause < LINGER_SECONDS / 2:
                            broken.append(error)
                        return
                    answered = monotonic()
                    assert answer.status == 200
                    assert verdict["moves_total"] == len(json.loads(body)["moves"])
                    if number == 0:
                        all_connected.wait()
                    if number == 20 and offset == 0:
                        server.process.terminate()
                    if answer.getheader("Connection") == "close":
                        return

        threads = [Thread(target=ask, args=(offset,)) for offset in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert server.process.wait(timeout=PATIENCE) == 0
    assert broken == []
