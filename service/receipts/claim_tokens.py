"""The bearer tokens that allow claims, each with the name of its owner and perhaps an allowance."""

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from limits import RateLimitItem, parse

from schemas.limits import LONGEST_NAME
from service.config import SettingError, variable
from service.receipts.keys import read_guarded

LIMITED: Final = ("requests", "moves", "positions")
"""What an allowance can limit; the names of the rate limits."""

Limits = Mapping[str, list[RateLimitItem]]
"""Rate limits, by what they limit."""


class Holder(NamedTuple):
    """A client with a token."""

    name: str
    limits: Limits
    """The limits that replace those of the service for this token."""


class Tokens:
    """Holders by token. Only hashes are kept, so the time of a look-up reveals nothing about the tokens."""

    def __init__(self, holders: Mapping[bytes, Holder]) -> None:
        """Keep ``holders``, which are by token."""
        self._holders = {_hash(token): holder for token, holder in holders.items()}

    @classmethod
    def load(cls, file: str) -> "Tokens | None":
        """Load the tokens from a file; None without a file: claims need no token.

        Each line has a name, a token and perhaps limits, such as ``requests=200/second``. Raises SettingError
        if the file cannot be read, is malformed, or can be written by others.
        """
        if not file:
            return None
        setting = variable("claims_tokens_file")
        text = read_guarded("claims_tokens_file", file, secret=True)
        holders: dict[bytes, Holder] = {}
        for number, line in enumerate(text.splitlines(), start=1):
            words = line.split()
            if not words:
                continue
            # The message never quotes a token.
            place = f"{setting}: {file} line {number}"
            if len(words) < 2 or len(words[0]) > LONGEST_NAME or not line.isascii():
                raise SettingError(f"{place}: Expected a name and a token, both ASCII.")
            if words[1] in holders:
                raise SettingError(f"{place}: The token occurs twice.")
            try:
                limits = dict(_limits(words[2:]))
            except ValueError:
                raise SettingError(
                    f"{place}: Expected limits on {', '.join(LIMITED)} after the token, each once, such as "
                    "requests=200/second;9000/minute."
                ) from None
            holders[words[1]] = Holder(words[0].decode(), limits)
        if not holders:
            raise SettingError(f"{setting}: {file} does not contain a token.")
        return cls(holders)

    def holder_of(self, token: bytes) -> Holder | None:
        """Return the holder of a token, None if the token is unknown."""
        return self._holders.get(_hash(token))

    def has_limits(self) -> bool:
        """Return whether a token has an allowance of its own."""
        return any(holder.limits for holder in self._holders.values())


def _limits(words: list[bytes]) -> Iterator[tuple[str, list[RateLimitItem]]]:
    """Yield what each word limits, and how. Raises ValueError for a word that is not a limit."""
    seen = set()
    for word in words:
        what, _, text = word.decode().partition("=")
        if what not in LIMITED or what in seen:
            raise ValueError(what)
        seen.add(what)
        yield what, parse_limits(text)


def parse_limits(text: str) -> list[RateLimitItem]:
    """Return rate limits such as ``20/second; 600 per minute``. Raises ValueError for any other text.

    Each is parsed alone: the pattern of several takes exponential time on a text that it does not match.
    """
    limits = list(map(parse, re.split("[,;|]", text)))
    if not all(limit.amount for limit in limits):
        raise ValueError(text)
    return limits


def _hash(token: bytes) -> bytes:
    return sha256(token).digest()
