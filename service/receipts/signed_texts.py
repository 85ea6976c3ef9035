"""Signed texts: JSON objects that anyone can verify with the issuer's public keys.

Each is a JWS (RFC 7515) in compact form, signed with Ed25519. Its header has exactly three members, ``alg``,
``typ`` and ``kid``. The ``typ`` keeps a text that was signed for one purpose from being taken for another
(RFC 8725 §3.11).
"""

import binascii
from collections.abc import Mapping
from typing import Any

import orjson
from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import OKPKey
from joserfc.util import urlsafe_b64decode

from schemas import strict_json
from service.receipts.expectations import quote
from service.receipts.keys import ALGORITHM, Keys


class ReceiptError(ValueError):
    """The text is not genuine; the message says why."""


def sign_text(payload: Mapping[str, Any], key: OKPKey, kind: str) -> str:
    """Return a payload as a signed text whose ``typ`` is ``kind``."""
    header = {"alg": ALGORITHM, "typ": kind, "kid": key.thumbprint()}
    return jws.serialize_compact(header, orjson.dumps(payload), key, algorithms=[ALGORITHM])


def read_signed(text: str, keys: Keys, kind: str) -> dict[str, Any]:
    """Return the payload of a text that one of the keys signed.

    Raises ReceiptError unless its header is as expected, and the key signed exactly this text.
    """
    key = _key_of(text, keys, kind)
    try:
        signed = jws.deserialize_compact(text, key, algorithms=[ALGORITHM])
    except (JoseError, ValueError):
        raise ReceiptError("The signature does not match the header and payload.") from None
    return _object("payload", signed.payload)


def _key_of(text: str, keys: Keys, kind: str) -> OKPKey:
    """Return the key that the header names. Nothing else in a header decides how a text is verified."""
    parts = text.split(".")
    if len(parts) != 3:
        raise ReceiptError(f"Expected three parts separated by dots, found {len(parts)}.")
    try:
        header = _object("header", urlsafe_b64decode(parts[0].encode()))
    except (binascii.Error, UnicodeError):
        raise ReceiptError("The header is not base64url.") from None
    for name, expected in (("alg", ALGORITHM), ("typ", kind)):
        if header.get(name) != expected:
            raise ReceiptError(
                f"The header has {name} {quote(header.get(name))}; expected {quote(expected)}."
            )
    surplus = header.keys() - {"alg", "typ", "kid"}
    if surplus:
        raise ReceiptError(f"Unexpected member {quote(min(surplus))} in the header.")
    kid = header.get("kid")
    if not isinstance(kid, str) or kid not in keys:
        raise ReceiptError(f"Unknown key {quote(kid)}. Known keys: {', '.join(keys) or 'none'}.")
    return keys[kid]


def _object(part: str, text: bytes) -> dict[str, Any]:
    try:
        value = strict_json.parse(text)
    except strict_json.JsonError:
        value = None
    if not isinstance(value, dict):
        raise ReceiptError(f"The {part} is not a JSON object with unique keys.")
    return value
