"""Reads the body of a request: never more of it than allowed, and never a part as if it were the whole."""

from collections.abc import Iterator
from functools import partial
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Final
from zlib import decompressobj
from zlib import error as zlib_error

from flask import request
from werkzeug.wsgi import get_content_length, get_input_stream

from service.judging.problems import Problem

if TYPE_CHECKING:
    from zlib import _Decompress

    from _typeshed.wsgi import WSGIEnvironment

BLOCK: Final = 65_536
"""Bytes read at once from a body that is judged while it arrives."""

GZIP: Final = "gzip"

_GZIP_FORMAT: Final = 31
"""That of zlib for gzip's header and check, with the largest window."""

KEPT_IN_MEMORY: Final = 1_000_000
"""Bytes of a received body that need no file."""


def read_whole(environ: "WSGIEnvironment", limit: int) -> bytes:
    """The whole body of a request.

    Raises Problem if it is longer than ``limit``, however it is sent, or does not come to its end.
    """
    announced = _announced(environ, limit)
    # One byte more than allowed tells a body that ends at its limit from one cut off there.
    body = _read(get_input_stream(environ), limit + 1)
    if len(body) > limit:
        raise too_long(limit)
    _check_complete(announced, len(body))
    return body


def read_blocks(limit: int) -> Iterator[bytes]:
    """The body of this request, piece by piece.

    A body in chunks is handed on while it arrives. One of known length is received first, in a file if it
    is large: simple clients, and nginx, stop sending when the answer begins, or read none until all is sent.
    A body packed by gzip is unpacked on the way, and the limit is that of both. Raises Problem at once if it
    is announced to be longer than ``limit``, and while it is read as ``read_whole`` does.
    """
    environ = request.environ
    announced = _announced(environ, limit)
    blocks = _blocks(get_input_stream(environ), announced, limit)
    received = blocks if announced is None else _received(blocks)
    return _unpacked(received, limit) if "HTTP_CONTENT_ENCODING" in environ else received


def too_long(limit: int, what: str = "body") -> Problem:
    """The problem with what is longer than allowed."""
    detail = f"The {what} is longer than {limit} bytes."
    return Problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, name=f"{what}-too-long", limit=limit)


def _announced(environ: "WSGIEnvironment", limit: int) -> int | None:
    announced = get_content_length(environ)
    if announced is not None and announced > limit:
        raise too_long(limit)
    return announced


def _blocks(stream: IO[bytes], announced: int | None, limit: int) -> Iterator[bytes]:
    received = 0
    while block := _read(stream, min(BLOCK, limit + 1 - received)):
        received += len(block)
        if received > limit:
            raise too_long(limit)
        yield block
    _check_complete(announced, received)


def _received(blocks: Iterator[bytes]) -> Iterator[bytes]:
    # What is written may fail as late as when it is flushed, for the rewinding or for the end.
    try:
        with SpooledTemporaryFile(KEPT_IN_MEMORY) as file:
            for block in blocks:
                file.write(block)
            file.seek(0)
            yield from iter(partial(file.read, BLOCK), b"")
    except OSError as error:
        detail = "There is no room for the body now."
        raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, detail, name="no-room") from error


def _unpacked(packed: Iterator[bytes], limit: int) -> Iterator[bytes]:
    """What gzip's members hold, never more than a block at once, however little it was packed in."""
    unpacker = None
    unpacked = 0
    for block in packed:
        rest = block
        while rest:
            if unpacker is None or unpacker.eof:
                unpacker = decompressobj(_GZIP_FORMAT)
            piece = _unpack(unpacker, rest)
            unpacked += len(piece)
            if unpacked > limit:
                raise too_long(limit)
            yield piece
            rest = unpacker.unused_data if unpacker.eof else unpacker.unconsumed_tail
    if unpacker is None or not unpacker.eof:
        raise _broken_off()


def _unpack(unpacker: "_Decompress", packed: bytes) -> bytes:
    try:
        return unpacker.decompress(packed, BLOCK)
    except zlib_error as error:
        detail = f"The body cannot be unpacked: it is not what {GZIP} makes."
        raise Problem(HTTPStatus.BAD_REQUEST, detail, name="damaged-body") from error


def _read(stream: IO[bytes], size: int) -> bytes:
    try:
        return stream.read(size)
    except (BlockingIOError, TimeoutError) as error:
        raise Problem(HTTPStatus.REQUEST_TIMEOUT, "The body did not go on arriving.") from error
    except Exception as error:
        # Every server has its own errors for a connection lost or a chunk malformed.
        raise _broken_off() from error


def _check_complete(announced: int | None, received: int) -> None:
    if announced is not None and received < announced:
        raise _broken_off()


def _broken_off() -> Problem:
    detail = "The body broke off, or its chunks are malformed: it did not come to its end."
    return Problem(HTTPStatus.BAD_REQUEST, detail, name="incomplete-body")
