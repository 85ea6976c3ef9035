"""`referee serve`, as a process and in parts."""

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from urllib import request

import pytest
from click.testing import CliRunner
from flask import Flask

from patience.kernel.loader import engine_name
from service.api.root import GOLDEN_GAME
from service.cli import main
from service.commands.serve_command import Server
from service.config import Settings
from service.receipts.keys import as_text, load_daily_key, new_key, private_jwk
from service.server import hooks
from tests.engines import stale_package
from tests.servers import PATIENCE
from tests.servers import served as served_by_gunicorn

UNSET = {"REFEREE_HOST": None, "REFEREE_PORT": None, "REFEREE_WORKERS": None, "REFEREE_DAILY_KEY_FILE": None}


@pytest.fixture
def served(monkeypatch):
    """Return the servers that would have been run."""
    servers = []

    def run(server):
        servers.append(server)

    monkeypatch.setattr(Server, "run", run)
    # It reads the settings when it is imported.
    monkeypatch.delitem(sys.modules, "service.server.configuration", raising=False)
    yield servers
    # The directory of the throw-away key.
    hooks.on_exit(None)


def in_two_days():
    """Return a date that the server, too, finds in the future, even if a day ends now."""
    return (datetime.now(UTC) + timedelta(2)).date()


def serve(*arguments, **environment):
    return CliRunner().invoke(main, ["serve", *arguments], env={**UNSET, **environment})


def test_a_game_is_judged_over_http(tmp_path):
    command = [sys.executable, "-m", "service.cli", "serve", "--port", "0", "--workers", "1"]
    with (
        (tmp_path / "log").open("wb") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as server,
    ):
        try:
            line = server.stdout.readline()
            address = line.split()[4]
            engine = engine_name()
            assert line == (
                f"Patience Referee listens on {address} with 1 worker; engine: {engine}. Ctrl-C stops it.\n"
            )
            # We are listening: this waits for the worker, no longer.
            with request.urlopen(f"{address}/readyz", timeout=PATIENCE) as ready:
                assert json.load(ready) == {"status": "ready", "engine": engine}
            with request.urlopen(f"{address}/v1/daily/yukon/{in_two_days()}", timeout=PATIENCE) as coming:
                assert json.load(coming)["status"] == "coming"
            assert "Daily deals change with every start" in (tmp_path / "log").read_text()
            game = request.Request(
                f"{address}/v1/replays", GOLDEN_GAME.read_bytes(), {"Content-Type": "application/json"}
            )
            with request.urlopen(game, timeout=PATIENCE) as answer:
                assert json.load(answer)["outcome"] == "won"
            server.send_signal(signal.SIGTERM)
            assert server.wait(PATIENCE) == 0
        finally:
            server.kill()


@contextmanager
def serving(stderr):
    """Run a server that logs JSON to `stderr`; yield its process and its address."""
    command = [sys.executable, "-m", "service.cli", "serve", "--port", "0", "--workers", "1"]
    settings = {"REFEREE_LOG_FORMAT": "json"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=stderr, env={**os.environ, **settings}, text=True
    ) as server:
        try:
            yield server, json.loads(server.stdout.readline())["addresses"][0]
        finally:
            server.kill()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_under_the_log_stops_nothing():
    with Path("/dev/full").open("w") as full, serving(full) as (server, address):
        # More than a buffer of 8 kB keeps.
        for _ in range(30):
            with request.urlopen(f"{address}/readyz", timeout=PATIENCE) as answer:
                assert answer.status == 200
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == 0


def test_the_command_line_overrides_the_environment(served):
    result = serve("--host", "::1", "--workers", "3", REFEREE_WORKERS="5", REFEREE_PORT="0")
    assert (result.exit_code, result.output) == (0, "")
    (server,) = served
    assert server.cfg.address == [("::1", 0)]
    assert server.cfg.workers == 3
    assert isinstance(server.load(), Flask)


