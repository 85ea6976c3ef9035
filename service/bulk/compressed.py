"""Members of gzip and frames of zstd, one after the other in a file: where it may be cut."""

import gzip
import sys
import zlib
from collections.abc import Iterator
from io import BufferedIOBase
from typing import IO, Final, NamedTuple

from service.bulk.archives import Content

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

DAMAGE: Final = (EOFError, gzip.BadGzipFile, zlib.error, zstd.ZstdError)
"""What is raised by reading a file that is no whole archive."""

_BLOCK: Final = 2**20

_FED: Final = 2**14
"""Bytes that a decoder is given: what follows a member is copied, so with many members it must be little."""


_HOPELESS: Final = 4
"""Where a first member is so many times as long as a piece, the file is taken to be no more than that."""


class Piece(NamedTuple):
    """Lines of a packed file that can be read on their own."""

    first_line: int
    start: int
    """Where the member or frame begins in which the first line does."""
    skip: int
    """Unpacked bytes of it before that line."""
    length: int | None
    """Unpacked bytes of the lines; None if they go on to the end."""
    size: int
    """As stored, nearly."""


def open_packed(file: IO[bytes], content: Content) -> BufferedIOBase:
    """What a packed file holds, from the member or frame on at which it stands."""
    return gzip.GzipFile(fileobj=file) if content is Content.GZIP else zstd.ZstdFile(file)


def cut(file: IO[bytes], content: Content, least: int, size: int) -> Iterator[Piece]:
    """Pieces of at least so many unpacked bytes, which together are the file of ``size`` bytes.

    The last goes on to the end: damage is for whoever reads it. Raises OSError.
    """
    piece = Piece(1, 0, 0, None, size)
    # Of what is unpacked: bytes, lines, whether they end with a line's end, and where the piece began.
    done, lines, whole, origin = 0, 0, True, 0
    # Where the last member began once the piece was long enough, in the file and in what is unpacked.
    member: tuple[int, int] | None = None
    try:
        for start, block in _unpack(file, content):
            if start is not None and done - origin >= least:
                member = start, done
            if start is None and not piece.start and not member and done > _HOPELESS * least:
                break
            line_start = done if whole else done + block.find(b"\n") + 1
            if member and block and (whole or line_start > done):
                stored, unpacked = member
                yield piece._replace(length=line_start - origin, size=stored - piece.start)
                first_line = lines + (1 if whole else 2)
                piece = Piece(first_line, stored, line_start - unpacked, None, size - stored)
                origin, member = line_start, None
            done += len(block)
            lines += block.count(b"\n")
            whole = block.endswith(b"\n") if block else whole
    except DAMAGE:
        # Whoever reads the last piece will say so.
        pass
    yield piece


class _GzipDecoder:
    """Unpacks one member, as those of other formats do."""

    def __init__(self) -> None:
        self._decoder = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._decoder.eof

    @property
    def needs_input(self) -> bool:
        return not self._decoder.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._decoder.unused_data

    def decompress(self, data: bytes, most: int) -> bytes:
        return self._decoder.decompress(self._decoder.unconsumed_tail + data, most)


def _unpack(file: IO[bytes], content: Content) -> Iterator[tuple[int | None, bytes]]:
    """What a file holds, in blocks: the first of each member or frame with where that begins in the file."""
    data = b""
    while data := data or file.read(_FED):
        if content is Content.GZIP and not (data := data.lstrip(b"\0")):
            # Members may be filled up with zeros.
            continue
        start: int | None = file.tell() - len(data)
        decoder = _GzipDecoder() if content is Content.GZIP else zstd.ZstdDecompressor()
        while not decoder.eof:
            if decoder.needs_input and not (data := data or file.read(_FED)):
                return
            yield start, decoder.decompress(data, _BLOCK)
            start, data = None, b""
        data = decoder.unused_data
