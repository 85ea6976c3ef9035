"""The Ed25519 keys of receipts, as JSON Web Keys (RFC 7517, RFC 8037).

A key's name is its RFC 7638 thumbprint, whatever a ``kid`` beside it says: two keys never share one.
"""

import contextlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from joserfc.errors import JoseError
from joserfc.jwk import OKPKey

from service.config import SettingError, variable
from service.judging import strict_json
from service.receipts.key_files import read_guarded

CURVE: Final = "Ed25519"
ALGORITHM: Final = "Ed25519"
"""The fully specified name of RFC 9864, not the older ``EdDSA``, which leaves the curve open."""

Keys = Mapping[str, OKPKey]
"""Public keys by name."""

T = TypeVar("T")


class KeyFormatError(ValueError):
    """Text that does not hold the key expected. Its message never quotes what may be private."""


@dataclass(frozen=True, slots=True)
class KeyRing:
    """The keys of one issuer: at most one that signs, and every one whose receipts are genuine."""

    signing: OKPKey | None
    public: Keys

    @classmethod
    def load(cls, key_file: str, retired_keys_file: str) -> "KeyRing":
        """The keys of these files; an empty name stands for no file.

        Raises SettingError if a file cannot be read, does not hold what it should, or can be written by
        others than its owner. That others can read the private key is logged.
        """
        signing = _load("key_file", key_file, private_key, secret=True) if key_file else None
        retired = _load("retired_keys_file", retired_keys_file, _every_key) if retired_keys_file else []
        return cls(signing, by_name([*([signing] if signing else []), *retired]))


def new_key() -> OKPKey:
    """A private key that nobody has had before."""
    return OKPKey.generate_key(CURVE)


def private_key(text: bytes) -> OKPKey:
    """The private key of a JWK.

    Raises KeyFormatError.
    """
    jwk = _parse(text)
    if not isinstance(jwk, dict) or "d" not in jwk:
        raise KeyFormatError("Expected a private JWK, an object with kty, crv, x and d.")
    key = _import(jwk, "kty", "crv", "x", "d")
    # A receipt signed with d would not verify with an x that is not its own.
    if public_jwk(key)["x"] != jwk["x"]:
        raise KeyFormatError("The members x and d are not of one key.")
    return key


def public_key(jwk: object) -> OKPKey:
    """The public key of a JWK, already parsed; a private member is left behind.

    Raises KeyFormatError.
    """
    if not isinstance(jwk, dict):
        raise KeyFormatError("Expected a JWK, an object with kty, crv and x.")
    return _import(jwk, "kty", "crv", "x")


def usable_keys(text: bytes) -> Keys:
    """The Ed25519 keys of a JWK set; keys of other kinds are passed over, as RFC 7517 §5 asks.

    Raises KeyFormatError if the text is no JWK set.
    """
    found = []
    for jwk in _members(text):
        with contextlib.suppress(KeyFormatError):
            found.append(public_key(jwk))
    return by_name(found)


def by_name(keys: Iterable[OKPKey]) -> Keys:
    """Keys by their thumbprints, in their order."""
    return {key.thumbprint(): key for key in keys}


def private_jwk(key: OKPKey) -> dict[str, Any]:
    """A private key as a JWK, which ``private_key`` reads."""
    return {**public_jwk(key), "d": key.as_dict(private=True)["d"]}


def public_jwk(key: OKPKey) -> dict[str, Any]:
    """The public part of a key as a JWK, which anyone may see."""
    x = key.as_dict(private=False)["x"]
    return {"kty": "OKP", "crv": CURVE, "x": x, "use": "sig", "alg": ALGORITHM, "kid": key.thumbprint()}


def jwk_set(keys: Keys) -> dict[str, Any]:
    """Public keys as a JWK set."""
    return {"keys": [public_jwk(key) for key in keys.values()]}


def as_text(document: dict[str, Any]) -> str:
    """A JWK or a JWK set as a file holds it."""
    return json.dumps(document, indent=2) + "\n"


def _every_key(text: bytes) -> list[OKPKey]:
    """Every key of a JWK set of ours, where one that cannot be used is a mistake."""
    keys = []
    for index, jwk in enumerate(_members(text)):
        try:
            keys.append(public_key(jwk))
        except KeyFormatError as error:
            raise KeyFormatError(f"/keys/{index}: {error}") from None
    return keys


def _members(text: bytes) -> list[object]:
    document = _parse(text)
    members = document.get("keys") if isinstance(document, dict) else None
    if not isinstance(members, list):
        raise KeyFormatError("Expected a JWK set, an object whose keys is a list.")
    return members


def _import(jwk: dict[str, Any], *members: str) -> OKPKey:
    if jwk.get("kty") != "OKP" or jwk.get("crv") != CURVE:
        found = f"{jwk.get('kty')!a:.20} and {jwk.get('crv')!a:.20}"
        raise KeyFormatError(f"Expected a JWK with kty 'OKP' and crv '{CURVE}', found {found}.")
    try:
        # Only what makes the key: of other members, none can change what it does here.
        key = OKPKey.import_key({name: jwk[name] for name in members if name in jwk})
    except (JoseError, ValueError):
        raise KeyFormatError(f"Expected 32 bytes as base64url in {' and '.join(members[2:])}.") from None
    return OKPKey.import_key(key.raw_value)


def _parse(text: bytes) -> object:
    try:
        return strict_json.parse(text)
    except strict_json.JsonError as error:
        raise KeyFormatError(str(error)) from None


def _load(setting: str, path: str, read: Callable[[bytes], T], *, secret: bool = False) -> T:
    try:
        return read(read_guarded(setting, path, secret=secret))
    except KeyFormatError as error:
        raise SettingError(f"{variable(setting)}: {path} holds no such key. {error}") from None
