"""Archives by URL, on whatever fsspec reaches: web servers, object stores and more."""

import errno
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, Final
from urllib.parse import unquote, urlsplit, urlunsplit

import fsspec

_URL: Final = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)

_TAGS: Final = (
    "ETag",
    "etag",
    "Content-MD5",
    "md5Hash",
    "generation",
    "Last-Modified",
    "LastModified",
    "mtime",
)
"""What tells one content of a place from another, under the names that servers give it."""


def is_url(place: str) -> bool:
    """Whether this is a URL and no path."""
    return _URL.match(place) is not None


def local_path(place: str) -> str:
    """The path that the URL of a local file means; whatever is no such URL stays as it is."""
    scheme, mark, rest = place.partition("://")
    if not mark or scheme.lower() not in {"file", "local"}:
        return place
    path: str = fsspec.url_to_fs(f"file://{rest}")[1]
    return path


def public(url: str) -> str:
    """A URL without what may be secret: a user, and on the web the query, which may be signed."""
    parts = urlsplit(url)
    query = "" if _is_web(url) else parts.query
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, query, ""))


def file_name(url: str) -> str:
    """The name at the end of a URL."""
    return unquote(urlsplit(url).path).rpartition("/")[2]


def expand_url(url: str) -> list[str]:
    """The URLs of files that a pattern or a directory means, in order.

    Raises OSError.
    """
    with _as_os_errors(url):
        system, path = fsspec.url_to_fs(url)
        is_pattern = "*" in path or ("[" in path and not _is_web(url))
        found = system.glob(path) if is_pattern else system.find(path)
        return [system.unstrip_protocol(name) for name in sorted(found)]


def status(url: str) -> tuple[int, str]:
    """The size of a file, and what tells its content from another.

    Raises OSError.
    """
    with _as_os_errors(url):
        system, path = fsspec.url_to_fs(url)
        # Another run in this process may have known another file.
        system.invalidate_cache()
        told = system.info(path)
        if told.get("size") is None:
            raise OSError(errno.EIO, "The server does not say how large it is", public(url))
        return told["size"], next((str(told[tag]) for tag in _TAGS if told.get(tag)), "")


def open_url(url: str, block: int) -> IO[bytes]:
    """The content of a file, read in such blocks as it is needed; what fails in reading is an OSError."""
    with _as_os_errors(url):
        system, path = fsspec.url_to_fs(url)
        return io.BufferedReader(_Remote(system.open(path, "rb", block_size=4 * block), url), block)


class _Remote(io.RawIOBase):
    """A file of fsspec's as those of the system are."""

    def __init__(self, file: Any, url: str) -> None:
        self._file = file
        self._url = url

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        with _as_os_errors(self._url):
            data = self._file.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

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


@contextmanager
def _as_os_errors(url: str) -> Iterator[None]:
    """Every library behind fsspec has errors of its own, some with the whole URL in them."""
    try:
        yield
    except Exception as error:
        if isinstance(error, OSError) and error.errno and error.filename == public(url):
            raise
        why = str(error).replace(url, public(url)) or type(error).__name__
        if isinstance(error, ImportError):
            why += ". The extra remote brings what s3:// and https:// need"
        number = errno.ENOENT if isinstance(error, FileNotFoundError) else errno.EIO
        raise OSError(number, why, public(url)) from None


def _is_web(url: str) -> bool:
    return urlsplit(url).scheme.lower() in {"http", "https"}
