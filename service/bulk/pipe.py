"""Judge from standard input, or to standard output: in order, in this process, and without a record."""

import io
import sys
from collections.abc import Iterable
from typing import IO, Any, Final, cast

from service.bulk.archives import BLOCK, Archive, Content, Partition, Progress, SourceError
from service.bulk.line_worker import ShardJudging
from service.bulk.partitions import plan
from service.bulk.reader import TruncatedError
from service.bulk.shards import Job, Shard
from service.bulk.summary import Summary

NAME: Final = "-"
"""The name of standard input and output, as an argument and in verdicts."""


class StandardInput(Archive):
    """The archive that is read from standard input, once."""

    __slots__ = ()

    @property
    def content(self) -> Content:
        """What it holds; the place has the suffix."""
        return next(content for content in Content if self.place.removeprefix(NAME) in content.value)

    @property
    def identity(self) -> bytes:
        """The name in verdicts."""
        return NAME.encode()

    def open(self) -> io.BufferedReader:
        """Open standard input."""
        return io.BufferedReader(_Forwards(cast(io.BufferedReader, sys.stdin.buffer)), BLOCK)


def standard_input(suffix: str) -> StandardInput:
    """Return standard input as an archive whose content has this suffix.

    Raises SourceError for Parquet, which ends with what must be read first.
    """
    archive = StandardInput(f"{NAME}{suffix}", 1, "")
    if archive.content is Content.PARQUET:
        raise SourceError("Parquet cannot be read from standard input. Name the file.")
    return archive


def judge_to(sink: IO[bytes], archives: Iterable[Archive], job: Job) -> Summary:
    """Write the verdicts on archives, one after another, and return their summary. Raises OSError."""
    summary = Summary()
    for archive in archives:
        is_pipe = isinstance(archive, StandardInput)
        partitions = [Partition(archive, 0, 1, 0, 0, None, 0)] if is_pipe else plan(archive)
        with job.open_writer(sink, archive) as writer:
            for partition in partitions:
                judging = ShardJudging(Shard(partition, job), writer, summary, Progress())
                try:
                    judging.judge()
                except TruncatedError as error:
                    summary.truncation = str(error)
    return summary


class _Forwards(io.RawIOBase):
    """A file that is read from its beginning to its end, and knows where it is."""

    def __init__(self, file: io.BufferedReader) -> None:
        self._file, self._position = file, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        data: bytes = self._file.read1(len(buffer))
        buffer[: len(data)] = data
        self._position += len(data)
        return len(data)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if whence != io.SEEK_SET or offset != self._position:
            raise io.UnsupportedOperation("Standard input is read from its beginning to its end.")
        return offset

    def tell(self) -> int:
        return self._position
