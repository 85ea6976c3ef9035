"""Receipts: signed results of games that anyone can verify with the issuer's public keys.

A receipt is a JWT (RFC 7519) in compact form, signed with Ed25519. Its header has exactly three members,
``alg``, ``typ`` and ``kid``. It does not expire, because the result of a game never changes.
"""

import binascii
from collections.abc import Callable, Mapping
from datetime import date as Date  # noqa: N812 - a type
from hashlib import sha256
from time import time as now
from typing import Any, Final

import orjson
from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import OKPKey
from joserfc.util import urlsafe_b64decode

from patience.play.dealing import Deal
from schemas import strict_json
from schemas.claim import ClaimRequest
from service.receipts.expectations import ANYTHING, Expected, quote
from service.receipts.keys import ALGORITHM, Keys

TYPE: Final = "patience-receipt+jwt"
"""The ``typ`` by which tokens made for other purposes are refused (RFC 8725 §3.11)."""

VERSION: Final = "2"

_GAME: Final[dict[str, type]] = {
    "id": str,
    "deal_id": str,
    "game_id": str,
    "variant": str,
    "rules": dict,
    "rules_version": str,
    "outcome": str,
    "moves_played": int,
}
"""The members that are copied from a verdict."""

MEMBERS: Final[dict[str, type]] = {"iss": str, "iat": int, "jti": str, **_GAME}
"""The members that every receipt has, with their types."""

LAST_SECOND: Final = 253_402_300_799
"""The last second of the year 9999, with which Python's dates end. Times in receipts are in 0…LAST_SECOND."""

OPTIONAL: Final = ("aud", "sub", "ref")
"""Texts that a receipt has if the claim had them."""

PROSPECT: Final[dict[str, type]] = {"prospect": str, "proof": dict, "prover_version": str}
"""Members that a receipt has, all or none, if a prospect was claimed."""


ORIGIN: Final[dict[str, type]] = {"seed": str, "own_deck": bool, "own_board": bool}
"""Where a deal came from: the members of ``deal``, of which it has exactly one."""

UNCHECKED: Final = ("sub", "ref", "claimed_seconds", "claimed_undos")
"""Members that only repeat what the client sent. The member ``unchecked`` names those that a receipt has."""


class ReceiptError(ValueError):
    """The text is not a genuine receipt; the message says why."""


class OtherVersionError(ReceiptError):
    """A known key signed the text, but this program does not read receipts of its version."""


class NotAsExpectedError(ReceiptError):
    """The receipt is genuine, but not what its recipient expects; the message lists every difference."""

    def __init__(self, differences: list[str], payload: dict[str, Any]) -> None:
        super().__init__(" ".join(differences))
        self.payload = payload


def signer(
    key: OKPKey,
    issuer: str,
    audience: str | None = None,
    clock: Callable[[], float] = now,
    day_of: Callable[[Deal], Date | None] = lambda _: None,
) -> Callable[[Mapping[str, Any], ClaimRequest], str]:
    """Return a function that signs receipts.

    ``audience`` is the default of claims without one. ``day_of`` returns the day whose daily deal a deal is.
    """

    def sign_claim(verdict: Mapping[str, Any], request: ClaimRequest) -> str:
        day = day_of(request.replay.log.deal)
        members = {
            "iss": issuer,
            "aud": request.audience or audience,
            "sub": request.subject,
            "ref": request.replay.ref,
            "daily": {"variant": verdict["variant"], "date": day.isoformat()} if day else None,
            **game_members(verdict),
            "score": dict([request.claim.score]) if request.claim.score else None,
            "claimed_seconds": request.claim.seconds,
            "claimed_undos": request.claim.undos,
            "deal": _origin_of(request.replay.log.deal),
            "own_board": True if request.replay.log.deal.is_board else None,
            **({name: verdict[name] for name in PROSPECT} if request.claim.prospect else {}),
        }
        present = {name: value for name, value in members.items() if value is not None}
        present["unchecked"] = [name for name in UNCHECKED if name in present]
        return sign(present, key, int(clock()))

    return sign_claim


