"""Generated requests: nearly valid, wrong in one place, or wrong everywhere."""

import gzip
import json
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from patience.games import VARIANTS
from service.api.root import GOLDEN_GAME
from service.app import create_app
from tests.conftest import FIXTURES
from tests.fuzzing import CORPUS, PACKS
from tests.servers import LAST_CHUNK, chunk

SAVE = min((FIXTURES / "saves").glob("*.pso"), key=lambda path: path.stat().st_size).read_bytes()

METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "X", "get")
PATHS = sorted({rule.rule for rule in create_app({"metrics_token": "x"}).url_map.iter_rules()})
ADDRESSES = (
    "192.0.2.7",
    "192.0.2.7:5678",
    "[2001:db8::1]:443",
    "2001:db8::2",
    "::ffff:192.0.2.9",
    "unknown",
    '"x',
    "",
)
SIMPLE: tuple[object, ...] = (
    *(None, True, 0, -1, 1.5, 1e300, 10**400),
    *("", "é", "\ud800", "x" * 3000, [], {}),
)
TOKENS = ("T1-T2", "T1-F1x2", "W-F", "deal", "draw", "redeal", "T01-F", "R1-F", "T1–T2", "")

# Without the token of the metrics.
HEADERS: dict[str, tuple[str, ...]] = {
    "Host": ("localhost", "", "a:1", "[::1]:80", "a b", "a@b", "localhost:x"),
    "Authorization": (
        "Bearer secrets",
        "Basic c2VjcmV0",
        "Basic \xff\xff==",
        "Digest a=b",
        "Bearer",
        "Basic ====",
    ),
    "X-Forwarded-For": (*ADDRESSES, ",".join(ADDRESSES)),
    "X-Forwarded-Proto": ("https", "http", "javascript", "https, http", ""),
    "X-Forwarded-Ssl": ("on", "off"),
    "X-Forwarded-Host": ("example.org", "/"),
    "X-Forwarded-Prefix": ("/x", "livez"),
    "Forwarded": ("for=192.0.2.7;proto=https", 'for="[2001:db8::1]:443"'),
    "Accept": (
        "*/*",
        "application/json",
        "text/html",
        "application/problem+json;q=0.5, */*;q=0",
        "a/b;q=x",
        ";",
    ),
    "Accept-Encoding": ("gzip", "br, zstd", "gzip;q=0", "identity;q=0, *", "*;q=0.1", "snow", ";;q="),
    "Accept-Language": ("de", "en;q=0.1, *"),
    "If-None-Match": ("*", '"x"', 'W/"x"', '""', '"x:gzip", "y"', '"', "W/"),
    "If-Match": ("*", '"x"'),
    "If-Modified-Since": (
        "Sat, 21 Nov 2026 09:48:42 GMT",
        "yesterday",
        "Sat, 99 Nov 99999 09:48:42 GMT",
        f"1 Jan {'9' * 20} 0:0:0 GMT",
        f"1 Jan 2026 0:0:0 +{'9' * 20}",
    ),
    "Range": ("bytes=0-1", "bytes=-5", "bytes=5-1", "lines=1-2"),
    "X-Request-Id": ("mine", "a b", "ä", "x" * 200),
    "Content-Type": (
        "application/json",
        "application/x-ndjson",
        "application/jsonl; charset=utf-8",
        "text/html",
    ),
    "Content-Encoding": ("gzip", "identity", "snow"),
    "Content-Language": ("en",),
    "Content-Location": ("/", "//x"),
    "Content-MD5": ("x",),
    "Cookie": ("a=b; c", "session=\xff"),
    "Origin": ("https://example.org", "null"),
    "Access-Control-Request-Method": ("POST", "\xe9"),
    "Connection": ("keep-alive", "close", "upgrade", "x, close"),
    "Upgrade": ("h2c", "websocket"),
    "TE": ("trailers", "gzip"),
    "Expect": ("100-continue", "miracles"),
    "SCRIPT_NAME": ("/livez", "/x"),
    "PATH_INFO": ("/metrics",),
    "X-HTTP-Method-Override": ("DELETE",),
    "X-Original-URL": ("/metrics",),
    "Transfer-Encoding": ("snow", "gzip, chunked", "chunked, chunked"),
    "Content-Length": ("0", "7", "-1", "99999999999999999999", "1, 1", "²"),
}
FRAMING = {"Transfer-Encoding", "Content-Length"}
"""With two of these, the end of a request is ambiguous."""

