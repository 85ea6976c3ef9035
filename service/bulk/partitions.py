"""Partitions: pieces of archives that workers judge on their own, each in bounded memory.

The partitions of an archive depend only on its content, so a later run finds the shards of an earlier one.
"""

from collections.abc import Iterator
from itertools import count
from typing import IO, TYPE_CHECKING, Final

from service.bulk.archives import BLOCK, Archive, Content, Partition
from service.bulk.compressed import cut

if TYPE_CHECKING:
    from service.bulk.table_files import RowGroup

PARTITION_BYTES: Final = 16 * 2**20
"""Size of a partition: some seconds of work."""

PARTITION_ROWS: Final = 100_000
"""Rows of a row group above which it is divided, so that several workers can judge it."""

_MOST_PARTS: Final = 16
"""The most partitions of one row group: each unpacks the rows of those before it, too."""


def plan(archive: Archive, partition_bytes: int = PARTITION_BYTES) -> Iterator[Partition]:
    """Yield the partitions of an archive in order: none if it is empty, at least one if it is damaged.

    Raises OSError.
    """
    if archive.size == 0:
        return
    if archive.content.is_table:
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
    from service.bulk.table_rows import row_groups  # noqa: PLC0415 - Arrow is large, and other archives need none

    groups = row_groups(archive)
    if groups is None:
        # The file is read from its beginning to its end, or the reader reports the damage.
        yield Partition(archive, 0, 1, 0, 0, None, archive.size)
        return
    total = max(sum(group.bytes for group in groups), 1)
    number, first = count(), 1
    most_rows = PARTITION_ROWS * max(partition_bytes, PARTITION_BYTES) // PARTITION_BYTES
    for start, stretch in _stretches(groups, partition_bytes, most_rows):
        rows = sum(group.rows for group in stretch)
        size = archive.size * sum(group.bytes for group in stretch) // total
        parts = _parts(rows, most_rows) if len(stretch) == 1 else [range(rows)]
        for part in parts:
            yield Partition(
                archive,
                next(number),
                first + part.start,
                start,
                part.start,
                len(stretch),
                size // len(parts),
                None if len(parts) == 1 else len(part),
            )
        first += rows


def _stretches(
    groups: "list[RowGroup]", partition_bytes: int, most_rows: int
) -> "Iterator[tuple[int, list[RowGroup]]]":
    """Yield row groups that are judged together, each time with the number of the first of them."""
    stretch: list[RowGroup] = []
    rows = size = 0
    for end, group in enumerate(groups):
        if stretch and group.rows > most_rows:
            yield end - len(stretch), stretch
            stretch, rows, size = [], 0, 0
        stretch.append(group)
        rows += group.rows
        size += group.bytes
        if size >= partition_bytes or rows >= most_rows:
            yield end + 1 - len(stretch), stretch
            stretch, rows, size = [], 0, 0
    if stretch:
        yield len(groups) - len(stretch), stretch


def _parts(rows: int, most_rows: int) -> list[range]:
    """Divide the rows of a row group evenly."""
    number = max(1, min(-(-rows // most_rows), _MOST_PARTS))
    return [range(rows * part // number, rows * (part + 1) // number) for part in range(number)]


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
