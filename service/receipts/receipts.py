"""Receipts: what a game came to, signed, so that anyone can check it without asking us.

A receipt is a JWT (RFC 7519) in compact form, signed with Ed25519. Its header has exactly three
members, ``alg``, ``typ`` and ``kid``; it does not expire, for what it says stays true.
"""

import binascii
from collections.abc import Callable
from time import time as now
from typing import Any, Final

import orjson
from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import OKPKey
from joserfc.util import urlsafe_b64decode

from schemas.claims import ClaimRequest
from service import strict_json
from service.engine.identity import ids_of, rules_version
from service.engine.replay import Verdict
from service.receipts.keys import ALGORITHM, Keys

TYPE: Final = "patience-receipt+jwt"
"""The ``typ`` that keeps a token made for another purpose from passing for a receipt (RFC 8725 §3.11)."""

MEMBERS: Final = {
    "iss": str,
    "iat": int,
    "subject": str | None,
    "id": str,
    "deal_id": str,
    "variant": str,
    "rules": dict,
    "rules_version": str,
    "outcome": str,
    "moves": int,
}
"""What every receipt says."""


class ReceiptError(ValueError):
    """Text that is no genuine receipt, and why."""


def signer(
    key: OKPKey, issuer: str, clock: Callable[[], float] = now
) -> Callable[[Verdict, ClaimRequest], str]:
    """What signs receipts for claims that hold."""

    def sign_claim(verdict: Verdict, asked: ClaimRequest) -> str:
        return sign(verdict, asked.subject, key=key, issuer=issuer, time=int(clock()))

    return sign_claim


def sign(verdict: Verdict, subject: str | None, *, key: OKPKey, issuer: str, time: int) -> str:
    """A receipt for what a log came to, at this time in seconds of the epoch.

    ``moves`` is how many were played. Whether the verdict bears out a claim is for the caller to see.
    """
    log = verdict.log
    tables = log.deal.tables
    ids = ids_of(verdict)
    payload = {
        "iss": issuer,
        "iat": time,
        "subject": subject,
        "id": ids.judgement,
        "deal_id": ids.deal,
        "variant": tables.variant.id,
        "rules": dict(tables.options),
        "rules_version": rules_version(tables.variant),
        "outcome": verdict.outcome,
        "moves": verdict.moves_played,
    }
    header = {"alg": ALGORITHM, "typ": TYPE, "kid": key.thumbprint()}
    return jws.serialize_compact(header, orjson.dumps(payload), key, algorithms=[ALGORITHM])


def check(receipt: str, keys: Keys, issuer: str | None = None) -> dict[str, Any]:
    """What a genuine receipt says: at least ``MEMBERS``, each of its type.

    Raises ReceiptError unless one of these keys signed it just so, for this issuer if one is named.
    """
    key = _key_of(receipt, keys)
    try:
        signed = jws.deserialize_compact(receipt, key, algorithms=[ALGORITHM])
    except (JoseError, ValueError):
        raise ReceiptError("The signature is not of this header and payload.") from None
    payload = _object("payload", signed.payload)
    wrong = [name for name, kind in MEMBERS.items() if not isinstance(payload.get(name, ...), kind)]
    if wrong:
        raise ReceiptError(f"The payload has no {', '.join(wrong)} as a receipt has.")
    if issuer not in (None, payload["iss"]):
        raise ReceiptError(f"The issuer is {_shown(payload['iss'])}, not {_shown(issuer)}.")
    return payload


def _key_of(receipt: str, keys: Keys) -> OKPKey:
    """The key that the header names. Nothing else in a header decides how a receipt is checked."""
    parts = receipt.split(".")
    if len(parts) != 3:
        raise ReceiptError(f"Expected three parts with dots between them, found {len(parts)}.")
    try:
        header = _object("header", urlsafe_b64decode(parts[0].encode()))
    except (binascii.Error, UnicodeError):
        raise ReceiptError("The header is not base64url.") from None
    for name, expected in (("alg", ALGORITHM), ("typ", TYPE)):
        if header.get(name) != expected:
            raise ReceiptError(f"The header's {name} is {_shown(header.get(name))}, not {_shown(expected)}.")
    surplus = header.keys() - {"alg", "typ", "kid"}
    if surplus:
        raise ReceiptError(f"A receipt's header has no {_shown(min(surplus))}.")
    kid = header.get("kid")
    if not isinstance(kid, str) or kid not in keys:
        raise ReceiptError(f"The key {_shown(kid)} is not among those given: {', '.join(keys) or 'none'}.")
    return keys[kid]


def _object(part: str, text: bytes) -> dict[str, Any]:
    try:
        value = strict_json.parse(text)
    except strict_json.JsonError:
        value = None
    if not isinstance(value, dict):
        raise ReceiptError(f"The {part} is not a JSON object that has every key once.")
    return value


def _shown(value: object) -> str:
    return f"{value!a:.80}"
