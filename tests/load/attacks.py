"""Latency while 40 clients send small requests that are expensive to answer, each kind for some seconds.

    python -m tests.load.attacks [seconds] [--only KIND]

Exit code 1 if the 99th percentile of small replays exceeds 100 ms, or ``/livez`` ever takes more than 200 ms.
"""

import gzip
import json
import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.synchronize import Event
from socket import create_connection
from threading import Thread

from patience.compilation.compiled_rules import tables_for
from patience.games import VARIANTS
from patience.play.dealing import deal_seed
from patience.play.legality import legal_moves
from patience.play.replay import GameLog, replay
from tests.load.latency import Load, main, request
from tests.servers import chunk

CLIENTS = 40
PACKED = {"Content-Encoding": "gzip"}
JSON = b"Content-Type: application/json\r\n"
REPLAYS = b"POST /v1/replays HTTP/1.1\r\nHost: localhost\r\n" + JSON


def to_and_fro(moves: int) -> dict[str, object]:
    """Return a game whose moves undo each other, so that it stays as it was dealt."""
    tables = tables_for("pysolfc-double-russian")
    for seed in range(1, 1000):
        deal = deal_seed(tables, str(seed))
        for first in legal_moves(deal.position()):
            if "x" in first or first.count("T") != 2:
                continue
            source, target = first.split("-")
            pair = (first, f"{target}-{source}")
            if replay(GameLog(deal, pair * 2)).valid:
                log = [pair[number % 2] for number in range(moves)]
                return {"variant": "pysolfc-double-russian", "seed": str(seed), "moves": log}
    raise AssertionError("no deal with two such moves")


def posts(path: str, body: bytes, media_type: str = "application/json", **headers: str) -> Load:
    """Return a load of requests with the same body."""
    return repeated(partial(request, path=path, body=body, media_type=media_type, **headers))


def raw(data: bytes) -> Load:
    """Return a load of the same bytes, each time on a new connection."""

    def send(port: int) -> None:
        with create_connection(("127.0.0.1", port), timeout=60) as client, suppress(OSError):
            client.sendall(data)
            while client.recv(65_536):
                pass

    return repeated(send)


def repeated(send: Callable[[int], object]) -> Load:
    """Return a load of clients that send again and again."""

    def load(port: int, stop: Event) -> None:
        def client() -> None:
            while not stop.is_set():
                send(port)

        for _ in range(CLIENTS):
            Thread(target=client, daemon=True).start()
        stop.wait()

    return load


def ask_for_new_options(port: int) -> None:
    """Ask for deals under rules that the server has not met: each time other options of another game."""
    variant = random.choice([variant for variant in VARIANTS.values() if len(variant.options) > 3])
    chosen = (
        f"{option.name}:{random.choice([*option.words, *option.numbers])}" for option in variant.options
    )
    request(port, path=f"/v1/deals/{variant.id}/1?rules={','.join(chosen)}")


def loads() -> dict[str, Load]:
    """Return the loads by name."""
    game = to_and_fro(499)
    opening = {**game, "moves": []}
    lines = json.dumps({**opening, "include": ["prospect", "legal_moves"]}).encode() + b"\n"
    traced = {**to_and_fro(5000), "include": ["trace", "legal_moves"]}
    proved = {**game, "include": ["turning_point"], "budget": 0}
    hints = {"variant": "triple-freecell", "seed": "1", "moves": [], "include": ["moves"], "budget": 0}
    static = {"variant": "somerset", "seed": "1", "moves": [], "include": ["prospect", "legal_moves"]}
    claimed = {"variant": "somerset", "seed": "1", "moves": [], "claim": {"prospect": "dead"}}
    compared = {
        **opening,
        "checkpoints": [{"after": 0, "piles": {f"T{n}": ["??"] for n in range(1, 11)}}] * 1000,
    }
    return {
        "checkpoints": posts("/v1/replays", json.dumps(compared).encode()),
        "proofs along a log": posts("/v1/prospects", json.dumps(proved).encode()),
        "prospects": posts("/v1/prospects", json.dumps({**game, "include": [], "budget": 0}).encode()),
        "lines without moves": posts(
            "/v1/replays/batch",
            gzip.compress(lines * 3000),
            "application/jsonl",
            **PACKED,
        ),
        "hints": posts("/v1/prospects", json.dumps(hints).encode()),
        "proofs": posts("/v1/replays", json.dumps(static).encode()),
        "claims": posts("/v1/claims", json.dumps(claimed).encode()),
        "new options": repeated(ask_for_new_options),
        "difficulty": repeated(partial(request, path="/v1/deals/triple-freecell/1?include=difficulty")),
        "large answers": posts("/v1/replays", json.dumps(traced).encode()),
        "refused requests": posts("/v1/replays", json.dumps({**game, "moves": ["?"] * 3000}).encode()),
        "odd headers": raw(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n" + b"a_:\r\n" * 13_000 + b"\r\n"),
        "many headers": raw(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n" + b"a:\r\n" * 50_000 + b"\r\n"),
        "tiny chunks": raw(REPLAYS + b"Transfer-Encoding: chunked\r\n\r\n" + chunk(b" ") * 200_000),
        "empty gzip members": posts(
            "/v1/replays/batch",
            gzip.compress(b"") * 50_000,
            "application/jsonl",
            **PACKED,
        ),
    }


if __name__ == "__main__":
    main(loads(), __doc__)
