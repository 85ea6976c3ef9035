"""Archives in pieces: every line once, under its number, wherever members, frames and row groups begin."""

import gzip
import json
import random
import sys

import pytest

from service.bulk.archives import Archive
from service.bulk.partitions import plan
from service.bulk.reader import read
from tests.bulk.archives import GAMES, write_rows

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LONGEST = 2_000_000
PACK = {".jsonl.gz": gzip.compress, ".jsonl.zst": zstd.compress}
FILLING = {".jsonl.gz": bytes(1000), ".jsonl.zst": b"\x50\x2a\x4d\x18\x04\x00\x00\x00skip"}
"""What may stand between members, or frames, and holds nothing."""

LINES = [*(b"%d" % 3**power for power in range(60)), b"", b"x" * 300, b"", b"", *[b"[]"] * 60]
TEXT = b"\n".join(LINES)


def cut(path, partition_bytes):
    return list(plan(Archive.of(path), partition_bytes))


def read_all(partitions):
    return [line for partition in partitions for line in read(partition, LONGEST)]


EXPECTED = [(number, line) for number, line in enumerate(LINES, 1) if line]


@pytest.mark.parametrize("suffix", PACK)
@pytest.mark.parametrize("piece", [1, 7, 100, 1000, len(TEXT)])
@pytest.mark.parametrize("partition_bytes", [1, 90, 1000])
def test_members_and_frames_of_any_size(tmp_path, suffix, piece, partition_bytes):
    packed = [PACK[suffix](TEXT[start : start + piece]) for start in range(0, len(TEXT), piece)]
    path = tmp_path / f"games{suffix}"
    path.write_bytes(b"".join(packed))
    partitions = cut(path, partition_bytes)
    assert read_all(partitions) == EXPECTED
    assert [partition.number for partition in partitions] == [*range(len(partitions))]
    assert sum(partition.size for partition in partitions) == path.stat().st_size
    if len(packed) > 20 and partition_bytes == 90:
        assert len(partitions) > 10


@pytest.mark.parametrize("suffix", PACK)
def test_members_of_any_sizes(tmp_path, suffix):
    chance = random.Random(20261121)
    path = tmp_path / f"games{suffix}"
    for _ in range(60):
        places = sorted(chance.choices(range(len(TEXT)), k=chance.randrange(30)))
        pieces = [TEXT[start:end] for start, end in zip([0, *places], [*places, len(TEXT)], strict=True)]
        path.write_bytes(b"".join(PACK[suffix](piece) + FILLING[suffix] for piece in pieces))
        assert read_all(cut(path, chance.randrange(1, 500))) == EXPECTED


@pytest.mark.parametrize("suffix", PACK)
def test_one_member_is_one_partition(tmp_path, suffix):
    path = tmp_path / f"games{suffix}"
    path.write_bytes(PACK[suffix](b"[]\n" * 500_000) + PACK[suffix](b"[]\n"))
    (partition,) = cut(path, 1000)
    assert len(read_all([partition])) == 500_001


@pytest.mark.parametrize("suffix", PACK)
@pytest.mark.parametrize("damage", [b"\xff" * 20, b"nothing that was ever packed", None])
def test_damage_between_members_is_one_problem(tmp_path, suffix, damage):
    packed = [PACK[suffix](b"%b\n" % game) for game in GAMES[:40]]
    whole = b"".join(packed)
    end = len(b"".join(packed[:30]))
    path = tmp_path / f"games{suffix}"
    path.write_bytes(whole[: end - 5] if damage is None else whole[:end] + damage + whole[end:])
    partitions = cut(path, 3000)
    assert len(partitions) > 3
    *lines, (number, problem) = read_all(partitions)
    assert lines == [*enumerate(GAMES[: len(lines)], 1)]
    assert problem.name == "damaged-archive"
    assert number == len(lines) + 1
    assert len(lines) >= 29


def test_small_row_groups_are_read_together(tmp_path):
    rows = [{"json": game} for game in GAMES[:60]]
    path = write_rows(tmp_path / "games.parquet", rows, row_group_size=1)
    assert len(cut(path, 1)) == 60
    partitions = cut(path, 10_000)
    assert 3 < len(partitions) < 30
    assert read_all(partitions) == [*enumerate(GAMES[:60], 1)]
    assert len(cut(path, 10**9)) == 1
    assert json.loads(read_all(cut(path, 10**9))[-1][1]) == json.loads(GAMES[59])
