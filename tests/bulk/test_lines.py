"""Bad lines, damage and huge files: never a stop, always the right number."""

import json

import pytest

from service.bulk.archives import Archive
from service.bulk.partitions import plan
from service.bulk.reader import read
from tests.bulk.archives import (
    BAD_LINES,
    GAMES,
    answers,
    judge,
    shards,
    write_lines,
    write_rows,
    written_lines,
)

LONGEST = 2_000_000


def cut(path, partition_bytes):
    return list(plan(Archive.of(path), partition_bytes))


def test_a_bad_line_is_rejected_under_its_number(tmp_path):
    archive = write_lines(tmp_path / "games.jsonl", [GAMES[0], b"", *BAD_LINES, b" \t\r", GAMES[1]])
    work = judge(tmp_path / "out", archive)
    found = answers(tmp_path / "out")
    assert [number for _, number in found] == [1, 3, 4, 5, 6, 7, 9]
    rejected = [number for (_, number), answer in found.items() if "type" in json.loads(answer)]
    assert rejected == [3, 4, 5, 6, 7]
    reasons = [(row["reason"], row["games"]) for row in work.summary.rows() if row["result"] == "rejected"]
    assert reasons == [("duplicate-key", 1), ("invalid-request", 2), ("not-json", 1), ("not-utf-8", 1)]


def test_the_last_line_needs_no_end(tmp_path):
    archive = tmp_path / "games.jsonl"
    archive.write_bytes(b"\n".join(GAMES[:3]))
    judge(tmp_path / "out", archive)
    assert len(answers(tmp_path / "out")) == 3


def test_an_empty_archive_has_no_shard(tmp_path):
    (tmp_path / "games.jsonl").touch()
    assert judge(tmp_path / "out", tmp_path / "games.jsonl").shards == []


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz", ".jsonl.zst", ".parquet"])
def test_a_line_too_long_is_rejected_and_the_next_is_judged(tmp_path, suffix):
    longest = len(GAMES[0])
    short = [GAMES[0], GAMES[0] + b" ", b" " * 3_000_000, GAMES[0]]
    archive = tmp_path / f"games{suffix}"
    if suffix == ".parquet":
        write_rows(archive, [{"json": line} for line in short])
    else:
        write_lines(archive, short)
    judge(tmp_path / "out", archive, most_body_bytes=longest)
    statuses = [json.loads(answer).get("status") for answer in answers(tmp_path / "out").values()]
    assert statuses == [None, 413, 413, None]


@pytest.mark.parametrize("partition_bytes", [1, 1000, 4096, 10**6, 10**9])
def test_partitions_are_whole_lines_and_know_their_numbers(tmp_path, partition_bytes):
    lines = [*GAMES[:40], b"", b"x" * 5000, *GAMES[40:50]]
    path = write_lines(tmp_path / "games.jsonl", lines)
    partitions = cut(path, partition_bytes)
    assert partitions[-1].start + partitions[-1].size == path.stat().st_size
    found = [line for partition in partitions for line in read(partition, LONGEST)]
    assert found == [(number, line) for number, line in enumerate(lines, 1) if line]


def test_a_huge_line_is_passed_over_in_pieces(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"%b\n%b\n%b" % (GAMES[0], b"x" * 5_000_000, GAMES[1]))
    numbers = [[number for number, _ in read(partition, 3000)] for partition in cut(path, 1_000_000)]
    assert numbers == [[1, 2], [3]]


@pytest.mark.parametrize("suffix", [".jsonl.gz", ".jsonl.zst"])
@pytest.mark.parametrize("damage", ["cut short", "overwritten"])
def test_what_comes_before_damage_is_judged(tmp_path, suffix, damage):
    archive = write_lines(tmp_path / f"games{suffix}", GAMES)
    whole = archive.read_bytes()
    half = len(whole) // 2
    archive.write_bytes(whole[:half] + (b"" if damage == "cut short" else b"\0" * 100 + whole[half + 100 :]))
    judge(tmp_path / "out", archive)
    *before, last = answers(tmp_path / "out").values()
    assert json.loads(last)["type"] == "urn:patience-referee:problem:damaged-archive"
    # A checksum comes at the end, so that some lines after overwritten bytes may be read as they are now.
    assert all("type" not in json.loads(answer) for answer in before[: len(GAMES) // 4])


def test_the_clients_own_name_stands_in_the_envelope_as_far_as_it_can_be_read(tmp_path):
    named = b'{"variant":"double-russian","seed":"1","moves":[],"include":[],"ref":"a:1"}'
    wrong = b'{"variant":"klondike","ref":"b"}'
    judge(tmp_path / "out", write_lines(tmp_path / "games.jsonl", [named, wrong, b'{"ref":"c"']))
    (shard,) = shards(tmp_path / "out")
    verdict, problem, unread = map(json.loads, written_lines(shard))
    assert (list(verdict), verdict["ref"], list(verdict["verdict"])[-1]) == (
        ["file", "line", "ref", "verdict"], "a:1", "ref",
    )  # fmt: skip
    assert (list(problem), problem["ref"]) == (["file", "line", "ref", "problem"], "b")
    assert list(unread) == ["file", "line", "problem"]
