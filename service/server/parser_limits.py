"""Limits on what gunicorn's HTTP parser reads, where its settings have none.

A head is refused as soon as it is too long, a body once it has too many tiny chunks. The settings in
``configuration.py`` limit the request line, and the number and size of the fields of a complete head.
"""

from collections.abc import Callable, Generator, Iterator
from typing import Any, Final

from gunicorn.http import errors
from gunicorn.http.body import ChunkedReader
from gunicorn.http.message import Request
from gunicorn.http.unreader import Unreader

from service.http.uploads import BLOCK

HEAD_BYTES: Final = 32_768
"""Bytes of a request's head, as nginx limits it."""

CHUNKS: Final = 200
"""Chunks of a body that may be of any size."""

CHUNK_BYTES: Final = 16
"""Mean size of the chunks of a body that has more: a chunk costs as much CPU as many bytes."""


class BoundedRequest(Request):
    """A request whose head is refused as soon as it has too many lines or bytes.

    Gunicorn counts the lines of a complete head, and searches all of it again for each block that arrives.
    """

    def read_into(self, unreader: Unreader, buf: bytearray, stop: bool | None = False) -> None:
        """Add the next block to `buf`, which holds the head so far; raise LimitRequestHeaders."""
        super().read_into(unreader, buf, stop)
        end = buf.find(b"\r\n\r\n")
        size = len(buf) if end < 0 else end
        if size > HEAD_BYTES or buf.count(b"\n", 0, size) > self.limit_request_fields + 1:
            raise errors.LimitRequestHeaders("The head has too many lines or bytes.")


def limit_body(request: Any) -> None:
    """Limit what is read ahead of the body of a request, and the number of its chunks."""
    # Gunicorn copies what it has read ahead with each block that is taken from it.
    request.unreader.max_body_chunk = BLOCK
    reader = request.body.reader
    if isinstance(reader, ChunkedReader) and reader.parser:
        reader.parser = bounded(reader.parser, request.force_close)


def bounded(chunks: Iterator[bytes], force_close: Callable[[], None]) -> Generator[bytes]:
    """Yield the chunks of a body; raise InvalidChunkSize once too many of them are tiny.

    An error calls `force_close` first, so that the answer says that no other request may follow.
    """
    size = 0
    try:
        for number, chunk in enumerate(chunks, start=1):
            size += len(chunk)
            if number > CHUNKS + size // CHUNK_BYTES:
                raise errors.InvalidChunkSize(b"of too many tiny chunks")
            yield chunk
    except Exception:
        force_close()
        raise
