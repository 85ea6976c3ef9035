"""Genuine and forged receipts, signed without the code of the service."""

import base64
import json
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from joserfc.jwk import OKPKey

from service.api.root import GOLDEN_GAME
from service.judging.judge import judge
from service.receipts.keys import as_text, new_key, private_jwk, public_jwk
from service.receipts.receipts import game_members, sign

GOLDEN = json.loads(GOLDEN_GAME.read_bytes())
GOLDEN_VERDICT = json.loads(judge(GOLDEN_GAME.read_bytes()).answer)

ORDER = 2**252 + 27742317777372353535851937790883648493
"""The order of the group of Ed25519."""


def encode(data: bytes) -> str:
    """Return base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Decode base64url without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def text_of(value: Any) -> bytes:
    """Return a value as JSON, bytes as they are."""
    return value if isinstance(value, bytes) else json.dumps(value).encode()


def receipt_of(key: OKPKey, subject: str | None = "Ann", **more: Any) -> str:
    """Return a genuine receipt for the golden game."""
    members = {
        "iss": "https://referee.example",
        **game_members(GOLDEN_VERDICT),
        "deal": {"seed": GOLDEN["seed"]},
        **more,
    }
    return sign({**members, "sub": subject} if subject else members, key, 1_800_000_000)


def parts_of(receipt: str) -> tuple[dict[str, Any], dict[str, Any], str]:
    """Return header, payload and signature."""
    header, payload, signature = receipt.split(".")
    return json.loads(decode(header)), json.loads(decode(payload)), signature


def signed(key: OKPKey, header: Any, payload: Any) -> str:
    """Return a JWS with any header and payload, signed with the key."""
    body = f"{encode(text_of(header))}.{encode(text_of(payload))}"
    native = Ed25519PrivateKey.from_private_bytes(decode(private_jwk(key)["d"]))
    return f"{body}.{encode(native.sign(body.encode()))}"


def verify_alone(receipt: str, jwks: dict[str, Any]) -> None:
    """Verify a signature with ``cryptography`` only (RFC 7515, RFC 8037).

    Raises InvalidSignature.
    """
    header, _, signature = parts_of(receipt)
    (x,) = [key["x"] for key in jwks["keys"] if key["kid"] == header["kid"]]
    body = receipt.rpartition(".")[0].encode()
    Ed25519PublicKey.from_public_bytes(decode(x)).verify(decode(signature), body)


def write_key(path: Path) -> OKPKey:
    """Write a new private key as the service reads it; return the key."""
    key = new_key()
    path.write_text(as_text(private_jwk(key)), "ascii")
    path.chmod(0o600)
    return key


def write_set(path: Path, *keys: OKPKey) -> Path:
    """Write a set of public keys as the service reads it; return the file."""
    path.write_text(as_text({"keys": [public_jwk(key) for key in keys]}), "ascii")
    path.chmod(0o644)
    return path
