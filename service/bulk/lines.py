"""Reads the games of a partition: each a line of JSON, or the problem instead."""

import gzip
import sys
import zlib
from collections.abc import Iterator
from typing import IO, Final

from service.bulk.partitions import Partition
from service.bulk.rejections import damaged, too_long
from service.bulk.rows import read_rows
from service.bulk.sources import Content
from service.problems import Problem

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Line = tuple[int, bytes | Problem]
"""The number of a line or row, from 1 on in its archive, and its JSON or what is wrong with it."""

_BLOCK: Final = 2**20

_DAMAGE: Final = (EOFError, gzip.BadGzipFile, zlib.error, zstd.ZstdError)


def read(partition: Partition, longest: int) -> Iterator[Line]:
    """The games of a partition, without blank lines; memory holds only some.

    A line of more than ``longest`` bytes is a problem, and so is damage, after which nothing follows.
    Raises OSError where the file cannot be read.
    """
    if partition.archive.content is Content.PARQUET:
        texts: Iterator[bytes | Problem] = read_rows(partition.archive.path, partition.number, longest)
    else:
        texts = _read_lines(partition, longest)
    for number, text in enumerate(texts, partition.first_line):
        if isinstance(text, bytes):
            if len(text) > longest:
                yield number, too_long(longest)
            elif text and not text.isspace():
                yield number, text
        else:
            yield number, text


def _read_lines(partition: Partition, longest: int) -> Iterator[bytes | Problem]:
    """Lines without their ends; of one that is too long only the beginning."""
    left = partition.size if partition.archive.content is Content.LINES else sys.maxsize
    try:
        with _open(partition) as file:
            # One byte more than allowed tells a line that is too long.
            while left > 0 and (line := file.readline(longest + 1)):
                left -= len(line)
                rest = line
                while not rest.endswith(b"\n") and (rest := file.readline(_BLOCK)):
                    left -= len(rest)
                yield line.removesuffix(b"\n")
    except _DAMAGE as error:
        yield damaged(error)


def _open(partition: Partition) -> IO[bytes] | gzip.GzipFile | zstd.ZstdFile:
    path = partition.archive.path
    match partition.archive.content:
        case Content.GZIP:
            return gzip.open(path)
        case Content.ZSTD:
            return zstd.open(path)
    file = path.open("rb", buffering=_BLOCK)
    file.seek(partition.start)
    return file
