"""Write verdicts: JSON lines, plain or compressed, and Parquet."""

import gzip
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from enum import StrEnum
from typing import IO

import orjson

from service.judging.judge import Judged, enveloped

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


class Format(StrEnum):
    """The format of shards; the value is their suffix."""

    JSONL = "jsonl"
    GZIP = "jsonl.gz"
    ZSTD = "jsonl.zst"
    PARQUET = "parquet"


Add = Callable[[int, Judged], object]
"""Write the answer to one line."""


@contextmanager
def open_writer(shape: Format, file: IO[bytes], archive: str) -> Iterator[Add]:
    """Provide a function that writes to `file`, which stays open; it is complete when the context ends."""
    match shape:
        case Format.PARQUET:
            from service.bulk.parquet_output import ParquetShard  # noqa: PLC0415 - Arrow is large

            with closing(ParquetShard(file, archive)) as shard:
                yield shard.add
        case Format.GZIP:
            # Without time and name, so that equal verdicts give equal files.
            with gzip.GzipFile("", "wb", 6, file, mtime=0) as compressed:
                yield _line_writer(compressed.write, archive)
        case Format.ZSTD:
            with zstd.open(file, "wb") as compressed:
                yield _line_writer(compressed.write, archive)
        case Format.JSONL:
            yield _line_writer(file.write, archive)


def _line_writer(write: Callable[[bytes], object], archive: str) -> Add:
    """Return a function that writes the envelope of batches, with the archive before the line number."""
    head = b'{"file":%b,"line":' % orjson.dumps(archive)

    def add(line: int, judged: Judged) -> None:
        write(enveloped(b"%b%d" % (head, line), judged) + b"\n")

    return add
