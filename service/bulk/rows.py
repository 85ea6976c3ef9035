"""Reads Parquet: a column for each field of a replay request, or one column of JSON."""

from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import orjson
import pyarrow as pa
from pyarrow import parquet

from schemas.replays import ReplayRequestSchema
from service.bulk.sources import SourceError
from service.problems import Problem

FIELDS: Final = tuple(ReplayRequestSchema().fields)

_ROWS: Final = 500
"""Rows turned into Python objects at once."""

_BLOCK: Final = 2**20


def row_groups(path: Path) -> list[tuple[int, int]]:
    """Of each row group, how many rows and bytes it has.

    Raises SourceError if the columns are neither the fields of a request nor one of JSON, and OSError.
    """
    try:
        with parquet.ParquetFile(path) as file:
            _check_columns(path, file.schema_arrow)
            groups = [file.metadata.row_group(number) for number in range(file.num_row_groups)]
            return [(group.num_rows, group.total_byte_size) for group in groups]
    except pa.ArrowInvalid as error:
        raise SourceError(f"{path} cannot be read as Parquet: {error}") from None


def _check_columns(path: Path, schema: pa.Schema) -> None:
    if _is_json(schema):
        return
    unknown = [name for name in schema.names if name not in FIELDS]
    if unknown or len(set(schema.names)) < len(schema.names):
        expected = f"one column of JSON text, or columns among {', '.join(FIELDS)}, each once"
        raise SourceError(f"{path} has the columns {', '.join(schema.names)}. Expected {expected}.")


def _is_json(schema: pa.Schema) -> bool:
    if len(schema.types) != 1:
        return False
    kind = schema.types[0]
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_binary(kind))


def read_rows(path: Path, group: int) -> Iterator[bytes | Problem]:
    """The rows of a row group as JSON: a null, in a row or within, is a field left out.

    After damage, which is a problem, nothing follows. Raises OSError where the file cannot be read.
    """
    try:
        # Without pre_buffer a row group is read as it is needed, however large it is.
        with parquet.ParquetFile(path, pre_buffer=False, buffer_size=_BLOCK) as file:
            as_json = _is_json(file.schema_arrow)
            for batch in file.iter_batches(_ROWS, row_groups=[group], use_threads=False):
                yield from _texts(batch) if as_json else _requests(batch)
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        yield damaged(error)


def damaged(error: Exception) -> Problem:
    """The problem with a file that cannot be read on."""
    detail = f"The archive is damaged; nothing can be read from here on. {error}"
    return Problem(HTTPStatus.BAD_REQUEST, detail, name="damaged-archive")


def _texts(batch: pa.RecordBatch) -> Iterator[bytes]:
    for cell in batch.column(0).cast(pa.binary()).to_pylist():
        yield b"null" if cell is None else cell


def _requests(batch: pa.RecordBatch) -> Iterator[bytes | Problem]:
    try:
        # A cell with text that is no UTF-8, or a map with a key twice, spoils the whole list.
        rows = batch.to_pylist(maps_as_pydicts="strict")
    except (KeyError, ValueError) as error:
        if batch.num_rows > 1:
            for index in range(batch.num_rows):
                yield from _requests(batch.slice(index, 1))
        else:
            yield Problem(HTTPStatus.BAD_REQUEST, f"The row cannot be read: {error}.", name="not-json")
        return
    for row in rows:
        # What JSON has no type for becomes text, and is refused where that is not expected.
        yield orjson.dumps(_without_nulls(row), default=str, option=orjson.OPT_NON_STR_KEYS)


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_nulls(inner) for name, inner in value.items() if inner is not None}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [_without_nulls(inner) for inner in value]
    return value
