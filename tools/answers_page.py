"""The page of answers: requests, and what the service of this tree answers to them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from flask.testing import FlaskClient

from service.api.root import GOLDEN_GAME
from service.app import create_app
from service.openapi.examples import MOVES, SEED, VARIANT
from service.receipts.keys import as_text, new_key, private_jwk

TOKEN: Final = "token-of-your-site"  # noqa: S105 - an example
LOG: Final = {"variant": "freecell", "seed": "1"}
WON: Final = {"variant": VARIANT, "seed": SEED, "moves": list(MOVES)}
GOLDEN: Final = json.loads(GOLDEN_GAME.read_bytes())
LONGEST_TEXT: Final = 60
MOST_ITEMS: Final = 4
HEADERS: Final = ("Retry-After", "RateLimit", "WWW-Authenticate")

_PLAIN_LIST: Final = re.compile(r"\[\n([^][{}]*)\n\s*\]")

Json = dict[str, Any]


class Shown(NamedTuple):
    """A request, and what its answer shows."""

    title: str
    about: str
    path: str
    body: Json | str
    service: str = "open"
    headers: tuple[tuple[str, str], ...] = ()


REQUESTS: Final = (
    Shown(
        "Legal so far",
        "`valid` is true and `outcome` is `in_progress`.",
        "/v1/replays",
        {**LOG, "moves": ["T6-R1"], "include": []},
    ),
    Shown(
        "An illegal move",
        "The status is 200, since a verdict is a result. `detail` is for people, `reason` for "
        "programs. The other members describe the position before the move.",
        "/v1/replays",
        {**LOG, "moves": ["T6-R1", "T6-R2", "T6-F1", "T4-T7"], "include": []},
    ),
    Shown(
        "A move from an empty pile",
        "Another reason, another sentence.",
        "/v1/replays",
        {**LOG, "moves": ["R1-T1"], "include": []},
    ),
    Shown(
        "A group that is too large",
        "The sentence says how many cards could move.",
        "/v1/replays",
        {**LOG, "moves": ["T6-R1", "T5-T1x3"], "include": []},
    ),
    Shown(
        "A position that differs",
        "`checkpoints` say what the client believes. The first one that differs is answered with both sides.",
        "/v1/replays",
        {**LOG, "moves": ["T6-R1"], "include": [], "checkpoints": [{"after": 1, "piles": {"R1": ["KH"]}}]},
    ),
    Shown("A won game", "`outcome` follows from the moves alone.", "/v1/replays", {**GOLDEN, "include": []}),
    Shown(
        "A game that cannot be won any more",
        "`dead` comes with its proof. Without a proof, the prospect is `undecided`.",
        "/v1/prospects",
        {"variant": "klondike", "seed": "29", "moves": []},
    ),
    Shown(
        "Malformed: an unknown member",
        "422, with a suggestion.",
        "/v1/replays",
        {**LOG, "movs": [], "moves": []},
    ),
    Shown(
        "Malformed: a move that is not one",
        "422. `pointer` names the place.",
        "/v1/replays",
        {**LOG, "moves": ["T6-R1", "E4"]},
    ),
    Shown("Malformed: no JSON", "400.", "/v1/replays", '{"variant": "freecell",'),
    Shown("An unknown variant", "422.", "/v1/replays", {"variant": "klondyke", "seed": "1", "moves": []}),
    Shown(
        "Another version of the rules",
        "409: this service does not have that version.",
        "/v1/replays",
        {**LOG, "rules_version": "9", "moves": []},
    ),
    Shown(
        "A claim without a key",
        "The claim holds, but a service without a key signs no receipt.",
        "/v1/claims",
        {**WON, "moves": WON["moves"][:2], "include": [], "claim": {"outcome": "in_progress"}},
    ),
    Shown(
        "A claim without a token",
        "401, where claims need a token.",
        "/v1/claims",
        {**WON, "moves": [], "claim": {"outcome": "won"}},
        "board",
    ),
    Shown(
        "A claim that holds",
        "With a receipt, and the audience of the token.",
        "/v1/claims",
        {
            **WON,
            "moves": WON["moves"][:2],
            "include": [],
            "claim": {"outcome": "in_progress"},
            "subject": "Ann",
        },
        "board",
        (("Authorization", f"Bearer {TOKEN}"),),
    ),
    Shown(
        "A claim that is refuted",
        "The status is 200. `refutations` has every reason.",
        "/v1/claims",
        {**WON, "moves": WON["moves"][:2], "include": [], "claim": {"outcome": "won", "moves_played": 9}},
        "board",
        (("Authorization", f"Bearer {TOKEN}"),),
    ),
    Shown(
        "A batch with a bad line",
        "One answer for each line, and a summary.",
        "/v1/replays/batch",
        "\n".join(
            [
                json.dumps({**LOG, "moves": ["T6-R1"], "include": []}),
                "{}",
                json.dumps({**LOG, "moves": ["T4-T7"], "include": []}),
            ]
        ),
    ),
    Shown(
        "Too many requests",
        "429. Wait as long as `Retry-After` says.",
        "/v1/replays",
        {**LOG, "moves": [], "include": []},
        "busy",
    ),
)


def answers() -> str:
    """Return a section for each request, with its answer."""
    with TemporaryDirectory() as folder:
        clients = _clients(Path(folder))
        return "\n".join(line for shown in REQUESTS for line in _section(shown, clients[shown.service]))


def _clients(folder: Path) -> dict[str, FlaskClient]:
    """Return clients of an open service, of one with a key and tokens, and of one that has had enough."""
    for name, text in (
        ("key", as_text(private_jwk(new_key()))),
        ("tokens", f"https://board.example {TOKEN}\n"),
    ):
        (folder / name).write_text(text, "utf-8")
        (folder / name).chmod(0o600)
    quiet = {"TESTING": True, "log_level": "error"}
    signs = {
        "issuer": "https://referee.example",
        "key_file": str(folder / "key"),
        "claims_tokens_file": str(folder / "tokens"),
    }
    settings: dict[str, Json] = {"open": {}, "board": signs, "busy": {"rate_limit": "1 per minute"}}
    clients = {name: create_app({**quiet, **more}).test_client() for name, more in settings.items()}
    clients["busy"].get("/v1")
    return clients


def _section(shown: Shown, client: FlaskClient) -> Iterator[str]:
    is_batch = shown.path.endswith("/batch")
    text = shown.body if isinstance(shown.body, str) else json.dumps(shown.body)
    kind = "application/x-ndjson" if is_batch else "application/json"
    answer = client.post(shown.path, data=text, content_type=kind, headers=list(shown.headers))
    found = [f"{name}: {answer.headers[name]}" for name in HEADERS if name in answer.headers]
    lines = [json.loads(line) for line in answer.text.splitlines()] if is_batch else [answer.json]
    bodies = (shown_json(line, indent=None if is_batch else 2) for line in lines)
    yield from (f"## {shown.title}", "", shown.about, "")
    yield from ("```http", f"POST {shown.path}", "", text, "```", "")
    yield from ("```http", str(answer.status_code), *found, "", *bodies, "```", "")


def shown_json(value: Any, indent: int | None = 2) -> str:
    """Return a value as JSON with long lists and texts cut, and lists of texts in one line."""
    text = json.dumps(_shortened(value), ensure_ascii=False, indent=indent)
    return _PLAIN_LIST.sub(lambda found: f"[{' '.join(found[1].split())}]", text)


def _shortened(value: Any) -> Any:
    """Return a value with long lists and texts cut."""
    if isinstance(value, dict):
        return {name: _shortened(item) for name, item in value.items()}
    if isinstance(value, list):
        cut = [_shortened(item) for item in value[:MOST_ITEMS]]
        return [*cut, "…"] if len(value) > MOST_ITEMS else cut
    is_token = isinstance(value, str) and len(value) > LONGEST_TEXT and " " not in value
    return f"{value[:LONGEST_TEXT]}…" if is_token else value
