"""Read CSV: a header of names, and text in every cell. An empty cell without quotation marks is a null."""

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader, StringIO
from typing import Final

import pyarrow as pa
from pyarrow import csv as arrow_csv

from schemas.replay_request import FIELDS
from service.bulk.archives import BLOCK, Partition
from service.bulk.table_files import Part, RowGroup, parts_of

_READ: Final = {*FIELDS} - {"ref"}
"""Columns that are read and not copied."""


class CsvTable:
    """A table of text; see ``TableFile``."""

    def __init__(self, names: list[str], file: BufferedReader) -> None:
        self.names = names
        # Fields as bytes, so that text that is not UTF-8 rejects its own row alone.
        self.types = [pa.binary() if name in _READ else pa.string() for name in names]
        self._file = file

    def groups(self) -> list[RowGroup] | None:
        """Return None: where a row begins is known from the beginning alone."""
        return None

    def parts(self, partition: Partition, columns: list[str] | None, number: int) -> Iterator[Part]:
        """Yield the rows; see ``TableFile``."""
        reader = arrow_csv.open_csv(
            self._file,
            arrow_csv.ReadOptions(use_threads=False, block_size=BLOCK),
            arrow_csv.ParseOptions(newlines_in_values=True),
            arrow_csv.ConvertOptions(
                column_types=dict(zip(self.names, self.types, strict=True)),
                include_columns=columns or self.names,
                null_values=[""],
                strings_can_be_null=True,
                quoted_strings_can_be_null=False,
            ),
        )
        for batch in reader:
            yield from parts_of(batch, number, self._file, partition)


@contextmanager
def open_csv(file: BufferedReader) -> Iterator[CsvTable]:
    """Provide the table of a file."""
    begin = file.peek(BLOCK).decode("utf-8-sig", errors="replace")
    yield CsvTable(next(csv.reader(StringIO(begin)), []), file)
