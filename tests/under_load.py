"""The service with every setting on, under hostile clients, and what must hold of its answers."""

import gzip
import json
import re
import socket
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from itertools import repeat
from pathlib import Path
from tempfile import TemporaryDirectory

import brotli
from backports import zstd

from patience.search.search_runner import is_available
from tests.engine.games import rule_sets
from tests.forged_receipts import write_key
from tests.hostile_requests import PATHS, HostileClient, Sent
from tests.servers import Server, served

EXPAND = {"gzip": gzip.decompress, "br": brotli.decompress, "zstd": zstd.decompress}
PAGE = "text/html; charset=utf-8"
"""What a browser gets for an address that does not exist."""
PROBLEM = {"type", "title", "status", "detail", "request_id"}
LABELS = {
    "method": {"GET", "HEAD", "POST", "OPTIONS", "other"},
    "route": {*PATHS, "none"},
    "status": {str(status) for status in (200, 204, 304, 308, *range(400, 430), 501, 503)},
}


@contextmanager
def under_attack() -> Iterator["Target"]:
    """Run one worker with every setting that a client could try to bypass."""
    host = "::" if socket.has_dualstack_ipv6() else "127.0.0.1"
    with TemporaryDirectory() as directory:
        key = Path(directory) / "key.json"
        write_key(key)
        settings = {"metrics_token": "secret", "rate_limit": "200 per second"}
        settings |= {"trusted_proxies": 1, "issuer": "https://referee.example", "most_positions": 1000}
        with served(
            workers=1, host=host, key_file=key, log_format="json", log_level="warning", **settings
        ) as server:
            yield Target(server)


class Target:
    """A server under hostile clients, each on its own connection."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.statuses: Counter[int] = Counter()

    def meet_every_rule(self) -> None:
        """Send a game for each combination of options, so that everything cached for them exists."""
        for number, (variant, rules) in enumerate(rule_sets()):
            body = json.dumps({"variant": variant, "rules": rules, "seed": 1, "moves": []}).encode()
            address = f"198.18.{number // 256}.{number % 256}"
            sender = {"Content_Type": "application/json", "X_Forwarded_For": address}
            status, _, answer = self._server.ask("POST", "/v1/replays", body, **sender)
            assert status == 200, answer

    def send(self, clients: Sequence[HostileClient], amount: int) -> None:
        """Send `amount` requests of each client, all at once; raise AssertionError for a wrong answer."""
        with ThreadPoolExecutor(len(clients)) as pool:
            for statuses in pool.map(self._send, clients, repeat(amount)):
                self.statuses += statuses

    def memory(self) -> float:
        """Return the memory of the worker in MB."""
        (worker,) = self._server.workers()
        status = Path(f"/proc/{worker}/status").read_text()
        return int(re.search(r"VmRSS:\s*(\d+) kB", status)[1]) / 1000

    def check_metrics(self) -> int:
        """Return the number of series, and check that each label has a known value."""
        _, _, text = self._server.ask("GET", "/metrics", Authorization="Bearer secret")
        series = [line for line in text.decode().splitlines() if not line.startswith("#")]
        for line in series:
            for name, value in re.findall(r'(\w+)="([^"]*)"', line):
                assert value in LABELS.get(name, {value}), line
        return len(series)

    def close(self) -> list[dict]:
        """Stop the server; return its log of warnings and errors."""
        self._server.stop()
        return self._server.log()

    def _send(self, client: HostileClient, amount: int) -> Counter[int]:
        """Count the statuses of the answers, with 0 for none."""
        with closing(Connection(self._server.port)) as connection:
            return Counter(connection.send(client.request()) for _ in range(amount))


class Connection:
    """A connection that is opened anew where a request cannot follow another."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._socket: socket.socket | None = None
        self._requests = 0

    def send(self, sent: Sent) -> int:
        """Send a request and return the status of its answer; raise AssertionError for a wrong answer."""
        try:
            answer, body = self._answer(sent)
        except (OSError, HTTPException):
            was_open = self._requests > 0
            self.close()
            if not sent.is_framed:
                return 0
            # The server ends a connection if the rest of an answered body has too many tiny chunks.
            assert was_open, f"no answer to {sent.data!r}"
            return self.send(sent)
        if answer.will_close or not sent.is_framed:
            self.close()
        check(sent, answer, body)
        return answer.status

    def close(self) -> None:
        """Close the connection."""
        if self._socket:
            self._socket.close()
        self._socket = None
        self._requests = 0

    def _answer(self, sent: Sent) -> tuple[HTTPResponse, bytes]:
        if self._socket is None or not sent.is_framed:
            self.close()
            self._socket = socket.create_connection(("127.0.0.1", self._port), timeout=60)
        self._socket.sendall(sent.data)
        if not sent.is_framed:
            self._socket.shutdown(socket.SHUT_WR)
        answer = HTTPResponse(self._socket, method=sent.method)
        try:
            answer.begin()
            body = answer.read()
        finally:
            answer.close()
        self._requests += 1
        return answer, body


def may_lack(sent: Sent) -> bool:
    """Return whether 501 is right: for transfer codings (RFC 9112 §6.1), and without a key or the search.

    The server has no key for daily deals, because each of them takes a long search, and no tokens for
    tickets, because claims would need them too.
    """
    if any(path in sent.data[:100] for path in (b" /v1/daily/", b" /v1/tickets")):
        return True
    return not sent.is_framed or (b" /v1/prospects" in sent.data[:100] and not is_available())


def check(sent: Sent, answer: HTTPResponse, body: bytes) -> None:
    """Check that the answer is not a defect, and that every error is a problem."""
    evidence = (answer.status, body[:500], sent.data)
    assert answer.status < 500 or answer.status == 503 or (answer.status == 501 and may_lack(sent)), evidence
    if answer.status < 400 or sent.method == "HEAD":
        return
    kind = answer.getheader("Content-Type")
    if answer.status == HTTPStatus.NOT_FOUND and kind == PAGE and b"text/html" in sent.data:
        return
    assert kind == "application/problem+json", evidence
    expand = EXPAND.get(answer.getheader("Content-Encoding", ""), bytes)
    problem = json.loads(expand(body))
    assert PROBLEM <= problem.keys() <= PROBLEM | {"errors", "limit", "suggestion"}, evidence
    assert problem["status"] == answer.status, evidence
    assert len(problem.get("errors", ())) <= 100, evidence
