"""Signs receipts, right and wrong, with nothing of the service but the key."""

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
"""Of the group in which Ed25519 signs."""


def encode(data: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes of base64url without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def text_of(value: Any) -> bytes:
    """A value as JSON, unless it is bytes already."""
    return value if isinstance(value, bytes) else json.dumps(value).encode()


def receipt_of(key: OKPKey, subject: str | None = "Ann", **more: str) -> str:
    """A genuine receipt for the golden game."""
    members = {"iss": "https://referee.example", **game_members(GOLDEN_VERDICT), **more}
    return sign({**members, "sub": subject} if subject else members, key, 1_800_000_000)


def old_receipt_of(key: OKPKey) -> str:
    """A receipt as version 1 of them was."""
    header, payload, _ = parts_of(receipt_of(key))
    new = ("receipt_version", "jti", "game_id", "sub", "moves_played")
    kept = {name: value for name, value in payload.items() if name not in new}
    return signed(key, header, {**kept, "subject": payload["sub"], "moves": payload["moves_played"]})


def parts_of(receipt: str) -> tuple[dict[str, Any], dict[str, Any], str]:
    """Header, payload and signature."""
    header, payload, signature = receipt.split(".")
    return json.loads(decode(header)), json.loads(decode(payload)), signature


def signed(key: OKPKey, header: Any, payload: Any) -> str:
    """A JWS that this key signs, whatever its header and payload say."""
    body = f"{encode(text_of(header))}.{encode(text_of(payload))}"
    native = Ed25519PrivateKey.from_private_bytes(decode(private_jwk(key)["d"]))
    return f"{body}.{encode(native.sign(body.encode()))}"


def verify_alone(receipt: str, jwks: dict[str, Any]) -> None:
    """Check a signature with ``cryptography`` alone, as RFC 7515 and RFC 8037 say; raise if it is wrong."""
    header, _, signature = parts_of(receipt)
    (x,) = [key["x"] for key in jwks["keys"] if key["kid"] == header["kid"]]
    body = receipt.rpartition(".")[0].encode()
    Ed25519PublicKey.from_public_bytes(decode(x)).verify(decode(signature), body)


def write_key(path: Path) -> OKPKey:
    """A new key, in a file as the service reads it."""
    key = new_key()
    path.write_text(as_text(private_jwk(key)), "ascii")
    path.chmod(0o600)
    return key


def write_set(path: Path, *keys: OKPKey) -> Path:
    """The public keys, in a file as the service reads it."""
    path.write_text(as_text({"keys": [public_jwk(key) for key in keys]}), "ascii")
    path.chmod(0o644)
    return path