def _origin_of(deal: Deal) -> dict[str, Any]:
    if deal.seed is not None:
        return {"seed": deal.seed}
    return {"own_board": True} if deal.is_board else {"own_deck": True}


def game_members(verdict: Mapping[str, Any]) -> dict[str, Any]:
    """Return the members of a receipt that describe the game, whether or not they confirm a claim."""
    return {name: verdict[name] for name in _GAME}


def sign(members: dict[str, Any], key: OKPKey, time: int) -> str:
    """Return a receipt with these members, issued at this time in seconds since the epoch.

    Its ``jti`` is a hash of all members but the time, so equal claims get receipts with equal ``jti``.
    """
    content = {"receipt_version": VERSION, **members}
    digest = sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()
    payload = {**content, "iat": time, "jti": f"sha256:{digest}"}
    header = {"alg": ALGORITHM, "typ": TYPE, "kid": key.thumbprint()}
    return jws.serialize_compact(header, orjson.dumps(payload), key, algorithms=[ALGORITHM])


def check(receipt: str, keys: Keys, expected: Expected = ANYTHING) -> dict[str, Any]:
    """Return the payload of a genuine receipt that is as expected. It has at least ``MEMBERS``.

    Raises ReceiptError unless one of the keys signed exactly this text, and NotAsExpectedError if it is about
    something else, or for someone else.
    """
    key = _key_of(receipt, keys)
    try:
        signed = jws.deserialize_compact(receipt, key, algorithms=[ALGORITHM])
    except (JoseError, ValueError):
        raise ReceiptError("The signature does not match the header and payload.") from None
    payload = _object("payload", signed.payload)
    _check_members(payload)
    if differences := list(expected.differences(payload)):
        raise NotAsExpectedError(differences, payload)
    return payload


def _check_members(payload: dict[str, Any]) -> None:
    if (version := payload.get("receipt_version")) != VERSION:
        found = "no receipt_version" if version is None else f"receipt_version {quote(version)}"
        raise OtherVersionError(
            f"The signature is valid, but the receipt has {found}. This program reads version {VERSION!r}."
        )
    malformed = [name for name, kind in MEMBERS.items() if not _is_a(payload.get(name), kind)]
    malformed += ["daily"] if not isinstance(payload.get("daily", {}), dict) else []
    malformed += ["own_board"] if payload.get("own_board", True) is not True else []
    malformed += ["deal"] if not _is_origin(payload.get("deal", {"seed": ""})) else []
    malformed += ["unchecked"] if not isinstance(payload.get("unchecked", []), list) else []
    malformed += [name for name in OPTIONAL if not isinstance(payload.get(name, ""), str)]
    if PROSPECT.keys() & payload.keys():
        malformed += [name for name, kind in PROSPECT.items() if not _is_a(payload.get(name), kind)]
    if malformed:
        raise ReceiptError(f"Missing or malformed in the payload: {', '.join(malformed)}.")


def _is_origin(deal: object) -> bool:
    """Return whether a value has exactly one member of ``ORIGIN``, which is a seed or true."""
    if not isinstance(deal, dict) or len(deal) != 1:
        return False
    ((name, value),) = deal.items()
    return isinstance(value, ORIGIN.get(name, ())) and value is not False


def _is_a(value: object, kind: type) -> bool:
    if kind is int:
        # Not bool, which is a subclass of int.
        return type(value) is int and 0 <= value <= LAST_SECOND
    return isinstance(value, kind)


def _key_of(receipt: str, keys: Keys) -> OKPKey:
    """Return the key that the header names. Nothing else in a header decides how a receipt is verified."""
    parts = receipt.split(".")
    if len(parts) != 3:
        raise ReceiptError(f"Expected three parts separated by dots, found {len(parts)}.")
    try:
        header = _object("header", urlsafe_b64decode(parts[0].encode()))
    except (binascii.Error, UnicodeError):
        raise ReceiptError("The header is not base64url.") from None
    for name, expected in (("alg", ALGORITHM), ("typ", TYPE)):
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
