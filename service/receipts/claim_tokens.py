"""The bearer tokens that allow claims, each with the name of its owner."""

from collections.abc import Mapping
from hashlib import sha256

from schemas.claim import LONGEST_NAME
from service.config import SettingError, variable
from service.receipts.keys import read_guarded


class Tokens:
    """Names by token. Only hashes of tokens are kept, so the time of a look-up reveals nothing about them."""

    def __init__(self, names: Mapping[bytes, str]) -> None:
        """Keep ``names``, which are by token."""
        self._names = {_hash(token): name for token, name in names.items()}

    @classmethod
    def load(cls, file: str) -> "Tokens | None":
        """Load the tokens from a file of lines ``name token``; None without a file: claims need no token.

        Raises SettingError if the file cannot be read, is malformed, or can be written by others.
        """
        if not file:
            return None
        setting = variable("claims_tokens_file")
        text = read_guarded("claims_tokens_file", file, secret=True)
        names: dict[bytes, str] = {}
        for number, line in enumerate(text.splitlines(), start=1):
            words = line.split()
            if not words:
                continue
            # The message never quotes a token.
            if len(words) != 2 or len(words[0]) > LONGEST_NAME or not line.isascii():
                raise SettingError(
                    f"{setting}: {file} line {number}: Expected a name and a token, both ASCII."
                )
            if words[1] in names:
                raise SettingError(f"{setting}: {file} line {number}: The token occurs twice.")
            names[words[1]] = words[0].decode()
        if not names:
            raise SettingError(f"{setting}: {file} does not contain a token.")
        return cls(names)

    def name_of(self, token: bytes) -> str | None:
        """Return the name of a token's owner, None if the token is unknown."""
        return self._names.get(_hash(token))


def _hash(token: bytes) -> bytes:
    return sha256(token).digest()
