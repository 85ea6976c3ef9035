"""The keys of receipts and of daily deals, and the guarded files that hold them.

Receipts are signed with Ed25519 keys, as JSON Web Keys (RFC 7517, RFC 8037). The name of such a key is its
RFC 7638 thumbprint. A ``kid`` in its file is ignored. The key of daily deals is 32 secret bytes.
"""

import contextlib
import json
import logging
import os
import stat
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from re import fullmatch
from secrets import token_hex
from typing import Any, Final, TypeVar

from joserfc.errors import JoseError
from joserfc.jwk import OKPKey

from patience.formats.plain_text import without_mark
from schemas import strict_json
from service.config import SettingError, variable

CURVE: Final = "Ed25519"
ALGORITHM: Final = "Ed25519"
"""The fully specified name of RFC 9864; the older ``EdDSA`` does not name the curve."""

Keys = Mapping[str, OKPKey]
"""Public keys by name."""

MOST_BYTES: Final = 1_000_000
"""The most bytes of a file of keys or tokens, which have some hundred bytes each."""

T = TypeVar("T")

log = logging.getLogger(__name__)


class KeyFormatError(ValueError):
    """A text that is not the expected key. The message never quotes anything that may be private."""


@dataclass(frozen=True, slots=True)
class KeyRing:
    """The keys of an issuer: at most one signing key, and all public keys whose receipts are genuine."""

    signing: OKPKey | None
    public: Keys

    @classmethod
    def load(cls, key_file: str, retired_keys_file: str) -> "KeyRing":
        """Load the keys from their files; "" stands for no file.

        Log a warning if others than the owner can read the private key. Raises SettingError if a file cannot
        be read, is malformed, or can be written by others than its owner.
        """
        signing = _load("key_file", key_file, private_key, secret=True) if key_file else None
        retired = _load("retired_keys_file", retired_keys_file, _all_keys) if retired_keys_file else []
        return cls(signing, by_name([*([signing] if signing else []), *retired]))


def new_key() -> OKPKey:
    """Generate a private key."""
    return OKPKey.generate_key(CURVE)


def private_key(text: bytes) -> OKPKey:
    """Return the private key of a JWK.

    Raises KeyFormatError.
    """
    jwk = _parse(text)
    if not isinstance(jwk, dict) or "d" not in jwk:
        raise KeyFormatError("Expected a private JWK, an object with kty, crv, x and d.")
    key = _import(jwk, "kty", "crv", "x", "d")
    # A receipt signed with d does not verify with an x of another key.
    if public_jwk(key)["x"] != jwk["x"]:
        raise KeyFormatError("The members x and d belong to different keys.")
    return key


def public_key(jwk: object) -> OKPKey:
    """Return the public key of a parsed JWK without any private member.

    Raises KeyFormatError.
    """
    if not isinstance(jwk, dict):
        raise KeyFormatError("Expected a JWK, an object with kty, crv and x.")
    return _import(jwk, "kty", "crv", "x")


def usable_keys(text: bytes) -> Keys:
    """Return the Ed25519 keys of a JWK set and ignore keys of other kinds, as RFC 7517 §5 asks.

    Raises KeyFormatError if the text is not a JWK set.
    """
    usable = []
    for jwk in _members(text):
        with contextlib.suppress(KeyFormatError):
            usable.append(public_key(jwk))
    return by_name(usable)


def by_name(keys: Iterable[OKPKey]) -> Keys:
    """Return keys by thumbprint, in the given order."""
    return {key.thumbprint(): key for key in keys}


def private_jwk(key: OKPKey) -> dict[str, Any]:
    """Return a private key as a JWK that ``private_key`` reads."""
    return {**public_jwk(key), "d": key.as_dict(private=True)["d"]}


def public_jwk(key: OKPKey) -> dict[str, Any]:
    """Return the public part of a key as a JWK."""
    x = key.as_dict(private=False)["x"]
    return {"kty": "OKP", "crv": CURVE, "x": x, "use": "sig", "alg": ALGORITHM, "kid": key.thumbprint()}


def jwk_set(keys: Keys) -> dict[str, Any]:
    """Return public keys as a JWK set."""
    return {"keys": [public_jwk(key) for key in keys.values()]}


def as_text(document: dict[str, Any]) -> str:
    """Return a JWK or a JWK set as the text of a file."""
    return json.dumps(document, indent=2) + "\n"


def new_daily_key() -> str:
    """Generate a key of daily deals as the text of its file."""
    return f"{token_hex(32)}\n"


def load_daily_key(file: str) -> bytes | None:
    """Load the key of daily deals; None without a file.

    Raises SettingError if the file cannot be read, is malformed, or can be written by others.
    """
    if not file:
        return None
    text = read_guarded("daily_key_file", file, secret=True).decode("ascii", "replace").strip()
    if not fullmatch("[0-9a-f]{64}", text):
        expected = "Expected 64 hexadecimal digits, as `referee keygen --daily` writes them."
        raise SettingError(f"{variable('daily_key_file')}: {file} is malformed. {expected}")
    return bytes.fromhex(text)


def _all_keys(text: bytes) -> list[OKPKey]:
    """Return all keys of a JWK set.

    Raises KeyFormatError for a key that cannot be used: its receipts would count as forged.
    """
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
        raise KeyFormatError("Expected a JWK set, an object with a list of keys.")
    return members


def _import(jwk: dict[str, Any], *members: str) -> OKPKey:
    if jwk.get("kty") != "OKP" or jwk.get("crv") != CURVE:
        found = f"{jwk.get('kty')!a:.20} and {jwk.get('crv')!a:.20}"
        raise KeyFormatError(f"Expected a JWK with kty 'OKP' and crv '{CURVE}', found {found}.")
    try:
        # Only the members that define the key; others must not change how it is used.
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
        raise SettingError(f"{variable(setting)}: {path} is malformed. {error}") from None


def read_guarded(setting: str, path: str, *, secret: bool) -> bytes:
    """Return the content of the file that a setting names.

    Log a warning if the file is secret and others than its owner can read it. Raises SettingError if it
    cannot be read, is too long, or can be written by others, who could add keys or tokens of their own.
    """
    name = variable(setting)
    try:
        with Path(path).open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            text = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise SettingError(f"{name}: Cannot read {path}: {error.strerror}.") from None
    if len(text) > MOST_BYTES:
        raise SettingError(f"{name}: {path} has more than {MOST_BYTES} bytes.")
    if mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise SettingError(f"{name}: Others than its owner can write {path}. Run chmod go-w on it.")
    if secret and mode & (stat.S_IRGRP | stat.S_IROTH):
        log.warning("%s: Others than its owner can read %s. Run chmod go-r on it.", name, path)
    return without_mark(text)