RARER = ("claims/batch", "prospects", "imports")
JSON = "application/json"
BYTES = "application/octet-stream"
LINES = "application/x-ndjson"


class Sent(NamedTuple):
    """A request as bytes."""

    method: str
    data: bytes
    is_framed: bool
    """Whether its end is unambiguous, so that another request may follow on the connection."""


class HostileClient:
    """Generates requests; the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._games = [json.loads(GOLDEN_GAME.read_bytes())]
        self._games += [
            {"variant": name, "seed": "1", "moves": ["T1-F1"], "include": []} for name in VARIANTS
        ]

    def request(self) -> Sent:
        """Return the next request."""
        random = self._random
        if random.random() < 0.01:
            return Sent("", self._changed(random.randbytes(random.randrange(200)) + b"\r\n\r\n", 3), False)
        method, path, kind = self._target()
        body = self._body() if kind else b""
        names = random.sample(sorted(HEADERS), random.choice((0, 0, 1, 1, 2, 5)))
        fields = [("Host", "localhost")] if "Host" not in names or random.random() < 0.5 else []
        if kind:
            fields += [("Content-Type", kind)] if "Content-Type" not in names else []
        fields += [(name, self._value(name)) for name in names]
        is_framed = not FRAMING & {*names} and method != "TRACE"
        if kind == LINES and "Content-Encoding" not in names and random.random() < 0.3:
            fields.append(("Content-Encoding", "gzip"))
            body = gzip.compress(body, 1, mtime=0)
        if random.random() < 0.3 and kind:
            fields.append(("Transfer-Encoding", "chunked"))
            body = self._in_chunks(body)
        elif kind or random.random() < 0.05:
            fields.append(("Content-Length", str(len(body))))
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields)
        data = head.encode("latin-1", "replace") + b"\r\n" + body
        if random.random() < 0.02:
            return Sent(method, self._changed(data, 2), False)
        return Sent(method, data, is_framed)

    def _in_chunks(self, body: bytes) -> bytes:
        """Return a body as two chunks of any size, or many of one size."""
        cut = self._random.randrange(len(body) + 1)
        size = self._random.choice((1, 2, 15, 100))
        pieces = [body[:cut], body[cut:]]
        if self._random.random() < 0.2:
            pieces = [body[start : start + size] for start in range(0, len(body), size)]
        return b"".join(map(chunk, filter(None, pieces))) + LAST_CHUNK

    def _target(self) -> tuple[str, str, str]:
        """Return method, path and the media type of the body, empty for none."""
        random = self._random
        if random.random() < 0.6:
            name = random.choice(("replays", "replays", "claims", "replays/batch", *RARER))
            return "POST", f"/v1/{name}", LINES if "batch" in name else BYTES if name == "imports" else JSON
        path = random.choice(PATHS)
        path = path.replace("<variant>", random.choice((*VARIANTS, "chess", "%00")))
        path = path.replace("<seed>", random.choice(("1", "ms5", "0", "99999999999999999999", "%D9%A3")))
        path = path.replace("<path:name>", random.choice(("start.js", "../app.py", "%2e%2e/app.py", "x")))
        query = random.choice(
            ("", "", "", "?hide=face_down", "?hide=x&hide", "?a=%ff&%00", "?rules=twos:eight")
        )
        if random.random() < 0.1:
            changed = self._changed((path + query).encode(), 1).decode("latin-1")
            path, query = "/" + "".join(changed.split())[1:], ""
        method = random.choice(METHODS) if random.random() < 0.3 else "GET"
        return method, path + query, JSON if method in ("POST", "PUT") else ""

    def _value(self, name: str) -> str:
        random = self._random
        value = random.choice(HEADERS[name])
        match random.randrange(12):
            case 0:
                value = self._changed(value.encode("latin-1", "replace"), 1).decode("latin-1")
            case 1:
                value = ", ".join([value] * random.randrange(1, 60))
            case 2:
                value = value * random.randrange(1, 200)
        # A field is one line. Others are among the requests that are wrong everywhere.
        return value.replace("\r", "").replace("\n", "")[:8000]

    def _body(self) -> bytes:
        random = self._random
        choices: tuple[Callable[[], bytes], ...] = (
            lambda: json.dumps(self._game()).encode(),
            lambda: json.dumps(self._game()).encode(),
            lambda: random.choice(CORPUS),
            lambda: b"\n".join(json.dumps(self._game()).encode() for _ in range(random.randrange(4))),
            lambda: self._changed(json.dumps(self._game()).encode(), random.randrange(1, 4)),
            lambda: random.randbytes(random.randrange(100)),
            lambda: b"[" * random.randrange(60) + b'{"a":"' + b'\\"' * random.randrange(3000),
            lambda: json.dumps(self._game() | {f"{n:x}": n for n in range(random.randrange(200))}).encode(),
            lambda: json.dumps(self._game() | {"checkpoints": [{}] * random.randrange(300)}).encode(),
            lambda: self._changed(SAVE, random.randrange(4)),
        )
        return random.choice(choices)()

    def _game(self) -> dict[str, object]:
        random = self._random
        game = dict(random.choice(self._games))
        for _ in range(random.choice((0, 0, 1, 2))):
            name = random.choice(
                (
                    "variant",
                    "seed",
                    "deck",
                    "moves",
                    "include",
                    "rules",
                    "checkpoints",
                    "claim",
                    "subject",
                    "budget",
                    "x",
                )
            )
            game[name] = self._field(name) if random.random() < 0.7 else self._anything()
        return game

    def _field(self, name: str) -> object:
        random = self._random
        match name:
            case "seed":
                return random.choice(
                    (random.randrange(2**54), str(random.randrange(10**21)), "ms1", 0, -1, 1.0)
                )
            case "deck":
                return random.sample(PACKS, random.choice((104, 104, 103)))
            case "moves":
                return random.choices(TOKENS, k=random.randrange(8))
            case "include":
                return random.choices(("final_state", "legal_moves", "trace", "x"), k=random.randrange(4))
            case "rules":
                return {
                    random.choice(("twos", "groups", "redeals", "x")): random.choice(
                        ("eight", "any", 1, True)
                    )
                }
            case "checkpoints":
                pile = random.choice(("T1", "F1", "W", "S", "T99", ""))
                return [
                    {"after": random.randrange(-1, 3), "piles": {pile: random.choices([*PACKS, "??"], k=3)}}
                ]
            case "budget":
                return random.choice((0, 1, 1000, 10**9, -1))
            case "claim":
                return {"outcome": random.choice(("won", "lost", "in_progress", "x")), "moves": 1}
        return random.choice(("double-russian", "chess", "é" * 50))

    def _anything(self) -> object:
        random = self._random
        value = random.choice(SIMPLE)
        for _ in range(random.choice((0, 1, 3, 40))):
            value = [value] if random.random() < 0.5 else {random.choice(("a", "", "\x00")): value}
        return value

    def _changed(self, data: bytes, times: int) -> bytes:
        """Replace, remove or insert bytes in `times` places."""
        random = self._random
        changed = bytearray(data or b"x")
        for _ in range(times):
            place = random.randrange(len(changed))
            match random.randrange(3):
                case 0:
                    changed[place] = random.randrange(256)
                case 1:
                    changed[place:place] = random.choice(
                        (b"\r\n", b"\x00", b"\xff", b'"', b",", b";", b" ", b":")
                    )
                case 2:
                    del changed[place : place + random.randrange(1, 9)]
            changed = changed or bytearray(b"x")
        return bytes(changed)
