"""Who may have receipts signed: bearer tokens with the names of those who have them."""

from collections.abc import Mapping
from hashlib import sha256

from schemas.claim import LONGEST_NAME
from service.config import SettingError, variable
from service.receipts.key_files import read_guarded


class Tokens:
    """Tokens by whose they are; only hashes are kept, so that looking one up tells nothing of the others."""

    def __init__(self, names: Mapping[bytes, str]) -> None:
        """``names`` by token."""
        self._names = {_hash(token): name for token, name in names.items()}

    @classmethod
    def load(cls, file: str) -> "Tokens | None":
        """The tokens of a file, a line ``name token`` each; None where there is no file, so anybody may ask.

        Raises SettingError if the file cannot be read, can be written by others, or does not hold that.
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
            # The token itself is never quoted.
            if len(words) != 2 or len(words[0]) > LONGEST_NAME or not line.isascii():
                raise SettingError(
                    f"{setting}: {file} line {number}: expected a name and a token, both ASCII."
                )
            if words[1] in names:
                raise SettingError(f"{setting}: {file} line {number}: the token stands there twice.")
            names[words[1]] = words[0].decode()
        if not names:
            raise SettingError(f"{setting}: {file} holds no token.")
        return cls(names)

    def name_of(self, token: bytes) -> str | None:
        """Whose token this is; None if it is nobody's."""
        return self._names.get(_hash(token))


def _hash(token: bytes) -> bytes:
    return sha256(token).digest()
