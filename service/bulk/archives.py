"""Archives: files of games, local or by URL, which fsspec opens.

Local files and URLs share one code path: the disk has the interface of fsspec's file systems. Every failure
is an OSError that names the file without its secrets, whatever library is behind fsspec. `Archive` pickles:
each worker opens its own files.
"""

import errno
import io
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from http import HTTPStatus
from importlib import import_module
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit, urlunsplit

from schemas.problems import Problem

BLOCK: Final = 2**20
"""Bytes read at once."""

_URL: Final = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)

_VERSION_KEYS: Final = (
    "ETag",
    "etag",
    "Content-MD5",
    "md5Hash",
    "generation",
    "Last-Modified",
    "LastModified",
    "mtime",
)
"""Keys of fsspec's file descriptions that change with the content."""


class SourceError(ValueError):
    """An archive that cannot be judged, or not to its end."""


class Content(Enum):
    """What a file holds, by the suffixes of its name."""

    LINES = (".jsonl", ".ndjson")
    GZIP = (".jsonl.gz", ".ndjson.gz")
    ZSTD = (".jsonl.zst", ".ndjson.zst")
    PARQUET = (".parquet",)
    ARROW = (".arrow", ".arrows", ".feather", ".ipc")
    CSV = (".csv",)

    @property
    def is_table(self) -> bool:
        """Whether the file has columns, or one column of JSON."""
        return self in {Content.PARQUET, Content.ARROW, Content.CSV}


SUFFIXES: Final = {suffix: content for content in Content for suffix in content.value}


def suffix_of(name: str) -> str:
    """Return the suffix of an archive's name; "" if the name is not an archive's."""
    return next((suffix for suffix in SUFFIXES if name.endswith(suffix)), "")


def is_url(place: str) -> bool:
    """Return whether this is a URL rather than a path."""
    return _URL.match(place) is not None


def local_path(place: str) -> str:
    """Return the path of a `file://` URL; anything else unchanged."""
    scheme, separator, rest = place.partition("://")
    if not separator or scheme.lower() not in {"file", "local"}:
        return place
    path: str = _fsspec().url_to_fs(f"file://{rest}")[1]
    return path


def is_web(url: str) -> bool:
    """Return whether this is an http or https URL."""
    return urlsplit(url).scheme.lower() in {"http", "https"}


def public(place: str) -> str:
    """Return a URL without its user and, on the web, without its query, which may be a signature."""
    if not is_url(place):
        return place
    parts = urlsplit(place)
    query = "" if is_web(place) else parts.query
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, query, ""))


def file_name(place: str) -> str:
    """Return the last part of a path or URL."""
    return unquote(urlsplit(place).path).rpartition("/")[2] if is_url(place) else os.path.basename(place)  # noqa: PTH119


@contextmanager
def file_system(place: str) -> Iterator[tuple[Any, str]]:
    """Provide the fsspec file system of a path or URL and the path within; convert errors to OSError."""
    with _os_errors(place):
        # A local path may contain "::", which fsspec would take for a chain of URLs.
        yield _fsspec().url_to_fs(place) if is_url(place) else (_Disk(), place)


def _fsspec() -> Any:
    return import_module("fsspec")  # it takes a while


class _Disk:
    """The files of this machine, with what is used of the interface of fsspec's file systems."""

    def invalidate_cache(self) -> None:
        """Do nothing: nothing is cached."""

    def info(self, path: str) -> dict[str, Any]:
        status = Path(path).stat()
        kind = "file" if stat.S_ISREG(status.st_mode) else "other"
        return {"type": kind, "size": status.st_size, "mtime": status.st_mtime}

    def open(self, path: str, mode: str, block_size: int) -> Any:  # noqa: ARG002 - as fsspec's
        return Path(path).open(mode, buffering=0)


@contextmanager
def _os_errors(place: str) -> Iterator[None]:
    """Convert errors to OSError: each library behind fsspec has its own, some with the whole URL in
    them.
    """
    try:
        yield
    except Exception as error:
        if isinstance(error, OSError) and (not is_url(place) or error.filename == public(place)):
            raise
        reason = str(error).replace(place, public(place)) or type(error).__name__
        if reason == public(place):
            reason = "No such file, or the server cannot be reached"
        if isinstance(error, ImportError):
            reason += ". The extra remote installs what s3:// and https:// need"
        number = errno.ENOENT if isinstance(error, FileNotFoundError) else errno.EIO
        raise OSError(number, reason, public(place)) from None


