"""Read Parquet.

A file may be damaged in any byte. So the footer is checked against itself, and rows that Arrow loses are
counted.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from itertools import accumulate

from pyarrow import parquet

from service.bulk.archives import BLOCK, Partition, damaged
from service.bulk.table_files import Part, RowGroup


class ParquetTable:
    """A table of Parquet; see ``TableFile``."""

    def __init__(self, file: parquet.ParquetFile) -> None:
        """Raise Problem for a footer that contradicts itself."""
        self.names, self.types = file.schema_arrow.names, file.schema_arrow.types
        self._file = file
        _check_numbers(file.metadata)

    def groups(self) -> list[RowGroup] | None:
        """Return the row groups."""
        # Do not touch the columns of a row group: Arrow aborts the process if one is damaged.
        groups = _groups(self._file.metadata)
        return [RowGroup(group.num_rows, max(group.total_byte_size, 0)) for group in groups]

    def parts(self, partition: Partition, columns: list[str] | None, number: int) -> Iterator[Part]:
        """Yield the rows; see ``TableFile``."""
        file, start, length, skip = self._file, partition.start, partition.length, partition.skip
        groups = range(start, file.num_row_groups if length is None else start + length)
        rows = [file.metadata.row_group(group).num_rows for group in groups]
        last = sum(rows) if partition.rows is None else skip + partition.rows
        read = 0
        # One by one: Arrow cannot join the dictionaries of several.
        for group, expected in zip(groups, accumulate(rows), strict=True):
            for batch in file.iter_batches(number, row_groups=[group], columns=columns, use_threads=False):
                part = batch.slice(max(skip - read, 0), max(last - max(skip, read), 0))
                read += batch.num_rows
                yield Part(part, min(max(read - skip, 0) / max(last - skip, 1), 1))
                if last <= read < expected:
                    # The rest of the row group is another partition's.
                    return
            # Arrow may skip rows of damaged pages silently.
            if read != expected:
                raise damaged(f"Row group {group} lacks {expected - read} rows.")


@contextmanager
def open_parquet(file: BufferedReader) -> Iterator[ParquetTable]:
    """Provide the table of a file. Raises Problem, and the errors of Arrow."""
    with parquet.ParquetFile(file) as table:
        parts = [table.schema.column(number) for number in range(len(table.schema))]
    # A text that is stored once for many rows stays one in memory.
    shared = [part.path for part in parts if part.physical_type == "BYTE_ARRAY"]
    # Without pre_buffer a row group is read as it is needed, however large it is.
    with parquet.ParquetFile(file, read_dictionary=shared, pre_buffer=False, buffer_size=BLOCK) as table:
        yield ParquetTable(table)


def _groups(table: parquet.FileMetaData) -> list[parquet.RowGroupMetaData]:
    return [table.row_group(number) for number in range(table.num_row_groups)]


def _check_numbers(table: parquet.FileMetaData) -> None:
    groups = _groups(table)
    rows = [group.num_rows for group in groups]
    if any(number < 0 for number in rows) or sum(rows) != table.num_rows:
        raise damaged(f"The footer has {table.num_rows} rows in all, but {sum(rows)} in its row groups.")
    if any(group.num_columns != table.num_columns for group in groups):
        raise damaged("The footer has row groups with other columns than the table.")
