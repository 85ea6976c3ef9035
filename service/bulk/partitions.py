"""Partitions: the pieces of archives that are judged on their own, each in bounded memory."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

from service.bulk.rows import row_groups
from service.bulk.sources import Archive, Content

PARTITION_BYTES: Final = 16 * 2**20
"""Plain lines are cut into pieces of this size, some seconds of work each."""

_BLOCK: Final = 2**20


@dataclass(frozen=True, slots=True)
class Partition:
    """A piece of an archive: whole lines, a row group, or all of what is compressed as a whole."""

    archive: Archive
    number: int
    """From 0 on within the archive; a row group has its own number."""
    first_line: int
    """The number of its first line or row, from 1 on within the archive."""
    start: int
    """Where it begins, in bytes; of no meaning for row groups."""
    size: int
    """In bytes as stored; a measure of the work."""


def plan(archive: Archive, partition_bytes: int = PARTITION_BYTES) -> Iterator[Partition]:
    """The partitions of an archive, in order; an empty one has none, and one that is damaged at least one.

    Raises OSError.
    """
    if archive.size == 0:
        return
    if archive.content is Content.PARQUET:
        yield from _plan_rows(archive)
    elif archive.content is Content.LINES:
        yield from _plan_lines(archive, partition_bytes)
    else:
        yield Partition(archive, 0, 1, 0, archive.size)


def _plan_rows(archive: Archive) -> Iterator[Partition]:
    groups = row_groups(archive.path)
    if groups is None:
        # Whoever judges it will say what is wrong.
        groups = [(1, archive.size)]
    first = 1
    for number, (row_count, size) in enumerate(groups):
        yield Partition(archive, number, first, 0, size)
        first += row_count


def _plan_lines(archive: Archive, partition_bytes: int) -> Iterator[Partition]:
    start = number = 0
    first = 1
    with archive.path.open("rb", buffering=_BLOCK) as file:
        while start < archive.size:
            size, lines = _pass(file, partition_bytes)
            if not size:
                # The file has lost its end since; whoever judges it will say so.
                break
            yield Partition(archive, number, first, start, size)
            start += size
            first += lines
            number += 1


def _pass(file: BinaryIO, least: int) -> tuple[int, int]:
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
