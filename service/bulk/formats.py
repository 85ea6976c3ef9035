"""How verdicts are written: JSON lines, plain or compressed, and Parquet."""

import gzip
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from enum import StrEnum
from typing import IO, Final, Protocol

import orjson
import pyarrow as pa
from pyarrow import parquet

from service.bulk.summary import Fate
from service.judging.judge import Judged, Result, enveloped

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_ROW_GROUP_BYTES: Final = 2**23

SCHEMA: Final = pa.schema(
    {
        "file": pa.string(),
        "line": pa.int64(),
        "result": pa.string(),
        "variant": pa.string(),
        "outcome": pa.string(),
        "reason": pa.string(),
        "verdict": pa.string(),
        "problem": pa.string(),
    }
)
"""The columns of a shard of Parquet."""


class Format(StrEnum):
    """What shards are; the value is the end of their names."""

    JSONL = "jsonl"
    GZIP = "jsonl.gz"
    ZSTD = "jsonl.zst"
    PARQUET = "parquet"


class Writer(Protocol):
    """Takes verdicts one by one."""

    def add(self, line: int, judged: Judged, fate: Fate) -> None:
        """Write the answer to one line."""


def open_writer(shape: Format, file: IO[bytes], archive: str) -> AbstractContextManager[Writer]:
    """A writer into ``file``, which stays open; the whole is there once the context has ended."""
    return _parquet(file, archive) if shape is Format.PARQUET else _lines(shape, file, archive)


@contextmanager
def _lines(shape: Format, file: IO[bytes], archive: str) -> Iterator[Writer]:
    match shape:
        case Format.GZIP:
            # Neither time nor name, so that equal verdicts are equal files.
            with gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
                yield _LineWriter(packed, archive)
        case Format.ZSTD:
            with zstd.open(file, "wb") as packed:
                yield _LineWriter(packed, archive)
        case _:
            yield _LineWriter(file, archive)


class _LineWriter:
    """The envelope of streams, with the archive before the line, around the very bytes of the answer."""

    def __init__(self, file: IO[bytes] | gzip.GzipFile | zstd.ZstdFile, archive: str) -> None:
        self._file = file
        self._head = b'{"file":%s,"line":' % orjson.dumps(archive)

    def add(self, line: int, judged: Judged, fate: Fate) -> None:  # noqa: ARG002
        self._file.write(enveloped(b"%b%d" % (self._head, line), judged) + b"\n")


@contextmanager
def _parquet(file: IO[bytes], archive: str) -> Iterator[Writer]:
    with parquet.ParquetWriter(
        file, SCHEMA, compression="zstd", use_dictionary=["file", "result", "variant", "outcome", "reason"]
    ) as packed:
        writer = _ParquetWriter(packed, archive)
        yield writer
        writer.flush()


class _ParquetWriter:
    """A row for each line; the answer stands in one column, its JSON as it is."""

    def __init__(self, packed: parquet.ParquetWriter, archive: str) -> None:
        self._packed = packed
        self._archive = archive
        self._rows: list[dict[str, str | int | None]] = []
        self._size = 0

    def add(self, line: int, judged: Judged, fate: Fate) -> None:
        answer = judged.answer.decode()
        self._rows.append(
            {
                "file": self._archive,
                "line": line,
                **{name: value or None for name, value in fate._asdict().items()},
                "problem" if judged.result is Result.REJECTED else "verdict": answer,
            }
        )
        self._size += len(answer)
        if self._size >= _ROW_GROUP_BYTES:
            self.flush()

    def flush(self) -> None:
        """Write what has gathered as a row group."""
        if self._rows:
            self._packed.write_batch(pa.RecordBatch.from_pylist(self._rows, SCHEMA))
        self._rows.clear()
        self._size = 0
