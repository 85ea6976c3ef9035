"""Read the requests of a partition: a line or row as JSON, or the problem with it."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Final, Protocol

import orjson

from schemas.problems import Problem, too_long
from schemas.strict_json import JsonError, parse
from service.bulk.archives import Content, Partition, Progress, SourceError, damaged
from service.bulk.compressed import DAMAGE, Decompressed

MOST_BLANK: Final = 1_000_000
"""Blank lines in a row after which nothing more is read: packed, they need nearly no space, but time."""

_BLOCK: Final = 2**16
"""Bytes read at once: few enough to stay in the processor's cache while their lines are judged."""

Line = tuple[int, bytes | Problem]
"""The number of a line or row, from 1 within its archive, and its JSON or the problem with it."""

TRUNCATED: Final = "unexpected end of file"


class TruncatedError(SourceError):
    """A compressed archive that ends early; every complete line before was read."""


Take = Callable[[bytearray, int, int], tuple[int, int]]
"""Judge lines from an offset on, given the number of the first; return both for the first left to `read`."""


def _take_nothing(_: bytearray, start: int, number: int) -> tuple[int, int]:
    return start, number


def read(
    partition: Partition, limit: int, progress: Progress, take: Take = _take_nothing, *, others: bool = False
) -> Iterator[Line]:
    """Return the requests of a partition that `take` does not judge, without blank lines.

    If `others`, rows of tables have the columns that are not fields. Memory holds only a few lines at a time.
    A line of more than `limit` bytes is a problem. So are damage and more than ``MOST_BLANK`` blank lines in
    a row, after which nothing follows. Raises TruncatedError where a compressed archive ends early, and
    OSError.
    """
    if partition.archive.content.is_table:
        return _read_rows(partition, limit, progress, others)
    return _read_lines(partition, limit, progress, take)


def split_members(line: bytes) -> tuple[bytes, bytes]:
    """Return a line without nulls and members of other names, and these members, as JSON.

    A line that is not a JSON object is returned as it is, with nothing.
    """
    from schemas.replay_request import FIELDS  # noqa: PLC0415 - usual lines need no schema

    try:
        members = parse(line)
    except JsonError:
        return line, b""
    if not isinstance(members, dict):
        return line, b""
    known = {name: members[name] for name in FIELDS if members.get(name) is not None}
    if isinstance(known.get("ref"), int) and not isinstance(known["ref"], bool):
        known["ref"] = str(known["ref"])
    if isinstance(known.get("rules"), dict):
        known["rules"] = {name: value for name, value in known["rules"].items() if value is not None}
    others = {name: value for name, value in members.items() if name not in FIELDS}
    return _dumped(known), _dumped(others) if others else b""


def _dumped(value: object) -> bytes:
    try:
        return orjson.dumps(value)
    except orjson.JSONEncodeError:
        # A whole number of more than 64 bits.
        return json.dumps(value).encode()


def _read_rows(partition: Partition, limit: int, progress: Progress, others: bool) -> Iterator[Line]:
    from service.bulk.table_rows import read_rows  # noqa: PLC0415 - Arrow is large, and other archives need none

    rows = read_rows(partition, limit, progress, others=others)
    for number, text in enumerate(rows, partition.first_line):
        if isinstance(text, Problem) or (text and not text.isspace()):
            yield number, text


def _read_lines(partition: Partition, limit: int, progress: Progress, take: Take) -> Iterator[Line]:
    number = partition.first_line
    blank = 0
    try:
        with _open(partition) as (stored, file):
            for lines in _blocks(file, partition.length, limit):
                progress.share = min((stored.tell() - partition.start) / max(partition.size, 1), 1)
                start = 0
                while start < len(lines):
                    first = start
                    start, number = take(lines, start, number)
                    if start > first:
                        blank = 0
                    if start == len(lines):
                        break
                    end = lines.find(b"\n", start) if lines.endswith(b"\n") else len(lines)
                    text = bytes(lines[start:end])
                    blank += 1
                    if len(text) > limit:
                        yield number, too_long(limit, "line")
                        blank = 0
                    elif text and not text.isspace():
                        yield number, text
                        blank = 0
                    elif blank > MOST_BLANK:
                        yield number, damaged(f"It has more than {MOST_BLANK:,} blank lines in a row.")
                        return
                    number += 1
                    start = end + 1
    except EOFError:
        name = partition.archive.name
        raise TruncatedError(f"{name}: {TRUNCATED} after line {number - 1}") from None
    except DAMAGE as error:
        yield number, damaged(error)


def _blocks(file: "_Source", length: int | None, limit: int) -> Iterator[bytearray]:
    """Yield whole lines, some at a time; a line of more than `limit` bytes is not kept to its end."""
    left = sys.maxsize if length is None else length
    lines = bytearray()
    while left > 0 and (block := file.read1(min(left, _BLOCK))):
        left -= len(block)
        end = block.rfind(b"\n") + 1
        lines += block[:end]
        if end:
            yield lines
            lines = bytearray()
        lines += block[end:]
        # One byte more than the limit reveals a line that is too long.
        del lines[limit + 1 :]
    if lines:
        yield lines


class _Source(Protocol):
    def read1(self, size: int, /) -> bytes: ...


@contextmanager
def _open(partition: Partition) -> Iterator[tuple[IO[bytes], _Source]]:
    """Open a file at its partition; provide it, and what follows the first line, decompressed."""
    with partition.archive.open() as file:
        file.seek(partition.start)
        if partition.archive.content is Content.LINES:
            yield file, file
            return
        lines = Decompressed(file, partition.archive.content, _BLOCK)
        left = partition.skip
        while left and (block := lines.read1(min(left, _BLOCK))):
            left -= len(block)
        yield file, lines