def test_defaults(served):
    assert serve("--port", "0").exit_code == 0
    assert 1 <= served[0].cfg.workers <= os.cpu_count()
    assert served[0].cfg.address == [("127.0.0.1", 0)]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, True),
        ({"host": "::1"}, True),
        ({"host": "0.0.0.0"}, False),
        ({"daily_key_file": "daily.key"}, False),
        ({"key_file": "key.json", "issuer": "https://referee.example"}, False),
    ],
)
def test_only_development_has_a_throw_away_key(monkeypatch, settings, expected):
    monkeypatch.delenv("REFEREE_DAILY_KEY_FILE", raising=False)
    hooks.provide_daily_key(Settings(**settings))
    key = load_daily_key(os.environ.get("REFEREE_DAILY_KEY_FILE", ""))
    assert (key is not None) is expected
    hooks.on_exit(None)
    assert not expected or not Path(os.environ.pop("REFEREE_DAILY_KEY_FILE")).exists()


def test_the_addresses_are_printed(served, capsys):
    serve("--port", "0", "--workers", "2")
    served[0].cfg.when_ready(SimpleNamespace(LISTENERS=["http://127.0.0.1:8000", "http://[::1]:8000"]))
    assert capsys.readouterr().out == (
        "Patience Referee listens on http://127.0.0.1:8000 and http://[::1]:8000 with 2 workers; "
        f"engine: {engine_name()}. Ctrl-C stops it.\n"
    )


def test_with_json_every_line_is_json(tmp_path):
    """Check both streams from start to end."""
    log = tmp_path / "log"
    command = [sys.executable, "-m", "service.cli", "serve", "--port", "0", "--workers", "1"]
    with (
        log.open("wb") as stderr,
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env={**os.environ, "REFEREE_LOG_FORMAT": "json", "REFEREE_PORTT": "1"},
        ) as server,
    ):
        try:
            listening = json.loads(server.stdout.readline())
            assert (listening["event"], listening["level"], listening["workers"]) == ("listening", "info", 1)
            with request.urlopen(f"{listening['addresses'][0]}/livez", timeout=PATIENCE) as alive:
                assert alive.status == 200
            server.send_signal(signal.SIGTERM)
            assert server.wait(PATIENCE) == 0
            assert server.stdout.read() == b""
        finally:
            server.kill()
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert "did you mean REFEREE_PORT?" in str(lines)
    assert all({"event", "level", "timestamp"} <= set(line) for line in lines)


def test_with_json_a_stale_kernel_is_one_warning(tmp_path):
    stale_package(tmp_path)
    log = tmp_path / "log"
    command = [sys.executable, "-m", "service.cli", "serve", "--port", "0", "--workers", "1"]
    environment = {**os.environ, "REFEREE_LOG_FORMAT": "json", "REFEREE_KERNEL": "auto"}
    with (
        log.open("wb") as stderr,
        subprocess.Popen(
            command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=stderr, env=environment
        ) as server,
    ):
        try:
            assert json.loads(server.stdout.readline())["engine"] == "readable"
            server.send_signal(signal.SIGTERM)
            assert server.wait(PATIENCE) == 0
        finally:
            server.kill()
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    (warning,) = [line for line in lines if line["level"] == "warning"]
    assert "the compiled kernel does not match its sources" in warning["event"]


def test_with_json_an_error_at_the_start_is_json(served):
    result = serve(REFEREE_MOST_MOVES="many", REFEREE_LOG_FORMAT="json")
    assert (result.exit_code, result.stdout) == (2, "")
    line = json.loads(result.stderr)
    assert (line["event"], line["level"]) == ("cannot start", "error")
    assert "REFEREE_MOST_MOVES" in line["detail"]


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"REFEREE_MOST_MOVES": "many"}, "REFEREE_MOST_MOVES must be a whole number, not 'many'."),
        ({"REFEREE_PORT": "70000"}, "REFEREE_PORT must be from 0 to 65535, not 70000."),
        ({"REFEREE_HOST": ""}, "REFEREE_HOST must not be empty. Expected an address."),
    ],
)
def test_an_invalid_setting(served, environment, message):
    result = serve(**environment)
    assert (result.exit_code, result.output) == (2, f"Error: {message}\n")
    assert served == []


