"""The programs of docs/how-to/verify-receipts.md, and receipts to try them on."""

import json
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

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


def receipts(place: Path) -> dict[str, tuple[str, str, str]]:
    """Return by name a receipt and the issuer and audience to expect. Only the first is genuine."""
    key, other = OKPKey.generate_key("Ed25519"), OKPKey.generate_key("Ed25519")
    key_file = place / "key.json"
    key_file.write_text(as_text(private_jwk(key)))
    key_file.chmod(0o600)
    settings = {"key_file": str(key_file), "issuer": ISSUER, "log_level": "warning"}
    client = create_app(settings).test_client()
    (place / "jwks.json").write_bytes(client.get("/.well-known/jwks.json").data)
    game = json.loads(GOLDEN_GAME.read_bytes())
    claim = {**game, "include": [], "claim": {"outcome": "won"}, "audience": AUDIENCE}
    genuine = client.post("/v1/claims", json=claim).json["receipt"]
    found = jws.deserialize_compact(genuine, key, algorithms=["Ed25519"])
    header, payload = dict(found.headers()), json.loads(found.payload)
    alien = {**header, "typ": "JWT"}
    forged = {**payload, "moves_played": 1}
    head, body, signature = genuine.split(".")
    return {
        "genuine": (genuine, ISSUER, AUDIENCE),
        "of another issuer": (genuine, "https://other.example", AUDIENCE),
        "for another audience": (genuine, ISSUER, "https://other.example"),
        "without an audience": (_signed(header, {**payload, "aud": None}, key), ISSUER, AUDIENCE),
        "of another type": (_signed(alien, payload, key), ISSUER, AUDIENCE),
        "signed by another key": (_signed(header, payload, other), ISSUER, AUDIENCE),
        "changed": (f"{head}.{_signed(header, forged, key).split('.')[1]}.{signature}", ISSUER, AUDIENCE),
        "not signed": (f"{head}.{body}.", ISSUER, AUDIENCE),
    }


def _signed(header: Mapping[str, object], payload: Mapping[str, object], key: OKPKey) -> str:
    members = {name: value for name, value in payload.items() if value is not None}
    return jws.serialize_compact(dict(header), json.dumps(members).encode(), key, algorithms=["Ed25519"])


def wrongly_judged(command: list[str], place: Path) -> list[str]:
    """Return the receipts that a program wrongly accepts or refuses."""
    wrong = []
    for name, (receipt, issuer, audience) in receipts(place).items():
        arguments = [*command, receipt, str(place / "jwks.json"), issuer, audience]
        done = subprocess.run(arguments, cwd=place, capture_output=True, text=True, check=False)
        accepted = done.returncode == 0 and done.stdout.strip() == OUTPUT
        refused = done.returncode != 0 and not done.stdout.strip()
        if not (accepted if name == "genuine" else refused):
            wrong.append(f"{name}: {done.stdout}{done.stderr}"[-400:])
    return wrong
