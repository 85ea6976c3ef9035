"""Partitions: the pieces of archives that are judged on their own, each in bounded memory."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Final

from service.bulk.archives import Archive, Content
from service.bulk.compressed import cut
from service.bulk.parquet import row_groups

PARTITION_BYTES: Final = 16 * 2**20
"""Archives are cut into pieces of this size, some seconds of work each."""

_BLOCK: Final = 2**20


@dataclass(frozen=True, slots=True)
class Partition:
    """A piece of an archive: whole lines, or row groups."""

    archive: Archive
    number: int
    """From 0 on within the archive; a row group has its own number."""
    first_line: int
    """The number of its first line or row, from 1 on within the archive."""
    start: int
    """Where it begins: a byte; where lines are compressed, that of a member or frame; or a row group."""
    skip: int
    """Bytes that are unpacked from there on before its first line comes."""
    length: int | None
    """In unpacked bytes of lines, or in row groups; None if it goes on to the end, whatever is there."""
    size: int
    """In bytes as stored, of row groups about; a measure of the work."""


def plan(archive: Archive, partition_bytes: int = PARTITION_BYTES) -> Iterator[Partition]:
    """The partitions of an archive, in order; an empty one has none, and one that is damaged at least one.

    Raises OSError.
    """
    if archive.size == 0:
        return
    match archive.content:
        case Content.PARQUET:
            yield from _plan_rows(archive, partition_bytes)
        case Content.LINES:
            yield from _plan_lines(archive, partition_bytes)
        case _:
            yield from _plan_packed(archive, partition_bytes)


def _plan_rows(archive: Archive, partition_bytes: int) -> Iterator[Partition]:
    groups = row_groups(archive)
    if groups is None:
        # Whoever judges it will say what is wrong.
        yield Partition(archive, 0, 1, 0, 0, None, archive.size)
        return
    whole = max(sum(group.unpacked for group in groups), 1)
    number, first, start, rows, unpacked = 0, 1, 0, 0, 0
    for end, group in enumerate(groups, 1):
        rows += group.rows
        unpacked += group.unpacked
        if unpacked >= partition_bytes or end == len(groups):
            size = archive.size * unpacked // whole
            yield Partition(archive, number, first, start, 0, end - start, size)
            number, first, start, rows, unpacked = number + 1, first + rows, end, 0, 0


def _plan_packed(archive: Archive, partition_bytes: int) -> Iterator[Partition]:
    if archive.size <= partition_bytes:
        yield Partition(archive, 0, 1, 0, 0, None, archive.size)
        return
    with archive.open() as file:
        for number, piece in enumerate(cut(file, archive.content, partition_bytes, archive.size)):
            yield Partition(archive, number, *piece)


def _plan_lines(archive: Archive, partition_bytes: int) -> Iterator[Partition]:
    start = number = 0
    first = 1
    with archive.open() as file:
        while start < archive.size:
            size, lines = _pass(file, partition_bytes)
            if not size:
                # The file has lost its end since; whoever judges it will say so.
                break
            yield Partition(archive, number, first, start, 0, size, size)
            start += size
            first += lines
            number += 1


def _pass(file: IO[bytes], least: int) -> tuple[int, int]:
    """Go on by at least so many bytes, then to the end of the line: bytes and lines passed."""
    size = lines = 0
    block = b""
    while size < least and (block := file.read(min(_BLOCK, least - size))):
        size += len(block)
        lines += block.count(b"\n")
    while not block.endswith(b"\n") and (block := file.readline(_BLOCK)):
        size += len(block)
        lines += block.endswith(b"\n")
    return size, lines