def test_an_invalid_setting_that_only_the_app_finds(monkeypatch, served, tmp_path):
    monkeypatch.setattr(Server, "run", Server.load)
    named = {"REFEREE_KEY_FILE": str(tmp_path / "nothing"), "REFEREE_ISSUER": "https://referee.example"}
    result = serve("--port", "0", **named)
    assert result.exit_code == 2
    assert result.output.startswith("Error: REFEREE_KEY_FILE: ")


def test_an_address_in_use(served):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = serve("--port", str(port))
        assert (result.exit_code, result.output) == (
            2,
            f"Error: Cannot listen on 127.0.0.1 port {port}: Address already in use. "
            "--host and --port choose another address.\n",
        )
        # Unless its owner hands it over.
        assert serve("--port", str(port), LISTEN_FDS="1").exit_code == 0
    assert len(served) == 1


def test_arguments_out_of_range():
    assert "70000 is not in the range" in serve("--port", "70000").output
    assert "-1 is not in the range" in serve("--workers", "-1").output


def claim_statuses(server, *tokens):
    """Return the answers to a claim with each of the tokens."""
    body = json.dumps({"variant": "freecell", "seed": "1", "moves": [], "claim": {"outcome": "in_progress"}})
    headers = {"Content_Type": "application/json"}
    return [
        server.ask("POST", "/v1/claims", body, **headers, Authorization=f"Bearer {token}")[0]
        for token in tokens
    ]


def key_names(server):
    return [key["kid"] for key in json.loads(server.ask("GET", "/.well-known/jwks.json")[2])["keys"]]


def test_keys_and_tokens_are_read_again_on_sighup(tmp_path):
    """A file that cannot be used changes nothing, and the log says so."""
    first, second = new_key(), new_key()
    key_file, tokens_file = tmp_path / "key.json", tmp_path / "tokens"
    settings = {"key_file": key_file, "claims_tokens_file": tokens_file, "issuer": "https://referee.example"}
    for file in (key_file, tokens_file):
        file.touch(0o600)

    def write(key, tokens):
        key_file.write_text(as_text(private_jwk(key)) if key else "{")
        tokens_file.write_text(tokens)

    def hang_up(server):
        """Send SIGHUP and wait until the last of the former workers is gone."""
        former = server.workers()
        server.process.send_signal(signal.SIGHUP)
        while set(former) & set(server.workers()):
            claim_statuses(server, "a")

    write(first, "club aaaa")
    with served_by_gunicorn(workers=1, log_format="json", **settings) as server:
        assert key_names(server) == [first.thumbprint()]
        write(second, "club bbbb")
        hang_up(server)
        assert key_names(server) == [second.thumbprint()]
        assert claim_statuses(server, "aaaa", "bbbb") == [401, 200]
        write(None, "club cccc")
        hang_up(server)
        assert key_names(server) == [second.thumbprint()]
        assert claim_statuses(server, "bbbb", "cccc") == [200, 401]
        server.stop()
        (error,) = [line["event"] for line in server.log() if line["level"] == "error"]
    assert error.startswith(
        "The files of keys and tokens stay as they were read before. "
        f"REFEREE_KEY_FILE: {key_file} is malformed."
    )


def ask_until_refused(server):
    while True:
        # A connection may also be reset in the moment in which the listener closes.
        with suppress(ConnectionResetError):
            server.ask("GET", "/livez")


def test_a_second_master_takes_over_after_sigusr2():
    """The upgrade of docs/how-to/deploy.md: no connection is refused in between."""
    with served_by_gunicorn(workers=1, log_format="json") as server:
        assert server.ask("GET", "/livez")[0] == 200
        former = server.workers()
        server.process.send_signal(signal.SIGUSR2)
        assert "listening" in next(server.process.stdout)
        (second,) = set(server.workers()) - set(former)
        try:
            server.process.terminate()
            while server.process.poll() is None:
                assert server.ask("GET", "/livez")[0] == 200
            assert server.process.returncode == 0
            assert server.ask("GET", "/livez")[0] == 200
        finally:
            os.kill(second, signal.SIGTERM)
        with pytest.raises(ConnectionRefusedError):
            ask_until_refused(server)
