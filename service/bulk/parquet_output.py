"""Write verdicts and records as Parquet."""

from io import BytesIO
from pathlib import Path
from typing import IO, Final

import orjson
import pyarrow as pa
from pyarrow import parquet

from service.bulk.summary import ResultKey
from service.judging.judgements import Judged

_ROW_GROUP_BYTES: Final = 2**23

_LEAST_ROW_BYTES: Final = 200
"""Of a row without its verdict, approximately."""

SCHEMA: Final = pa.schema(
    {
        "file": pa.string(),
        "line": pa.int64(),
        "ref": pa.string(),
        "result": pa.string(),
        "variant": pa.string(),
        "outcome": pa.string(),
        "reason": pa.string(),
        "moves_total": pa.int64(),
        "moves_played": pa.int64(),
        "illegal_index": pa.int64(),
        "illegal_move": pa.string(),
        "game_id": pa.string(),
        "deal_id": pa.string(),
        "verdict": pa.string(),
        "problem": pa.string(),
        "others": pa.string(),
    }
)
"""The columns of a shard."""

COLUMNS: Final = tuple(
    name for name in SCHEMA.names if name not in ("file", "line", "ref", "verdict", "others")
)
"""The columns that a judge in columns writes."""

_RECORD_KEY: Final = b"referee"

_GROUP_ROWS: Final = 2**16


class ParquetShard:
    """Writer of a row for each line: typed columns and, if `verdicts`, the verdict as JSON.

    If `others`, members of other names are a column of JSON.
    """

    def __init__(self, file: IO[bytes], archive: str, *, verdicts: bool, others: bool = False) -> None:
        self._file, self._archive = file, archive
        wanted = {"verdict": verdicts, "others": others}
        names = [name for name in SCHEMA.names if wanted.get(name, True)]
        self._schema = pa.schema([SCHEMA.field(name) for name in names])
        self._writer: parquet.ParquetWriter | None = None
        self._rows: list[dict[str, object]] = []
        self._tables: list[pa.Table] = []
        self._size = 0

    def add(self, line: int, judged: Judged, others: bytes = b"") -> None:
        """Write the answer to one line; see ``Writer``."""
        row = {"file": self._archive, "line": line, "ref": judged.ref, **cells(judged)}
        row["others"] = others.decode() or None
        self._rows.append(row)
        self._size += len(judged.answer) if "verdict" in self._schema.names else _LEAST_ROW_BYTES
        if self._size >= _ROW_GROUP_BYTES:
            self._flush()

    def add_table(self, line: int, table: pa.Table) -> None:
        """Write the answers to lines in a row, of which `line` is the first.

        Other columns of the table, and the type of its `ref`, are those of the shard.
        """
        if self._writer is None and not self._tables:
            self._schema = _with_columns(self._schema, table.schema)
        number = table.num_rows
        table = table.append_column("file", pa.repeat(pa.scalar(self._archive), number))
        table = table.append_column("line", pa.array(range(line, line + number), pa.int64()))
        for name in self._schema.names:
            if name not in table.schema.names:
                table = table.append_column(name, pa.nulls(number, self._schema.field(name).type))
        self._tables.append(table.select(self._schema.names).cast(self._schema))
        if sum(part.num_rows for part in self._tables) >= _GROUP_ROWS:
            self._flush()

    def close(self) -> None:
        """Write the remaining rows and the footer."""
        self._flush()
        if self._writer is None:
            self._writer = self._opened()
        self._writer.close()

    def _flush(self) -> None:
        if self._writer is None:
            self._writer = self._opened()
        if self._tables:
            self._writer.write_table(pa.concat_tables(self._tables), row_group_size=_GROUP_ROWS)
        if self._rows:
            self._writer.write_batch(pa.RecordBatch.from_pylist(self._rows, self._schema))
        self._tables.clear()
        self._rows.clear()
        self._size = 0

    def _opened(self) -> parquet.ParquetWriter:
        repeated = ["file", "result", "variant", "outcome", "reason"]
        return parquet.ParquetWriter(self._file, self._schema, compression="zstd", use_dictionary=repeated)


def _with_columns(schema: pa.Schema, given: pa.Schema) -> pa.Schema:
    """Return the schema of a shard for tables that bring a `ref` and columns of their own."""
    for field in given:
        plain = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
        if field.name == "ref":
            schema = schema.set(schema.names.index("ref"), pa.field("ref", plain))
        elif field.name not in SCHEMA.names:
            schema = schema.append(pa.field(field.name, plain))
    return schema


def cells(judged: Judged) -> dict[str, object]:
    """Return the columns of an answer, but for those that say where its line is from."""
    answer = judged.answer.decode()
    return {
        **{name: value or None for name, value in ResultKey.of(judged)._asdict().items()},
        **({"problem": answer} if judged.problem else {"verdict": answer, **_columns(judged.answer)}),
    }


def _columns(answer: bytes) -> dict[str, object]:
    """Return the members of a verdict that have columns of their own."""
    members = orjson.loads(answer)
    illegal = members["first_illegal_move"] or {"index": None, "move": None}
    return {
        **{name: members[name] for name in ("moves_total", "moves_played", "game_id", "deal_id")},
        "illegal_index": illegal["index"],
        "illegal_move": illegal["move"],
    }


def record_table(text: bytes, shard: Path) -> bytes:
    """Return a table with the columns of a shard and no rows, which carries a record in its metadata."""
    table = BytesIO()
    parquet.write_table(
        parquet.read_schema(shard).empty_table().replace_schema_metadata({_RECORD_KEY: text}), table
    )
    return table.getvalue()


def record_text(table: bytes) -> bytes | None:
    """Return the record that `record_table` wrote; None if the table is damaged."""
    try:
        text: bytes = parquet.read_metadata(BytesIO(table)).metadata[_RECORD_KEY]
    except (pa.ArrowException, OSError, TypeError, KeyError, ValueError):
        return None
    return text
