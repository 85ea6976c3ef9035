"""Read files of Arrow's columns: the file format, which Feather is, and streams.

A record batch is in memory at a time. Arrow trusts the offsets in it, so each is validated before it is used.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from typing import Final

import pyarrow as pa
from pyarrow import ipc

from service.bulk.archives import Partition
from service.bulk.table_files import Part, RowGroup, parts_of

_MAGIC: Final = b"ARROW1"
"""The first bytes of the file format."""


class ArrowTable:
    """A table of Arrow's columns; see ``TableFile``."""

    def __init__(self, batches: Iterator[pa.RecordBatch], schema: pa.Schema, file: BufferedReader) -> None:
        self.names, self.types = schema.names, schema.types
        self._batches, self._file = batches, file

    def groups(self) -> list[RowGroup] | None:
        """Return None: the file is read from its beginning to its end."""
        return None

    def parts(self, partition: Partition, columns: list[str] | None, number: int) -> Iterator[Part]:
        """Yield the rows; see ``TableFile``."""
        for batch in self._batches:
            batch.validate(full=True)
            rows = batch if columns is None else batch.select(columns)
            yield from parts_of(rows, number, self._file, partition)


@contextmanager
def open_arrow(file: BufferedReader) -> Iterator[ArrowTable]:
    """Provide the table of a file or stream. Raises the errors of Arrow."""
    options = ipc.IpcReadOptions(use_threads=False)
    if file.peek(len(_MAGIC)).startswith(_MAGIC):
        with ipc.open_file(file, options=options) as reader:
            batches = (reader.get_batch(number) for number in range(reader.num_record_batches))
            yield ArrowTable(batches, reader.schema, file)
    else:
        with ipc.open_stream(file, options=options) as stream:
            yield ArrowTable(iter(stream), stream.schema, file)
