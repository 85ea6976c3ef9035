"""Partitions: pieces of archives that workers judge on their own, each in bounded memory.

The partitions of an archive depend only on its content, so a later run finds the shards of an earlier one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Final

from service.bulk.archives import BLOCK, Archive, Content
from service.bulk.compressed import cut

PARTITION_BYTES: Final = 16 * 2**20
"""Size of a partition: some seconds of work."""


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
    """Decompressed bytes between `start` and the first line."""
    length: int | None
    """Decompressed bytes of lines, or row groups; None up to the end of the archive."""
    size: int
    """Stored bytes, approximately: a measure of the work."""


def plan(archive: Archive, partition_bytes: int = PARTITION_BYTES) -> Iterator[Partition]:
    """Yield the partitions of an archive in order: none if it is empty, at least one if it is damaged.

    Raises OSError.
    """
    if archive.size == 0:
        return
    if archive.content is Content.PARQUET:
        yield from _plan_rows(archive, partition_bytes)
    elif archive.content is Content.LINES:
        yield from _plan_lines(archive, partition_bytes)
    elif archive.size <= partition_bytes:
        yield Partition(archive, 0, 1, 0, 0, None, archive.size)
    else:
        with archive.open() as file:
            for number, piece in enumerate(cut(file, archive.content, partition_bytes, archive.size)):
                yield Partition(archive, number, *piece)


def _plan_rows(archive: Archive, partition_bytes: int) -> Iterator[Partition]:
    from service.bulk.parquet import row_groups  # noqa: PLC0415 - Arrow is large, and other archives need none

    groups = row_groups(archive)
    if groups is None:
        # The reader reports the damage.
        yield Partition(archive, 0, 1, 0, 0, None, archive.size)
        return
    total = max(sum(group.bytes for group in groups), 1)
    number, first, start, rows, size = 0, 1, 0, 0, 0
    for end, group in enumerate(groups, 1):
        rows += group.rows
        size += group.bytes
        if size >= partition_bytes or end == len(groups):
            yield Partition(archive, number, first, start, 0, end - start, archive.size * size // total)
            number, first, start, rows, size = number + 1, first + rows, end, 0, 0


def _plan_lines(archive: Archive, partition_bytes: int) -> Iterator[Partition]:
    start = number = 0
    first = 1
    with archive.open() as file:
        while start < archive.size:
            size, lines = _skip_lines(file, partition_bytes)
            if not size:
                # The file has become shorter; its judge reports that it has changed.
                break
            yield Partition(archive, number, first, start, 0, size, size)
            start += size
            first += lines
            number += 1


def _skip_lines(file: IO[bytes], least: int) -> tuple[int, int]:
    """Skip at least `least` bytes and the rest of that line; return how many bytes and lines were
    skipped.
    """
    size = lines = 0
    block = b""
    while size < least and (block := file.read(min(BLOCK, least - size))):
        size += len(block)
        lines += block.count(b"\n")
    while not block.endswith(b"\n") and (block := file.readline(BLOCK)):
        size += len(block)
        lines += block.endswith(b"\n")
    return size, lines
