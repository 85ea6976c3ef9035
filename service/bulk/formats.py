"""Write verdicts: JSON lines, plain or compressed, and Parquet."""

import gzip
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from enum import StrEnum
from typing import IO, Protocol

import orjson

from service.judging.judge import enveloped
from service.judging.judgements import Judged

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


class Unknown(StrEnum):
    """What becomes of members of a line that are not fields of a request."""

    REJECT = "reject"
    """The line is rejected, as the service does."""
    IGNORE = "ignore"
    """They are left out, and so are nulls; a whole number as `ref` is text. So tables write their rows."""
    KEEP = "keep"
    """The same, and the verdict has them, too."""


class Writer(Protocol):
    """A writer of verdicts."""

    def add(self, line: int, judged: Judged, others: bytes = b"") -> None:
        """Write the answer to one line, and the members of other names that it has, as JSON."""


class LineWriter:
    """Writer of JSON lines: the envelope of batches, with the archive before the line number."""

    def __init__(self, write: Callable[[bytes | bytearray], object], archive: str) -> None:
        self.write = write
        self.head = b'{"file":%b,"line":' % orjson.dumps(archive)

    def add(self, line: int, judged: Judged, others: bytes = b"") -> None:
        """Write the answer to one line; see ``Writer``."""
        kept = b',"others":%b' % others if others else b""
        self.write(enveloped(b"%b%d%b" % (self.head, line, kept), judged) + b"\n")


@contextmanager
def open_writer(
    shape: Format, file: IO[bytes], archive: str, *, verdicts: bool, others: bool = False
) -> Iterator[Writer]:
    """Provide a writer to `file`, which stays open; it is complete when the context ends.

    Parquet has verdicts as JSON, and members of other names, only if `verdicts` and `others` say so.
    """
    match shape:
        case Format.PARQUET:
            from service.bulk.parquet_output import ParquetShard  # noqa: PLC0415 - Arrow is large

            with closing(ParquetShard(file, archive, verdicts=verdicts, others=others)) as shard:
                yield shard
        case Format.GZIP:
            # Without time and name, so that equal verdicts give equal files.
            with gzip.GzipFile("", "wb", 6, file, mtime=0) as compressed:
                yield LineWriter(compressed.write, archive)
        case Format.ZSTD:
            with zstd.open(file, "wb") as compressed:
                yield LineWriter(compressed.write, archive)
        case Format.JSONL:
            yield LineWriter(file.write, archive)
