"""The worst archives: reading eight times as much costs about eight times as much, not the square."""

import gzip
import json
import sys
from functools import partial

import pyarrow as pa
import pytest
from pyarrow import parquet

from service.bulk.archives import Archive, Progress
from service.bulk.partitions import plan
from service.bulk.reader import read
from tests.costs import MOST, growth

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LARGEST = 50_000
"""Bytes, or values."""

LIMIT = 10**9
LINES = {
    "empty lines": lambda size: b"\n" * size,
    "blank lines": lambda size: b" \n" * (size // 2),
    "one line": lambda size: b"x" * size * 20,
    "one line, without anything": lambda size: b" " * size * 8,
    "carriage returns": lambda size: b"\r" * size * 8,
    "short lines": lambda size: b"[]\n" * (size // 3),
    "no end of a line": lambda size: b"\n".join([b"[" * 1000] * (size // 1000)),
}
PACKERS = {".jsonl": bytes, ".jsonl.gz": partial(gzip.compress, compresslevel=1), ".jsonl.zst": zstd.compress}


def read_all(path):
    for partition in plan(Archive.of(path)):
        for _ in read(partition, LIMIT, Progress()):
            pass


@pytest.mark.parametrize("suffix", PACKERS)
@pytest.mark.parametrize("content", LINES.values(), ids=LINES)
def test_reading_lines(tmp_path, suffix, content):
    def write(size):
        path = tmp_path / f"{size}{suffix}"
        path.write_bytes(PACKERS[suffix](content(size)))
        return path

    assert growth(read_all, write, LARGEST) < MOST


@pytest.mark.parametrize("suffix", [".jsonl.gz", ".jsonl.zst"])
@pytest.mark.parametrize("piece", [b"", b"[]", b"[]\n"])
def test_reading_many_members_or_frames(tmp_path, suffix, piece):
    def write(size):
        path = tmp_path / f"{size}{suffix}"
        path.write_bytes(PACKERS[suffix](piece) * size)
        return path

    assert growth(read_all, write, 16_000) < MOST
    assert growth(lambda path: list(plan(Archive.of(path), 10_000)), write, 16_000) < MOST


def rows_of(column):
    return {"variant": ["x"] * len(column), "moves": column}


def objects(names):
    kind = pa.map_(pa.string(), pa.list_(pa.string()))
    return pa.array([[(name, ["AC"]) for name in names]], kind)


def columns(number):
    """Return a struct column of `number` fields."""
    return pa.array([{f"{name:x}": 1 for name in range(number)}])


TABLES = {
    "rows": lambda size: rows_of(pa.array([[]] * (size // 20), pa.list_(pa.string()))),
    "moves of one row": lambda size: rows_of(pa.array([["T1-T2"] * size])),
    "moves that differ": lambda size: rows_of(pa.array([[f"{move}" for move in range(size)]])),
    "moves of all rows": lambda size: rows_of(pa.array([["T1-T2", "deal"] * 50] * (size // 100))),
    "moves without text": lambda size: rows_of(pa.array([[None] * size], pa.list_(pa.string()))),
    "text that is no UTF-8": lambda size: {"variant": [b"\xff"] * (size // 20), "seed": range(size // 20)},
    "names": lambda size: {"rules": objects([f"{name}" for name in range(size // 10)])},
    "one name": lambda size: {"rules": objects(["T1"] * (size // 10))},
    "fields": lambda size: {"rules": columns(size // 200)},
    "columns": lambda size: {f"{name}": [1] for name in range(size // 200)},
    "texts": lambda size: {"json": ["x" * 100] * (size // 10)},
    "one text": lambda size: {"json": ["x" * size * 8]},
    "no texts": lambda size: {"json": pa.array([None] * size, pa.string())},
    "games": lambda size: {"json": [json.dumps({"moves": [str(size + row)]}) for row in range(size // 20)]},
}  # fmt: skip


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES)
def test_reading_rows(tmp_path, make):
    def write(size):
        path = tmp_path / f"{size}.parquet"
        parquet.write_table(pa.table(make(size)), path)
        return path

    assert growth(read_all, write, LARGEST) < MOST


def test_planning_many_row_groups(tmp_path):
    def write(size):
        path = tmp_path / f"{size}.parquet"
        parquet.write_table(pa.table({"json": ["[]"] * size}), path, row_group_size=1)
        return path

    assert growth(lambda path: list(plan(Archive.of(path))), write, 2000) < MOST