@dataclass(frozen=True, slots=True)
class Archive:
    """A file of games, as it was when the run began."""

    place: str
    """A URL or an absolute path: workers have other working directories."""
    size: int
    version: str
    """Changes with the content: the modification time, or what the server provides."""
    renamed: tuple[tuple[str, str], ...] = ()
    """Columns of a table, each with the name of the field that it is read as."""
    relative_to: str = ""
    """The directory from which verdicts name the file, if it is in there; empty for the whole path."""

    @classmethod
    def of(cls, place: str | os.PathLike[str]) -> "Archive":
        """Describe the archive at an absolute path or a URL; raises OSError."""
        place = os.fspath(place)
        with file_system(place) as (system, path):
            # An earlier run in this process may have cached an earlier file.
            system.invalidate_cache()
            info = system.info(path)
            if info["type"] != "file":
                raise OSError(errno.EINVAL, "Not a regular file", public(place))
            if info.get("size") is None:
                raise OSError(errno.EIO, "The server does not report the file's size", public(place))
            version = next((str(info[key]) for key in _VERSION_KEYS if info.get(key)), "")
            return cls(place, info["size"], version)

    @property
    def content(self) -> Content:
        """What the file holds."""
        return SUFFIXES[suffix_of(file_name(self.place))]

    @property
    def name(self) -> str:
        """The place for people and JSON: without secrets, and valid UTF-8."""
        return self.identity.removeprefix(os.fsencode(self.relative_to)).decode(errors="replace")

    @property
    def identity(self) -> bytes:
        """The place without secrets: distinguishes archives, whatever they hold."""
        return os.fsencode(public(self.place))

    @property
    def stem(self) -> str:
        """The file name without directory and suffix."""
        name = file_name(self.place)
        return name.removesuffix(suffix_of(name))

    def open(self) -> io.BufferedReader:
        """Open the file for reading and seeking; raises OSError."""
        with file_system(self.place) as (system, path):
            file = system.open(path, "rb", block_size=4 * BLOCK)
            return io.BufferedReader(_RawFile(file, self.place), BLOCK)

    def check_unchanged(self) -> None:
        """Raise SourceError if the file has changed since the run began, and OSError if it cannot be
        read.
        """
        if replace(Archive.of(self.place), renamed=self.renamed, relative_to=self.relative_to) != self:
            raise SourceError(f"{self.name} has changed since the run began.")


@dataclass(frozen=True, slots=True)
class Partition:
    """A piece of an archive: whole lines, or row groups."""

    archive: Archive
    number: int
    """From 0 within the archive."""
    first_line: int
    """Number of the first line or row, from 1 within the archive."""
    start: int
    """Offset in bytes; of the gzip member or zstd frame; or the number of the first row group."""
    skip: int
    """Decompressed bytes between `start` and the first line, or rows of the row group before the first."""
    length: int | None
    """Decompressed bytes of lines, or row groups; None up to the end of the archive."""
    size: int
    """Stored bytes, approximately: a measure of the work."""
    rows: int | None = None
    """Rows of a part of one row group; None for whole row groups, and for lines."""


class _RawFile(io.RawIOBase):
    """A file of fsspec with the interface of `io.FileIO`; errors are OSErrors."""

    def __init__(self, file: Any, place: str) -> None:
        self._file = file
        self._place = place

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        with _os_errors(self._place):
            size: int = self._file.readinto(buffer)
            return size

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        position: int = self._file.seek(offset, whence)
        return position

    def tell(self) -> int:
        position: int = self._file.tell()
        return position

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()


@dataclass
class Progress:
    """How much of a partition has been read; the reader says so after each piece."""

    share: float = 0.0
    """From 0 to 1."""


def damaged(reason: object) -> Problem:
    """Build the problem of a file that cannot be read further."""
    detail = f"The archive is damaged; nothing can be read from here on. {reason}"
    return Problem(HTTPStatus.BAD_REQUEST, detail, name="damaged-archive")
