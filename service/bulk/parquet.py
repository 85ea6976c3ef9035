"""Read Parquet tables: a column for each field of a replay request, or one column of JSON.

A table may be damaged in any byte, and its cells may unpack to far more than the file. So the footer is
checked against itself, rows are read a few at a time, equal texts stay one object, and rows that Arrow
loses are counted.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from itertools import accumulate
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

import orjson
import pyarrow as pa
from pyarrow import parquet

from schemas.problems import Problem, too_long
from schemas.replay_request import FIELDS
from service.bulk.archives import BLOCK, Archive, Partition, Progress, damaged
from service.bulk.arrow_values import Unreadable, is_text, texts, values

_FOLDER: Final = re.compile(r"(?<=/)([a-z_]+)=([^/]*)(?=/)")
_NO_FOLDER: Final = "__HIVE_DEFAULT_PARTITION__"

_ROWS: Final = 64
"""Rows in memory at once, each of which may be as long as a line."""

_ROWS_OF_COLUMNS: Final = 1024
"""The same where rows stay in columns, in which equal texts are one."""


class RowGroup(NamedTuple):
    """The smallest part of a table that can be read on its own."""

    rows: int
    bytes: int
    """Decompressed size of the values; equal values are counted once."""


def row_groups(archive: Archive) -> list[RowGroup] | None:
    """Return the row groups of a table; None if it cannot be read. Raises OSError."""
    try:
        with _open(archive) as (file, _):
            # Do not touch the columns of a row group: Arrow aborts the process if one is damaged.
            return [
                RowGroup(group.num_rows, max(group.total_byte_size, 0)) for group in _groups(file.metadata)
            ]
    except Problem:
        return None


def ignored_columns(archive: Archive) -> list[str]:
    """Return the columns that are not fields of a request; [] if the table cannot be read. Raises
    OSError.
    """
    try:
        with _open(archive) as (file, columns):
            return [name for name in file.schema_arrow.names if columns and name not in columns]
    except Problem:
        return []


def read_rows(partition: Partition, limit: int, progress: Progress) -> Iterator[bytes | Problem]:
    """Yield the rows of a partition as JSON without nulls.

    A row of more than `limit` bytes is a problem. So are columns that hold no requests, and damage; after
    these nothing follows. Raises OSError.
    """
    try:
        with _open(partition.archive) as (file, columns):
            done = 0
            for part, total in _parts(file, columns, partition, _ROWS):
                for row in _requests(part, limit) if columns else _texts(part, limit):
                    yield row
                    # After each row: it may be the same long text as many others, which a few bytes hold.
                    done += 1
                    progress.share = min(done / total, 1)
    except Problem as problem:
        yield problem


def has_columns(archive: Archive) -> bool:
    """Return whether a table has a column for each field. Raises OSError."""
    try:
        with _open(archive) as (_, columns):
            return columns is not None
    except Problem:
        return False


def read_columns(
    partition: Partition, progress: Progress, keep: Iterable[str] = ()
) -> Iterator[pa.RecordBatch | Problem]:
    """Yield the rows of a partition of a table that has columns, some hundred at a time.

    They have the columns that are fields, and those of `keep` that the table has. Damage is a problem, after
    which nothing follows. Raises OSError.
    """
    try:
        with _open(partition.archive) as (file, columns):
            done = 0
            names = [name for name in keep if name in file.schema_arrow.names]
            wanted = [*dict.fromkeys([*(columns or []), *names])]
            for part, total in _parts(file, wanted, partition, _ROWS_OF_COLUMNS):
                yield part
                done += part.num_rows
                progress.share = min(done / total, 1)
    except Problem as problem:
        yield problem


def _parts(
    file: parquet.ParquetFile, columns: list[str] | None, partition: Partition, number: int
) -> Iterator[tuple[pa.RecordBatch, int]]:
    """Yield at most `number` rows of a partition at a time, each time with the number of all its rows.

    Raises Problem where rows are missing.
    """
    renamed = dict(partition.archive.renamed)
    folders = _folders(partition.archive, [renamed.get(name, name) for name in file.schema_arrow.names])
    start, length, skip = partition.start, partition.length, partition.skip
    groups = range(start, file.num_row_groups if length is None else start + length)
    rows = [file.metadata.row_group(group).num_rows for group in groups]
    last = sum(rows) if partition.rows is None else skip + partition.rows
    read = 0
    # One by one: Arrow cannot join the dictionaries of several.
    for group, expected in zip(groups, accumulate(rows), strict=True):
        for batch in file.iter_batches(number, row_groups=[group], columns=columns, use_threads=False):
            part = batch.slice(max(skip - read, 0), max(last - max(skip, read), 0))
            part = part.rename_columns([renamed.get(name, name) for name in part.schema.names])
            yield _with_folders(part, folders) if columns else part, max(last - skip, 1)
            read += batch.num_rows
            if last <= read < expected:
                # The rest of the row group is another partition's.
                return
        # Arrow may skip rows of damaged pages silently.
        if read != expected:
            raise damaged(f"Row group {group} lacks {expected - read} rows.")


@contextmanager
def _open(archive: Archive) -> Iterator[tuple[parquet.ParquetFile, list[str] | None]]:
    """Open a table; provide the columns that are fields, None for one column of JSON.

    Raises Problem for whatever Arrow cannot read.
    """
    with archive.open() as file:
        try:
            with parquet.ParquetFile(file) as table:
                parts = [table.schema.column(number) for number in range(len(table.schema))]
            # A text that is stored once for many rows stays one in memory.
            shared = [part.path for part in parts if part.physical_type == "BYTE_ARRAY"]
            # Without pre_buffer a row group is read as it is needed, however large it is.
            with parquet.ParquetFile(
                file, read_dictionary=shared, pre_buffer=False, buffer_size=BLOCK
            ) as table:
                columns = _columns(table.schema_arrow, dict(archive.renamed))
                _check_numbers(table.metadata)
                yield table, columns
        except MemoryError:
            raise damaged("It unpacks to more than fits into memory.") from None
        # Arrow's message may quote bytes of the file that are not UTF-8.
        except (pa.ArrowException, UnicodeDecodeError, OSError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise damaged(error) from None


def _folders(archive: Archive, names: list[str]) -> dict[str, str]:
    """Return the fields that the folders of a table name, as in ``variant=freecell/1.parquet``.

    Its own columns come first, and a folder can say that there is no value.
    """
    found = {name: unquote(value) for name, value in _FOLDER.findall(archive.place)}
    fields = {name: value for name, value in found.items() if name in FIELDS and name not in names}
    return {name: value for name, value in fields.items() if value != _NO_FOLDER}


def _with_folders(batch: pa.RecordBatch, folders: dict[str, str]) -> pa.RecordBatch:
    for name, value in folders.items():
        same = pa.DictionaryArray.from_arrays(pa.repeat(pa.scalar(0, pa.int8()), batch.num_rows), [value])
        batch = batch.append_column(name, same)
    return batch


def _columns(schema: pa.Schema, renamed: dict[str, str]) -> list[str] | None:
    """Return the columns that are fields of a request; None if the only column is JSON text."""
    columns = [name for name in schema.names if renamed.get(name, name) in FIELDS]
    fields = {renamed.get(name, name) for name in columns}
    if not columns and len(schema.types) == 1:
        (kind,) = schema.types
        if is_text(kind.value_type if pa.types.is_dictionary(kind) else kind):
            return None
    if columns and len(fields) == len(columns):
        return columns
    raise Problem(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        f"The table has the columns {', '.join(schema.names) or '(none)'}. "
        f"Expected one column of JSON text, or columns among {', '.join(FIELDS)}, each once.",
        name="foreign-columns",
    )


def _groups(table: parquet.FileMetaData) -> list[parquet.RowGroupMetaData]:
    return [table.row_group(number) for number in range(table.num_row_groups)]


def _check_numbers(table: parquet.FileMetaData) -> None:
    groups = _groups(table)
    rows = [group.num_rows for group in groups]
    if any(number < 0 for number in rows) or sum(rows) != table.num_rows:
        raise damaged(f"The footer has {table.num_rows} rows in all, but {sum(rows)} in its row groups.")
    if any(group.num_columns != table.num_columns for group in groups):
        raise damaged("The footer has row groups with other columns than the table.")


def _texts(batch: pa.RecordBatch, limit: int) -> Iterator[bytes | Problem]:
    for cell in texts(batch.column(0)):
        text = b"null" if cell is None else cell
        yield too_long(limit, "line") if len(text) > limit else text


def _requests(batch: pa.RecordBatch, limit: int) -> Iterator[bytes | Problem]:
    for row in values(batch.to_struct_array()):
        # One text may be referenced many times, so the size is checked before the row is written out.
        if _size(row) > limit:
            yield too_long(limit, "line")
            continue
        try:
            text = orjson.dumps(row, default=_as_text, option=orjson.OPT_NON_STR_KEYS)
            yield too_long(limit, "line") if len(text) > limit else text
        except orjson.JSONEncodeError as error:
            detail = f"The row cannot be read: {error.__cause__ or error}."
            yield Problem(HTTPStatus.BAD_REQUEST, detail, name="not-json")


def _size(value: Any) -> int:
    """Return a lower bound of a value's size as JSON, in bytes."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return sum(map(_size, value.values()), sum(map(_size, value)))
    if isinstance(value, list):
        return sum(map(_size, value), len(value))
    return 0


def _as_text(value: object) -> str:
    """Convert what JSON has no type for to text, which the schema refuses where it expects something
    else.
    """
    if isinstance(value, Unreadable):
        raise TypeError(value.reason)
    return str(value)
