"""Reads Parquet: a column for each field of a replay request, or one column of JSON."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from typing import Any, Final, NamedTuple

import orjson
import pyarrow as pa
from pyarrow import parquet

from schemas.replay_request import ReplayRequestSchema
from service.bulk.archives import Archive
from service.bulk.arrow_values import Unreadable, is_text, texts, values
from service.bulk.progress import Place
from service.bulk.rejections import damaged, foreign_columns, too_long, unreadable
from service.judging.problems import Problem

FIELDS: Final = tuple(ReplayRequestSchema().fields)

_ROWS: Final = 64
"""Rows in memory at once, each of which may be as long as a line."""

_BLOCK: Final = 2**20


class RowGroup(NamedTuple):
    """How much of a table can be read on its own."""

    rows: int
    unpacked: int
    """Bytes of its values; of equal ones, those of one."""


def row_groups(archive: Archive) -> list[RowGroup] | None:
    """The row groups of a table; None if it cannot be read.

    Raises OSError where the file cannot be read.
    """
    try:
        with _open(archive) as file:
            return [_size_of(group) for group in _groups(file.metadata)]
    except Problem:
        return None


def _size_of(group: parquet.RowGroupMetaData) -> RowGroup:
    # Of a damaged column nothing can be asked: Arrow ends the process.
    return RowGroup(group.num_rows, max(group.total_byte_size, 0))


def _groups(table: parquet.FileMetaData) -> list[parquet.RowGroupMetaData]:
    return [table.row_group(number) for number in range(table.num_row_groups)]


def read_rows(
    archive: Archive, start: int, length: int | None, longest: int, place: Place
) -> Iterator[bytes | Problem]:
    """The rows of so many row groups, or of all, as JSON: a null, in a row or within, is a field left out.

    A row of more than ``longest`` bytes is a problem. So are columns that are neither the fields of a request
    nor one of JSON, and damage: then nothing follows. Raises OSError where the file cannot be read.
    """
    try:
        with _open(archive) as file:
            as_json = _is_json(file.schema_arrow)
            groups = range(start, file.num_row_groups if length is None else start + length)
            rows = [file.metadata.row_group(group).num_rows for group in groups]
            read, most = 0, max(sum(rows), 1)
            place.share = lambda: min(read / most, 1)
            # One by one: Arrow cannot join the dictionaries of several.
            for group, promised in zip(groups, accumulate(rows), strict=True):
                for batch in file.iter_batches(_ROWS, row_groups=[group], use_threads=False):
                    yield from _texts(batch) if as_json else _requests(batch, longest)
                    read += batch.num_rows
                # Of damaged pages Arrow may pass over rows, and say nothing.
                if read != promised:
                    raise damaged(f"Row group {group} lacks {promised - read} rows.")
    except Problem as problem:
        yield problem


@contextmanager
def _open(archive: Archive) -> Iterator[parquet.ParquetFile]:
    """The table in a file; whatever Arrow cannot read of it raises Problem."""
    with archive.open() as file:
        try:
            with parquet.ParquetFile(file) as table:
                parts = [table.schema.column(number) for number in range(len(table.schema))]
            # A text that is stored once for many rows stays one in memory.
            shared = [part.path for part in parts if part.physical_type == "BYTE_ARRAY"]
            # Without pre_buffer a row group is read as it is needed, however large it is.
            with parquet.ParquetFile(
                file, read_dictionary=shared, pre_buffer=False, buffer_size=_BLOCK
            ) as table:
                _check_columns(table.schema_arrow)
                _check_numbers(table.metadata)
                yield table
        except MemoryError:
            raise damaged("It unpacks to more than fits into memory.") from None
        # What a text in the file makes Arrow say need not be UTF-8.
        except (pa.ArrowException, UnicodeDecodeError, OSError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise damaged(error) from None


def _check_columns(schema: pa.Schema) -> None:
    if _is_json(schema):
        return
    unknown = [name for name in schema.names if name not in FIELDS]
    if unknown or not schema.names or len(set(schema.names)) < len(schema.names):
        found = f"The table has the columns {', '.join(schema.names) or '(none)'}."
        raise foreign_columns(
            f"{found} Expected one column of JSON text, or columns among {', '.join(FIELDS)}, each once."
        )


def _check_numbers(table: parquet.FileMetaData) -> None:
    groups = _groups(table)
    rows = [group.num_rows for group in groups]
    if any(number < 0 for number in rows) or sum(rows) != table.num_rows:
        raise damaged(f"The footer tells of {table.num_rows} rows, and of {sum(rows)} in its row groups.")
    if any(group.num_columns != table.num_columns for group in groups):
        raise damaged("The footer tells of row groups with other columns than the table has.")


def _is_json(schema: pa.Schema) -> bool:
    if len(schema.types) != 1:
        return False
    (kind,) = schema.types
    return is_text(kind.value_type if pa.types.is_dictionary(kind) else kind)


def _texts(batch: pa.RecordBatch) -> Iterator[bytes]:
    for cell in texts(batch.column(0)):
        yield b"null" if cell is None else cell


def _requests(batch: pa.RecordBatch, longest: int) -> Iterator[bytes | Problem]:
    for row in values(batch.to_struct_array()):
        # A few texts may stand in many places, so they are counted before they are written.
        if _size(row) > longest:
            yield too_long(longest)
            continue
        try:
            yield orjson.dumps(row, default=_as_text, option=orjson.OPT_NON_STR_KEYS)
        except orjson.JSONEncodeError as error:
            yield unreadable(error.__cause__ or error)


def _size(value: Any) -> int:
    """Bytes of JSON that a value has at least."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return sum(map(_size, value.values()), sum(map(_size, value)))
    if isinstance(value, list):
        return sum(map(_size, value), len(value))
    return 0


def _as_text(value: object) -> str:
    """What JSON has no type for becomes text, and is refused where that is not expected."""
    if isinstance(value, Unreadable):
        raise TypeError(value.why)
    return str(value)
