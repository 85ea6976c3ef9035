"""Reading of request bodies: never more than allowed, and never a part as if it were the whole."""

import sys
from collections.abc import Iterator
from functools import partial
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Final
from zlib import decompressobj
from zlib import error as zlib_error

from werkzeug.wsgi import get_content_length, get_input_stream

from schemas.problems import Problem, body_timed_out, incomplete_body, no_room, too_long
from service.http.tcp import is_timed_out
from service.http.workload import large_body

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

BLOCK: Final = 65_536
"""Bytes read at once from a body that is judged while it arrives."""

GZIP: Final = "gzip"

_GZIP_FORMAT: Final = 31
"""zlib's number for gzip's header and checksum, with the largest window."""

_MEMBER_START: Final = b"\x1f\x8b\x08"
"""The first bytes of a gzip member (RFC 1952). In compressed lines they are rare by chance."""

_NOT_GZIP: Final = "it is not valid gzip"

MEMBERS: Final = 100
"""Members of a gzip body that may be of any size."""

MEMBER_BYTES: Final = 48
"""Mean packed size of the members of a body that has more: one with a short game has about 65."""

KEPT_IN_MEMORY: Final = BLOCK
"""Bytes of a received body that need no temporary file."""


def received(
    environ: "WSGIEnvironment", length: int | None, limit: int, size: int = sys.maxsize
) -> Iterator[bytes]:
    """Yield the body of a request as it arrives, at most `size` bytes at once; `length` is None if unknown.

    Raises Problem if it is longer than `limit` bytes, however it is sent, or incomplete.
    """
    # Werkzeug's own limit would cut off a body of unknown length without an error.
    if length is not None and length > limit:
        raise too_long(limit)
    stream = get_input_stream(environ) if length is None else environ["wsgi.input"]
    count = 0
    while count != length:
        try:
            # A byte more than allowed distinguishes a body that is too long from one that ends at the limit.
            block = stream.read(min(size, (limit + 1 if length is None else length) - count))
        except MemoryError:
            raise
        except Exception as error:
            # Each server has its own errors for lost connections and malformed chunks.
            raise _incomplete(environ, error) from error
        if not block:
            break
        count += len(block)
        if count > limit:
            raise too_long(limit)
        yield block
    if length is not None and count < length:
        raise _incomplete(environ)


def read_blocks(environ: "WSGIEnvironment", limit: int) -> Iterator[bytes]:
    """Yield the body of a request, unpacked if it is gzipped.

    A chunked body is passed on while it arrives. A body of known length is received first, in a temporary
    file if it is large: simple clients, and nginx, stop sending when the answer begins, or read nothing until
    all is sent. Raises Problem if the body is longer than `limit` bytes, packed or unpacked, or incomplete.
    """
    length = get_content_length(environ)
    blocks = received(environ, length, limit, BLOCK)
    is_packed = "HTTP_CONTENT_ENCODING" in environ
    if is_packed:
        blocks = _bounded(blocks)
    if length is not None and length > KEPT_IN_MEMORY:
        blocks = _spooled(blocks)
    elif length is not None:
        blocks = iter([b"".join(blocks)])
    return _unpacked(blocks, limit) if is_packed else blocks


def _spooled(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the blocks once all of them have been received."""
    # A write can fail as late as in the flush before the file is rewound or closed.
    try:
        with large_body(), SpooledTemporaryFile(KEPT_IN_MEMORY) as file:
            for block in blocks:
                file.write(block)
            file.seek(0)
            yield from iter(partial(file.read, BLOCK), b"")
    except OSError as error:
        raise no_room() from error


def _bounded(packed: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the blocks of a gzip body; raise Problem if it is not gzip, or once it has too many tiny members.

    A member costs CPU even if it is empty. Here the rest of the body is not even received.
    """
    members = size = 0
    for block in packed:
        if not size and not _MEMBER_START.startswith(block[:3]):
            raise _damaged(_NOT_GZIP)
        members += block.count(_MEMBER_START)
        size += len(block)
        if members > MEMBERS + size // MEMBER_BYTES:
            raise _damaged("it has too many tiny gzip members")
        yield block


def _unpacked(packed: Iterator[bytes], limit: int) -> Iterator[bytes]:
    """Yield the contents of gzip members, at most a block at once, however well they are packed."""
    unpacker = None
    unpacked = 0
    for block in packed:
        rest = block
        while rest:
            if unpacker is None or unpacker.eof:
                unpacker = decompressobj(_GZIP_FORMAT)
            try:
                piece = unpacker.decompress(rest, BLOCK)
            except zlib_error as error:
                raise _damaged(_NOT_GZIP) from error
            unpacked += len(piece)
            if unpacked > limit:
                raise too_long(limit)
            yield piece
            rest = unpacker.unused_data if unpacker.eof else unpacker.unconsumed_tail
    if unpacker is None or not unpacker.eof:
        raise Problem(HTTPStatus.BAD_REQUEST, "Incomplete gzip body.", name="incomplete-body")


def _damaged(why: str) -> Problem:
    return Problem(HTTPStatus.BAD_REQUEST, f"The body cannot be unpacked: {why}.", name="damaged-body")


def _incomplete(environ: "WSGIEnvironment", error: Exception | None = None) -> Problem:
    if isinstance(error, BlockingIOError | TimeoutError) or is_timed_out(environ):
        return body_timed_out()
    return incomplete_body()
