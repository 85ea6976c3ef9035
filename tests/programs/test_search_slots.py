"""Searches of a running server: a search ends with its client, and others are served meanwhile."""

import json
import re
from contextlib import contextmanager
from select import select

import pytest

from tests.api.test_prospects import HOPELESS, OPENING, searching
from tests.servers import served
from tools.fixtures import corpus

ENDLESS = 2_000_000
"""A budget of positions that takes a search many seconds."""


@contextmanager
def crowd(server, number, path="/v1/prospects", request=HOPELESS | {"budget": ENDLESS}):
    """Start `number` searches at once, of which one is refused; yield the clients of the others.

    On any machine a search takes longer than the refusal, which is held back. It ends with its client.
    """
    body = json.dumps(request)
    clients = [server.connect() for _ in range(number)]
    try:
        for client in clients:
            client.request("POST", path, body, {"Content-Type": "application/json"})
        (first, *others), _, _ = select([client.sock for client in clients], [], [])
        assert others == []
        assert first.recv(65_536).startswith(b"HTTP/1.1 503 ")
        yield [client for client in clients if client.sock is not first]
    finally:
        for client in clients:
            client.close()


MANY_PLAYS = {
    "logs": [
        {"variant": "spider", **{name: line[name] for name in ("rules", "seed", "moves")}}
        for line in corpus.read("spider")
        if line["kind"] == "play" and line["won"]
    ],
    "plays": 99,
}
"""Deals that the reference hardly ever wins: an hour of plays, a thousand short searches each."""


@searching
@pytest.mark.parametrize(
    ("path", "asked"), [("/v1/prospects", HOPELESS | {"budget": ENDLESS}), ("/v1/foresight", MANY_PLAYS)]
)
def test_a_search_ends_when_its_client_disconnects(path, asked):
    """The two searches would take the only thread for longer than a client waits here."""
    limits = {"most_positions": ENDLESS, "foresight_positions": 10**12}
    with served(workers=1, searches=1, metrics_token="secret", **limits) as server:
        with crowd(server, 3, path, asked):
            pass
        status = 503
        while status == 503:
            opening = json.dumps(OPENING).encode()
            status = server.ask("POST", "/v1/prospects", opening, Content_Type="application/json")[0]
        assert status == 200
        text = server.ask("GET", "/metrics", Authorization="Bearer secret")[2].decode()
        assert re.findall(r"^patience_referee_prospects_total.* (\S+)$", text, re.MULTILINE) == ["1.0"]


@searching
def test_others_are_served_while_all_slots_are_taken():
    with served(workers=1, searches=9, most_positions=ENDLESS) as server, crowd(server, 19) as others:
        assert server.ask("GET", "/livez")[0] == 200
        assert select([client.sock for client in others], [], [], 0)[0] == []
