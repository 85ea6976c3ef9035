"""Read the rows of tables: a column for each field of a replay request, or one column of JSON.

A table may be damaged in any byte, and its cells may unpack to far more than the file. So rows are read a few
at a time, and equal texts stay one object.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from http import HTTPStatus
from io import BufferedReader
from typing import Any, Final
from urllib.parse import unquote

import orjson
import pyarrow as pa

from patience.formats.table_values import log_of
from schemas.problems import Problem, too_long
from schemas.replay_request import FIELDS
from service.bulk.archives import Archive, Content, Partition, Progress, damaged
from service.bulk.arrow_files import open_arrow
from service.bulk.arrow_values import Unreadable, is_text, texts, values
from service.bulk.csv_files import open_csv
from service.bulk.parquet import open_parquet
from service.bulk.table_files import Part, RowGroup, TableFile

_FOLDER: Final = re.compile(r"(?<=/)([a-z_]+)=([^/]*)(?=/)")
_NO_FOLDER: Final = "__HIVE_DEFAULT_PARTITION__"

_ROWS: Final = 64
"""Rows in memory at once, each of which may be as long as a line."""

_ROWS_OF_COLUMNS: Final = 1024
"""The same where rows stay in columns, in which equal texts are one."""


_OPENERS: Final[dict[Content, Callable[[BufferedReader], AbstractContextManager[TableFile]]]] = {
    Content.PARQUET: open_parquet,
    Content.ARROW: open_arrow,
    Content.CSV: open_csv,
}


def row_groups(archive: Archive) -> list[RowGroup] | None:
    """Return the row groups of a table; None if it has none or cannot be read. Raises OSError."""
    try:
        with _open(archive) as (table, _):
            return table.groups()
    except Problem:
        return None


def ignored_columns(archive: Archive) -> list[str]:
    """Return the columns that are not fields of a request; [] if the table cannot be read. Raises
    OSError.
    """
    try:
        with _open(archive) as (table, columns):
            return [name for name in table.names if columns and name not in columns]
    except Problem:
        return []


def has_columns(archive: Archive) -> bool:
    """Return whether a table has a column for each field. Raises OSError."""
    try:
        with _open(archive) as (_, columns):
            return columns is not None
    except Problem:
        return False


def read_rows(
    partition: Partition, limit: int, progress: Progress, *, others: bool = False
) -> Iterator[bytes | Problem]:
    """Yield the rows of a partition as JSON without nulls; if `others`, with the columns that are not fields.

    A row of more than `limit` bytes is a problem. So are columns that hold no requests, and damage; after
    these nothing follows. Raises OSError.
    """
    try:
        with _open(partition.archive) as (table, columns):
            wanted = table.names if columns and others else columns
            for part in _parts(table, wanted, partition, _ROWS):
                begin, number = progress.share, max(part.rows.num_rows, 1)
                rows = _requests(part.rows, limit) if columns else _texts(part.rows, limit)
                for done, row in enumerate(rows, 1):
                    yield row
                    # After each row: it may be the same long text as many others, which a few bytes hold.
                    progress.share = begin + (part.share - begin) * done / number
    except Problem as problem:
        yield problem


def read_columns(
    partition: Partition, progress: Progress, keep: Iterable[str] = (), leave: Container[str] | None = None
) -> Iterator[pa.RecordBatch | Problem]:
    """Yield the rows of a partition of a table that has columns, some hundred at a time.

    They have the columns that are fields, and those of `keep` that the table has; if `leave` names columns,
    all others, too. Damage is a problem, after
    which nothing follows. Raises OSError.
    """
    try:
        with _open(partition.archive) as (table, columns):
            kept = [
                name for name in table.names if name in {*keep} or (leave is not None and name not in leave)
            ]
            wanted = [*dict.fromkeys([*(columns or []), *kept])]
            for part in _parts(table, wanted, partition, _ROWS_OF_COLUMNS):
                yield part.rows
                progress.share = part.share
    except Problem as problem:
        yield problem


def _parts(table: TableFile, columns: list[str] | None, partition: Partition, number: int) -> Iterator[Part]:
    """Yield at most `number` rows of a partition at a time, under the names of fields."""
    renamed = dict(partition.archive.renamed)
    folders = _folders(partition.archive, [renamed.get(name, name) for name in table.names])
    for rows, share in table.parts(partition, columns, number):
        named = rows.rename_columns([renamed.get(name, name) for name in rows.schema.names])
        yield Part(_with_folders(named, folders) if columns else named, share)


@contextmanager
def _open(archive: Archive) -> Iterator[tuple[TableFile, list[str] | None]]:
    """Open a table; provide the columns that are fields, None for one column of JSON.

    Raises Problem for whatever Arrow cannot read.
    """
    with archive.open() as file:
        try:
            with _OPENERS[archive.content](file) as table:
                yield table, _columns(table, dict(archive.renamed))
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


def _columns(table: TableFile, renamed: dict[str, str]) -> list[str] | None:
    """Return the columns that are fields of a request; None if the only column is JSON text."""
    columns = [name for name in table.names if renamed.get(name, name) in FIELDS]
    fields = {renamed.get(name, name) for name in columns}
    if not columns and len(table.types) == 1:
        (kind,) = table.types
        if is_text(kind.value_type if pa.types.is_dictionary(kind) else kind):
            return None
    if columns and len(fields) == len(columns):
        return columns
    raise Problem(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        f"The table has the columns {', '.join(table.names) or '(none)'}. "
        f"Expected one column of JSON text, or columns among {', '.join(FIELDS)}, each once.",
        name="foreign-columns",
    )


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
            text = orjson.dumps(log_of(row), default=_as_text, option=orjson.OPT_NON_STR_KEYS)
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
