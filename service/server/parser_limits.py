"""Limits on what gunicorn's HTTP parser reads, where its settings have none.

A head is refused as soon as it is too long, a body once it has too many tiny chunks. The settings in
``configuration.py`` limit the request line, and the number and size of the fields of a complete head.
A body that the application does not read is skipped before the answer, within limits.
"""

from collections.abc import Callable, Generator, Iterator
from socket import socket
from time import monotonic
from typing import Any, Final

from gunicorn.http import errors
from gunicorn.http.body import Body, ChunkedReader
from gunicorn.http.message import Request
from gunicorn.http.unreader import Unreader

from service.http.uploads import BLOCK

HEAD_BYTES: Final = 32_768
"""Bytes of a request's head, as nginx limits it."""

CHUNKS: Final = 200
"""Chunks of a body that may be of any size."""

CHUNK_BYTES: Final = 16
"""Mean size of the chunks of a body that has more: a chunk costs as much CPU as many bytes."""

SKIP_SECONDS: Final = 10.0
"""How long skipping the rest of a body may take. A proxy sends what it has buffered much faster."""

SILENT_SECONDS: Final = 1.0
"""How long the client may then send nothing. A slow one should not wait for a refusal."""


class SkippableBody(Body):
    """A request body whose rest can be skipped before the request is answered.

    A proxy or a simple client that still sends when the server closes the connection loses the answer: nginx
    reports 502 instead.
    """

    def __init__(self, request: Any, most: int) -> None:
        super().__init__(request.body.reader)
        self._force_close: Callable[[], None] = request.force_close
        self._sock: socket = request.unreader.sock
        self._most = most

    def skip_rest(self) -> None:
        """Read what is left; beyond the limits, let the answer say that the connection will be closed."""
        # A reader of chunks does not know what is left.
        left = getattr(self.reader, "length", 1)
        if left and (left > self._most or not self._skip()):
            self._force_close()

    def _skip(self) -> bool:
        deadline = monotonic() + SKIP_SECONDS
        left = self._most
        self._sock.settimeout(SILENT_SECONDS)
        try:
            while block := self.read(BLOCK):
                left -= len(block)
                if left < 0 or monotonic() > deadline:
                    return False
        except (OSError, errors.ParseException):
            return False
        finally:
            self._sock.settimeout(None)
        return True


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


def limit_body(request: Any, most: int) -> None:
    """Limit what is read ahead of the body of a request, the number of its chunks, and what may be skipped.

    At most `most` bytes are skipped before an answer.
    """
    # Gunicorn copies what it has read ahead with each block that is taken from it.
    request.unreader.max_body_chunk = BLOCK
    reader = request.body.reader
    if isinstance(reader, ChunkedReader) and reader.parser:
        reader.parser = bounded(reader.parser, request.force_close)
    request.body = SkippableBody(request, most)


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
