"""Write verdicts and records as Parquet."""

from io import BytesIO
from typing import IO, Final

import orjson
import pyarrow as pa
from pyarrow import parquet

from service.bulk.summary import ResultKey
from service.judging.judge import Judged

_ROW_GROUP_BYTES: Final = 2**23

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
    }
)
"""The columns of a shard."""

_RECORD_KEY: Final = b"referee"


class ParquetShard:
    """Writer of a row for each line: the answer as JSON, and in columns what is asked of it most."""

    def __init__(self, file: IO[bytes], archive: str) -> None:
        repeated = ["file", "result", "variant", "outcome", "reason"]
        self._table = parquet.ParquetWriter(file, SCHEMA, compression="zstd", use_dictionary=repeated)
        self._archive = archive
        self._rows: list[dict[str, object]] = []
        self._size = 0

    def add(self, line: int, judged: Judged) -> None:
        """Write the answer to one line."""
        answer = judged.answer.decode()
        self._rows.append(
            {
                "file": self._archive,
                "line": line,
                "ref": judged.ref,
                **{name: value or None for name, value in ResultKey.of(judged)._asdict().items()},
                **({"problem": answer} if judged.problem else {"verdict": answer, **_columns(judged.answer)}),
            }
        )
        self._size += len(answer)
        if self._size >= _ROW_GROUP_BYTES:
            self._write_rows()

    def close(self) -> None:
        """Write the remaining rows and the footer."""
        if self._rows:
            self._write_rows()
        self._table.close()

    def _write_rows(self) -> None:
        self._table.write_batch(pa.RecordBatch.from_pylist(self._rows, SCHEMA))
        self._rows.clear()
        self._size = 0


def _columns(answer: bytes) -> dict[str, object]:
    """Return the members of a verdict that have columns of their own."""
    members = orjson.loads(answer)
    illegal = members["first_illegal_move"] or {"index": None, "move": None}
    return {
        **{name: members[name] for name in ("moves_total", "moves_played", "game_id", "deal_id")},
        "illegal_index": illegal["index"],
        "illegal_move": illegal["move"],
    }


def record_table(text: bytes) -> bytes:
    """Return a table without rows that carries a record in its metadata."""
    table = BytesIO()
    parquet.write_table(SCHEMA.empty_table().replace_schema_metadata({_RECORD_KEY: text}), table)
    return table.getvalue()


def record_text(table: bytes) -> bytes | None:
    """Return the record that `record_table` wrote; None if the table is damaged."""
    try:
        text: bytes = parquet.read_metadata(BytesIO(table)).metadata[_RECORD_KEY]
    except (pa.ArrowException, OSError, TypeError, KeyError, ValueError):
        return None
    return text
