"""Reads the games of a partition: each a line of JSON, or the problem instead."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from service.bulk.archives import Content
from service.bulk.compressed import DAMAGE, open_packed
from service.bulk.parquet import read_rows
from service.bulk.partitions import Partition
from service.bulk.progress import Place
from service.bulk.rejections import damaged, too_long
from service.judging.problems import Problem

Line = tuple[int, bytes | Problem]
"""The number of a line or row, from 1 on in its archive, and its JSON or what is wrong with it."""

_BLOCK: Final = 2**20


def read(partition: Partition, longest: int, place: Place | None = None) -> Iterator[Line]:
    """The games of a partition, without blank lines; memory holds only some. ``place`` says how far it is.

    A line of more than ``longest`` bytes is a problem, and so is damage, after which nothing follows.
    Raises OSError where the file cannot be read.
    """
    place = place or Place()
    if partition.archive.content is Content.PARQUET:
        texts: Iterator[bytes | Problem] = read_rows(
            partition.archive, partition.start, partition.length, longest, place
        )
    else:
        texts = _read_lines(partition, longest, place)
    for number, text in enumerate(texts, partition.first_line):
        if isinstance(text, bytes):
            if len(text) > longest:
                yield number, too_long(longest)
            elif text and not text.isspace():
                yield number, text
        else:
            yield number, text


def _read_lines(partition: Partition, longest: int, place: Place) -> Iterator[bytes | Problem]:
    """Lines without their ends; of one that is too long only the beginning."""
    left = sys.maxsize if partition.length is None else partition.length
    try:
        with _open(partition, place) as file:
            # One byte more than allowed tells a line that is too long.
            while left > 0 and (line := file.readline(longest + 1)):
                left -= len(line)
                rest = line
                while not rest.endswith(b"\n") and (rest := file.readline(_BLOCK)):
                    left -= len(rest)
                yield line.removesuffix(b"\n")
    except DAMAGE as error:
        yield damaged(error)


class _Readable(Protocol):
    def readline(self, size: int, /) -> bytes: ...


@contextmanager
def _open(partition: Partition, place: Place) -> Iterator[_Readable]:
    """The lines of a partition, unpacked, and what follows."""
    with partition.archive.open() as file:
        file.seek(partition.start)
        place.share = lambda: min((file.tell() - partition.start) / max(partition.size, 1), 1)
        if partition.archive.content is Content.LINES:
            yield file
            return
        with open_packed(file, partition.archive.content) as unpacked:
            left = partition.skip
            while left and (block := unpacked.read(min(left, _BLOCK))):
                left -= len(block)
            yield unpacked
