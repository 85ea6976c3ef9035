"""Receipts: what a game came to, signed, so that anyone can check it without asking us.

A receipt is a JWT (RFC 7519) in compact form, signed with Ed25519. Its header has exactly three
members, ``alg``, ``typ`` and ``kid``; it does not expire, for what it says stays true.
"""

import binascii
from collections.abc import Callable, Mapping
from hashlib import sha256
from time import time as now
from typing import Any, Final

import orjson
from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import OKPKey
from joserfc.util import urlsafe_b64decode

from schemas.claim import ClaimRequest
from service.judging import strict_json
from service.receipts.keys import ALGORITHM, Keys

TYPE: Final = "patience-receipt+jwt"
"""The ``typ`` that keeps a token made for another purpose from passing for a receipt (RFC 8725 §3.11)."""

VERSION: Final = "2"

_GAME: Final = {
    "id": str,
    "deal_id": str,
    "variant": str,
    "rules": dict,
    "rules_version": str,
    "outcome": str,
}

MEMBERS: Final[dict[str, dict[str, Any]]] = {
    "1": {"iss": str, "iat": int, "subject": str | None, **_GAME, "moves": int},
    VERSION: {"iss": str, "iat": int, "jti": str, **_GAME, "game_id": str, "moves_played": int},
}
"""What every receipt of a version says; those of version 1 do not name it."""

_OF_VERDICT: Final = (
    "id", "deal_id", "game_id", "variant", "rules", "rules_version", "outcome", "moves_played",
)  # fmt: skip

LAST_SECOND: Final = 253_402_300_799
"""Of the year 9999, the last that dates can tell. No receipt has a higher number, or one below 0."""

OPTIONAL: Final = ("aud", "sub", "ref")
"""Texts that a receipt has where the claim had them."""


PROSPECT: Final[dict[str, Any]] = {"prospect": str, "proof": dict, "prover_version": str}
"""What a receipt says beside the outcome where a prospect was claimed: all of it, or none."""


class ReceiptError(ValueError):
    """Text that is no genuine receipt, and why."""


def signer(
    key: OKPKey, issuer: str, audience: str | None = None, clock: Callable[[], float] = now
) -> Callable[[Mapping[str, Any], ClaimRequest], str]:
    """What signs receipts for claims that hold; ``audience`` is for those that name none."""

    def sign_claim(verdict: Mapping[str, Any], asked: ClaimRequest) -> str:
        members = {
            "iss": issuer,
            "aud": asked.audience or audience,
            "sub": asked.subject,
            "ref": asked.replay.ref,
            **game_members(verdict),
            **(_prospect_members(verdict) if asked.claim.prospect else {}),
        }
        return sign({name: value for name, value in members.items() if value is not None}, key, int(clock()))

    return sign_claim


def game_members(verdict: Mapping[str, Any]) -> dict[str, Any]:
    """What a receipt says of the game; whether that bears out a claim is for the caller to see."""
    return {name: verdict[name] for name in _OF_VERDICT}


def _prospect_members(verdict: Mapping[str, Any]) -> dict[str, Any]:
    return {name: verdict[name] for name in PROSPECT}


def sign(members: dict[str, Any], key: OKPKey, time: int) -> str:
    """A receipt that says this, at this time in seconds of the epoch.

    Its ``jti`` is a hash of all members but the time, so asking again gives the same.
    """
    said = {"receipt_version": VERSION, **members}
    digest = sha256(orjson.dumps(said, option=orjson.OPT_SORT_KEYS)).hexdigest()
    payload = {**said, "iat": time, "jti": f"sha256:{digest}"}
    header = {"alg": ALGORITHM, "typ": TYPE, "kid": key.thumbprint()}
    return jws.serialize_compact(header, orjson.dumps(payload), key, algorithms=[ALGORITHM])


def check(receipt: str, keys: Keys, issuer: str | None = None, audience: str | None = None) -> dict[str, Any]:
    """What a genuine receipt says: at least ``MEMBERS`` of its version, each of its type.

    Raises ReceiptError unless one of these keys signed it just so, for this issuer if one is named, and for
    this audience: a receipt that has one is refused by whoever does not say that they are it.
    """
    key = _key_of(receipt, keys)
    try:
        signed = jws.deserialize_compact(receipt, key, algorithms=[ALGORITHM])
    except (JoseError, ValueError):
        raise ReceiptError("The signature is not of this header and payload.") from None
    payload = _object("payload", signed.payload)
    _check_members(payload)
    if issuer not in (None, payload["iss"]):
        raise ReceiptError(f"The issuer is {_shown(payload['iss'])}, not {_shown(issuer)}.")
    if audience != payload.get("aud"):
        mine = "nobody in particular" if audience is None else _shown(audience)
        meant = _shown(payload["aud"]) if "aud" in payload else "nobody in particular"
        raise ReceiptError(f"The receipt is for {meant}, not {mine}.")
    return payload


def _check_members(payload: dict[str, Any]) -> None:
    version = payload.get("receipt_version", "1")
    if not isinstance(version, str) or version not in MEMBERS:
        raise ReceiptError(f"The receipt is of version {_shown(version)}, not {' or '.join(MEMBERS)}.")
    wrong = [name for name, kind in MEMBERS[version].items() if not _is_a(payload.get(name, ...), kind)]
    wrong += [name for name in OPTIONAL if not isinstance(payload.get(name, ""), str)]
    if PROSPECT.keys() & payload.keys():
        wrong += [name for name, kind in PROSPECT.items() if not _is_a(payload.get(name, ...), kind)]
    if wrong:
        raise ReceiptError(f"The payload has no {', '.join(wrong)} as a receipt has.")


def _is_a(value: object, kind: Any) -> bool:
    if kind is int:
        # A truth value is an int to Python alone.
        return type(value) is int and 0 <= value <= LAST_SECOND
    return isinstance(value, kind)


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
