"""Split gzip members and zstd frames, which may follow one another in a file, at line ends.

A large file of many members is read once to find the places where a reader can start. A piece starts at a
member, of which its reader skips what belongs to the line before. Memory is bounded by one block, whatever
the file contains.
"""

import gzip
import sys
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import IO, Final, NamedTuple

from service.bulk.archives import BLOCK, Content

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

DAMAGE: Final = (EOFError, gzip.BadGzipFile, zlib.error, zstd.ZstdError)
"""Raised by reading a file that is damaged or ends early."""

_INPUT: Final = 2**14
"""Bytes given to a decoder at once: what follows a member is copied, so with many members it must be
small.
"""

_GZIP_MAGIC: Final = b"\x1f\x8b"

_LARGE_MEMBER: Final = 4
"""A first member of this many pieces: assume that the file has no others, and stop looking."""


class Piece(NamedTuple):
    """Lines of a compressed file that can be read on their own."""

    first_line: int
    start: int
    """Offset of the member or frame in which the first line begins."""
    skip: int
    """Decompressed bytes between that offset and the first line."""
    length: int | None
    """Decompressed bytes of the lines; None up to the end."""
    size: int
    """Compressed bytes, approximately."""


class Decompressed:
    """A reader of the members or frames from the file's position on, in blocks of at most `block` bytes."""

    def __init__(self, file: IO[bytes], content: Content, block: int) -> None:
        self._blocks = _blocks(file, content, block)
        self._rest = memoryview(b"")

    def read1(self, size: int) -> bytes:
        """Return up to `size` bytes; `b""` at the end. Raises one of ``DAMAGE`` after what precedes it."""
        while not self._rest and (entry := next(self._blocks, None)):
            self._rest = memoryview(entry[1])
        block, self._rest = self._rest[:size], self._rest[size:]
        return bytes(block)


def cut(file: IO[bytes], content: Content, least: int, size: int) -> Iterator[Piece]:
    """Yield pieces of at least `least` decompressed bytes; together they are the file of `size` bytes.

    The last piece goes to the end, damaged or not: its reader reports the damage. Raises OSError.
    """
    piece = Piece(1, 0, 0, None, size)
    # Of the decompressed data: bytes, lines, whether it ends with a line end, and where the piece began.
    done, lines, whole, origin = 0, 0, True, 0
    # The last member that began after the piece was long enough: its offset compressed and decompressed.
    member: tuple[int, int] | None = None
    try:
        for start, block in _blocks(file, content, BLOCK):
            if start is not None and done - origin >= least:
                member = start, done
            if start is None and not piece.start and not member and done > _LARGE_MEMBER * least:
                break
            line_start = done if whole else done + block.find(b"\n") + 1
            if member and block and (whole or line_start > done):
                offset, before = member
                yield piece._replace(length=line_start - origin, size=offset - piece.start)
                first_line = lines + (1 if whole else 2)
                piece = Piece(first_line, offset, line_start - before, None, size - offset)
                origin, member = line_start, None
            done += len(block)
            lines += block.count(b"\n")
            whole = block.endswith(b"\n") if block else whole
    except DAMAGE:
        # The reader of the last piece reports it.
        pass
    yield piece


class _GzipDecoder:
    """A decoder of one member with the interface of `zstd.ZstdDecompressor`."""

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

    def decompress(self, data: bytes, limit: int) -> bytes:
        return self._decoder.decompress(self._decoder.unconsumed_tail + data, limit)


def _decoder(content: Content) -> "_GzipDecoder | zstd.ZstdDecompressor":
    return _GzipDecoder() if content is Content.GZIP else zstd.ZstdDecompressor()


def _blocks(file: IO[bytes], content: Content, limit: int) -> Iterator[tuple[int | None, bytes]]:
    """Yield decompressed blocks: the first of each member or frame with its offset in the file.

    Raises one of ``DAMAGE`` after all that precedes it.
    """
    data = b""
    while data := data or file.read(_INPUT):
        if content is Content.GZIP and not (data := data.lstrip(b"\0")):
            # Members may be padded with zeros.
            continue
        if content is Content.GZIP and not _GZIP_MAGIC.startswith(data[:2]):
            raise gzip.BadGzipFile(f"Not a gzipped file: it begins with {data[:2]!r}.")
        # Where the member and its latest input begin.
        member = latest = file.tell() - len(data)
        start: int | None = member
        done = 0
        decoder = _decoder(content)
        while not decoder.eof:
            if decoder.needs_input and not data:
                latest = file.tell()
                if not (data := file.read(_INPUT)):
                    raise EOFError
            try:
                block = decoder.decompress(data, limit)
            except DAMAGE:
                for block in _before_damage(file, content, member, latest, done):
                    yield start, block
                    start = None
                raise
            yield start, block
            done += len(block)
            start, data = None, b""
        data = decoder.unused_data


def _before_damage(file: IO[bytes], content: Content, member: int, latest: int, done: int) -> Iterator[bytes]:
    """Yield what a damaged member or frame still has after its first `done` bytes.

    A decoder loses what it has unpacked in the call that fails. So the member is unpacked again, and its
    latest input byte by byte.
    """
    file.seek(member)
    decoder = _decoder(content)
    with suppress(*DAMAGE):
        while not decoder.eof:
            size = min(_INPUT, max(latest - file.tell(), 1)) if decoder.needs_input else 0
            block = decoder.decompress(file.read(size), BLOCK)
            yield block[done:]
            done = max(done - len(block), 0)
