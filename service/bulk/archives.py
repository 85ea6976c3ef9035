"""Archives: files of games, on this machine or by URL."""

import errno
import os
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from stat import S_ISREG
from typing import IO, Final

from service.bulk.remote import file_name, is_url, open_url, public, status

_BLOCK: Final = 2**20


class SourceError(ValueError):
    """Archives that cannot be judged at all."""


class Content(Enum):
    """What a file holds, by the end of its name."""

    LINES = (".jsonl", ".ndjson")
    GZIP = (".jsonl.gz", ".ndjson.gz")
    ZSTD = (".jsonl.zst", ".ndjson.zst")
    PARQUET = (".parquet",)


SUFFIXES: Final = {suffix: content for content in Content for suffix in content.value}


def suffix_of(name: str) -> str:
    """The end of a file's name that says what it holds; empty if it is none of an archive."""
    return next((suffix for suffix in SUFFIXES if name.endswith(suffix)), "")


@dataclass(frozen=True, slots=True)
class Archive:
    """A file of games, as it was when the run began."""

    place: str
    """A URL, or a path: absolute, since workers have directories of their own."""
    size: int
    version: str
    """Another if the content is another: the time of its change, or what the server says."""

    @classmethod
    def of(cls, place: str | Path) -> "Archive":
        """The archive at an absolute path or a URL.

        Raises OSError.
        """
        place = os.fspath(place)
        if is_url(place):
            return cls(place, *status(place))
        found = Path(place).stat()
        return cls(place, found.st_size, str(found.st_mtime_ns))

    @property
    def content(self) -> Content:
        """What the file holds."""
        return SUFFIXES[suffix_of(self._file_name)]

    @property
    def name(self) -> str:
        """Where it is, for people and for JSON: without secrets, and nothing that is no UTF-8."""
        return self.identity.decode(errors="replace")

    @property
    def identity(self) -> bytes:
        """What tells it from other archives, whatever they hold at present."""
        return os.fsencode(public(self.place) if is_url(self.place) else self.place)

    @property
    def stem(self) -> str:
        """Its name without directory and suffix."""
        return self._file_name.removesuffix(suffix_of(self._file_name))

    def open(self) -> IO[bytes]:
        """The file, for reading and seeking.

        Raises OSError.
        """
        if is_url(self.place):
            return open_url(self.place, _BLOCK)
        # Path.open takes no opener.
        return open(self.place, "rb", _BLOCK, opener=_open_regular)

    def check_unchanged(self) -> None:
        """Raise SourceError if the file is another than when the run began."""
        if Archive.of(self.place) != self:
            raise SourceError(f"{self.name} has changed since the run began.")

    @property
    def _file_name(self) -> str:
        return file_name(self.place) if is_url(self.place) else Path(self.place).name


def _open_regular(path: str, flags: int) -> int:
    """Open a file, but none that may let its readers wait for ever, as a pipe or a device does."""
    handle = os.open(path, flags | os.O_NONBLOCK)
    if S_ISREG(os.fstat(handle).st_mode):
        return handle
    os.close(handle)
    raise OSError(errno.EINVAL, "It is no regular file", path)
