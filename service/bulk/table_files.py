"""What every kind of table offers to the reader of its rows."""

from collections.abc import Iterator
from io import BufferedReader
from typing import NamedTuple, Protocol

import pyarrow as pa

from service.bulk.archives import Partition


class RowGroup(NamedTuple):
    """The smallest part of a table that can be read on its own."""

    rows: int
    bytes: int
    """Decompressed size of the values; equal values are counted once."""


class Part(NamedTuple):
    """Some rows of a partition."""

    rows: pa.RecordBatch
    share: float
    """How much of the partition is read with them, from 0 to 1."""


def parts_of(rows: pa.RecordBatch, number: int, file: BufferedReader, partition: Partition) -> Iterator[Part]:
    """Yield at most `number` rows at a time of a batch that ends where a file has been read up to."""
    share = min(file.tell() / max(partition.size, 1), 1)
    for start in range(0, rows.num_rows, number):
        yield Part(rows.slice(start, number), share)


class TableFile(Protocol):
    """A file that holds a table."""

    names: list[str]
    """The columns."""
    types: list[pa.DataType]
    """Their types."""

    def groups(self) -> list[RowGroup] | None:
        """Return the row groups; None if the file is read from its beginning to its end."""

    def parts(self, partition: Partition, columns: list[str] | None, number: int) -> Iterator[Part]:
        """Yield at most `number` rows of a partition at a time, with these columns, or with all.

        Raises Problem where rows are missing, and the errors of Arrow.
        """
