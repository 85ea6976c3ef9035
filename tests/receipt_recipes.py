"""The programs of docs/how-to/verify-receipts.md, and receipts to try them on."""

import json
import re
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from flask.testing import FlaskClient
from joserfc import jws
from joserfc.jwk import OKPKey

from service.api.root import GOLDEN_GAME
from service.app import create_app
from service.receipts.keys import as_text, private_jwk
from tests.conftest import FIXTURES

PAGE = (FIXTURES.parent / "docs" / "how-to" / "verify-receipts.md").read_text("utf-8")
ISSUER = "https://referee.example"
AUDIENCE = "https://board.example"
OUTPUT = "rouge-et-noir-hoffmann won"
SUFFIXES = {"js": ".mjs", "python": ".py", "sh": ".sh"}


def recipes() -> Iterator[tuple[str, str, str]]:
    """Yield the library, the file suffix and the text of each program."""
    for section in PAGE.split("\n### ")[1:]:
        title, _, rest = section.partition("\n")
        if found := re.search(r"```(\w+)\n(.*?)^```$", rest, re.DOTALL | re.MULTILINE):
            library = re.search(r"\[(\w+)\]|openssl", title)
            yield library[1] or library[0], SUFFIXES[found[1]], found[2]


def write(place: Path) -> dict[str, Path]:
    """Write every program to a file; return the files by library."""
    paths = {}
    for library, suffix, text in recipes():
        paths[library] = place / f"check-{library}{suffix}"
        paths[library].write_text(text, "utf-8")
    return paths


ASKED = {
    "issuer": ISSUER,
    "audience": AUDIENCE,
    "variant": "rouge-et-noir-hoffmann",
    "rules": '{"redeals": "unlimited"}',
    "seed": "18658",
}
"""The arguments for the golden game."""

WON_DECK = [rank + suit for rank in "KQJT98765432A" for suit in "CDHS"]
"""A deck of FreeCell that a player sorted: the card dealt last goes to its foundation first."""

WON_MOVES = [f"T{place % 8 + 1}-F" for place in reversed(range(52))]


_FIRST = {
    "iss": ISSUER,
    "iat": 1_795_219_200,
    "subject": "Ann",
    "id": "sha256:0",
    "deal_id": "sha256:1",
    "variant": ASKED["variant"],
    "rules": {"redeals": "unlimited"},
    "rules_version": "1",
    "outcome": "won",
    "moves": 7,
}
"""The payload of a receipt of version 1, with the members that release 1.0.0 gave it."""


class Offered(NamedTuple):
    """A receipt, and what the recipient asks for that differs from ``ASKED``."""

    receipt: str
    asked: Mapping[str, str] = {}


def receipts(place: Path) -> dict[str, Offered]:
    """Return receipts by name.

    Only those that start with "genuine" are to be accepted. Those of another version are refused by a code
    of their own.
    """
    key, other = OKPKey.generate_key("Ed25519"), OKPKey.generate_key("Ed25519")
    key_file = place / "key.json"
    key_file.write_text(as_text(private_jwk(key)))
    key_file.chmod(0o600)
    settings = {"key_file": str(key_file), "issuer": ISSUER, "log_level": "warning"}
    client = create_app(settings).test_client()
    (place / "jwks.json").write_bytes(client.get("/.well-known/jwks.json").data)

    def claimed(log: Mapping[str, object], outcome: str = "won") -> str:
        claim = {**log, "include": [], "claim": {"outcome": outcome}, "audience": AUDIENCE}
        receipt: str = client.post("/v1/claims", json=claim).json["receipt"]
        return receipt

    game = json.loads(GOLDEN_GAME.read_bytes())
    genuine = claimed(game)
    found = jws.deserialize_compact(genuine, key, algorithms=["Ed25519"])
    header, payload = dict(found.headers()), json.loads(found.payload)
    head, body, signature = genuine.split(".")
    forged = _signed(header, {**payload, "moves_played": 1}, key).split(".")[1]
    freecell = {"variant": "freecell", "rules": json.dumps(_rules_of(client, "freecell"))}
    board = {"tableau": [{"pile": f"T{n + 1}", "cards": WON_DECK[n::8]} for n in range(8)]}
    return {
        "genuine": Offered(genuine),
        "genuine, by a clock that is half a minute ahead": Offered(
            _signed(header, {**payload, "iat": int(time.time()) + 30}, key)
        ),
        "of another issuer": Offered(genuine, {"issuer": "https://other.example"}),
        "for another audience": Offered(genuine, {"audience": "https://other.example"}),
        "without an audience": Offered(_signed(header, {**payload, "aud": None}, key)),
        "of another type": Offered(_signed({**header, "typ": "JWT"}, payload, key)),
        "signed by another key": Offered(_signed(header, payload, other)),
        "changed": Offered(f"{head}.{forged}.{signature}"),
        "not signed": Offered(f"{head}.{body}."),
        "not won": Offered(claimed({**game, "moves": []}, "in_progress")),
        "of another variant": Offered(genuine, {"variant": "klondike"}),
        "under other rules": Offered(genuine, {"rules": '{"redeals": "none"}'}),
        "of another seed": Offered(genuine, {"seed": "24"}),
        "of a deck that the player sorted": Offered(
            claimed({"variant": "freecell", "deck": WON_DECK, "moves": WON_MOVES}), freecell
        ),
        "of a board that the player laid out": Offered(
            claimed({"variant": "freecell", "board": board, "moves": WON_MOVES}), freecell
        ),
        "another version: 3": Offered(_signed(header, {**payload, "receipt_version": "3"}, key)),
        "another version: 1": Offered(_signed(header, _FIRST, key)),
        "without the origin of its deal": Offered(_signed(header, {**payload, "deal": None}, key)),
    }


def _rules_of(client: FlaskClient, variant: str) -> object:
    return client.get(f"/v1/deals/{variant}/24").json["rules"]


def _signed(header: Mapping[str, object], payload: Mapping[str, object], key: OKPKey) -> str:
    members = {name: value for name, value in payload.items() if value is not None}
    return jws.serialize_compact(dict(header), json.dumps(members).encode(), key, algorithms=["Ed25519"])


def wrongly_judged(command: list[str], place: Path) -> list[str]:
    """Return the receipts that a program wrongly accepts or refuses."""
    wrong = []
    for name, (receipt, asked) in receipts(place).items():
        arguments = [*command, receipt, str(place / "jwks.json"), *{**ASKED, **asked}.values()]
        done = subprocess.run(arguments, cwd=place, capture_output=True, text=True, check=False)
        accepted = done.returncode == 0 and done.stdout.strip() == OUTPUT
        is_other = name.startswith("another version")
        refused = done.returncode and (done.returncode == 2) is is_other and not done.stdout.strip()
        if not (accepted if name.startswith("genuine") else refused):
            wrong.append(f"{name}: {done.stdout}{done.stderr}"[-400:])
    return wrong
