"""Reading archives: every line once, under its number, wherever it is cut, and whatever is wrong with it."""

import gzip
import json
import random
import sys
import zlib
from collections import Counter

import pytest

from schemas.problems import too_long
from service.bulk import line_worker, reader
from service.bulk.archives import Archive
from service.bulk.partitions import plan
from service.bulk.summary import ResultKey
from service.judging.judge import answered, enveloped, rejected
from service.judging.judge import judge as judge_one
from tests.bulk.archives import (
    BAD_LINES,
    GAMES,
    answers,
    judge,
    problems,
    read_all,
    shards,
    write_lines,
    write_rows,
    written_lines,
)
from tests.request_lines import random_line

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

COMPRESS = {".jsonl.gz": gzip.compress, ".jsonl.zst": zstd.compress}
PADDING = {".jsonl.gz": bytes(1000), ".jsonl.zst": b"\x50\x2a\x4d\x18\x04\x00\x00\x00skip"}
"""May stand between members, or frames, and contains nothing."""

LINES = [*(b"%d" % 3**power for power in range(60)), b"", b"x" * 300, b"", b"", *[b"[]"] * 60]
TEXT = b"\n".join(LINES)
EXPECTED = [(number, line) for number, line in enumerate(LINES, 1) if line]


def cut(path, partition_bytes):
    return list(plan(Archive.of(path), partition_bytes))


def test_a_bad_line_is_rejected_under_its_number(tmp_path):
    archive = write_lines(tmp_path / "games.jsonl", [GAMES[0], b"", *BAD_LINES, b" \t\r", GAMES[1]])
    run = judge(tmp_path / "out", archive)
    assert [number for _, number in answers(tmp_path / "out")] == [1, 3, 4, 5, 6, 7, 9]
    kinds = ["not-json", "invalid-request", "not-utf-8", "invalid-request", "duplicate-key"]
    assert problems(tmp_path / "out", "games.jsonl") == ["", *kinds, ""]
    counts = [(row["reason"], row["games"]) for row in run.summary.rows() if row["result"] == "rejected"]
    assert counts == [("duplicate-key", 1), ("invalid-request", 2), ("not-json", 1), ("not-utf-8", 1)]


def test_an_archive_of_windows(tmp_path):
    text = b"\xef\xbb\xbf" + GAMES[0] + b"\r\n" + GAMES[1] + b"\r\n"
    path = tmp_path / "games.jsonl"
    path.write_bytes(text)
    judge(tmp_path / "out", path)
    assert problems(tmp_path / "out", "games.jsonl") == ["", ""]


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_lines_that_are_judged_together_have_the_answers_of_single_ones(tmp_path, suffix):
    source = random.Random(32)
    strange = [
        b'{"variant":"freecell","seed":"1","moves":[',
        b"]}",
        b" \t",
        b"",
        b"x" * 3000,
        b"\0",
        *BAD_LINES,
    ]
    lines = b"\n".join([*(random_line(source) for _ in range(300)), *strange, *GAMES, GAMES[0] + b"\r"])
    archive = tmp_path / f"games.jsonl{suffix}"
    archive.write_bytes(gzip.compress(lines) if suffix else lines)
    run = judge(tmp_path / "out", archive, most_body_bytes=2500)
    expected, counts = [], Counter()
    for number, line in enumerate(lines.split(b"\n"), 1):
        if len(line) > 2500:
            judged = rejected(too_long(2500, "line"), {})
        elif line.strip():
            judged = answered(judge_one, line, {})
        else:
            continue
        head = b'{"file":%b,"line":%d' % (json.dumps(str(archive)).encode(), number)
        expected.append(enveloped(head, judged))
        counts[ResultKey.of(judged)] += 1
    (shard,) = shards(tmp_path / "out")
    assert written_lines(shard) == expected
    assert {tuple(row.values()) for row in run.summary.rows()} == {
        (*(value or None for value in key), games) for key, games in counts.items()
    }


def test_the_last_line_needs_no_line_end(tmp_path):
    (tmp_path / "games.jsonl").write_bytes(b"\n".join(GAMES[:3]))
    judge(tmp_path / "out", tmp_path / "games.jsonl")
    assert len(answers(tmp_path / "out")) == 3


def test_an_empty_archive_has_no_shard(tmp_path):
    (tmp_path / "games.jsonl").touch()
    run = judge(tmp_path / "out", tmp_path / "games.jsonl")
    assert (run.judged, run.summary.games, shards(tmp_path / "out")) == (0, 0, [])


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz", ".jsonl.zst", ".parquet"])
def test_a_line_too_long_is_rejected_and_the_next_is_judged(tmp_path, suffix):
    lines = [GAMES[0], GAMES[0] + b" ", b" " * 3_000_000, GAMES[0]]
    archive = tmp_path / f"games{suffix}"
    if suffix == ".parquet":
        write_rows(archive, [{"json": line} for line in lines])
    else:
        write_lines(archive, lines)
    judge(tmp_path / "out", archive, most_body_bytes=len(GAMES[0]))
    assert problems(tmp_path / "out", archive.name) == ["", "line-too-long", "line-too-long", ""]


@pytest.mark.parametrize("partition_bytes", [1, 1000, 4096, 10**6, 10**9])
def test_partitions_are_whole_lines_and_know_their_numbers(tmp_path, partition_bytes):
    lines = [*GAMES[:40], b"", b"x" * 5000, *GAMES[40:50]]
    path = write_lines(tmp_path / "games.jsonl", lines)
    partitions = cut(path, partition_bytes)
    assert partitions[-1].start + partitions[-1].size == path.stat().st_size
    assert read_all(partitions) == [(number, line) for number, line in enumerate(lines, 1) if line]


def test_a_huge_line_is_skipped_in_pieces(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"%b\n%b\n%b" % (GAMES[0], b"x" * 5_000_000, GAMES[1]))
    partitions = cut(path, 1_000_000)
    assert [[number for number, _ in read_all([partition], 3000)] for partition in partitions] == [
        [1, 2],
        [3],
    ]


DECODERS = {".jsonl.gz": lambda: zlib.decompressobj(wbits=31), ".jsonl.zst": zstd.ZstdDecompressor}


def readable(data, suffix):
    """Return what a member unpacks to before its damage or its early end, and which of the two follows.

    One byte after the other is unpacked, so that none is lost.
    """
    decoder, unpacked, place = DECODERS[suffix](), bytearray(), 0
    try:
        while place < len(data) and not decoder.eof:
            unpacked += decoder.decompress(data[place : place + 1])
            place += 1
    except (zlib.error, zstd.ZstdError):
        return bytes(unpacked), "damage"
    # What follows a member that ends too soon is not a member.
    return bytes(unpacked), "early end" if not decoder.eof else "damage" if place < len(data) else ""


def check_damaged(path, data, suffix):
    """Check that the lines before a damage are read, and that it is reported after them."""
    path.write_bytes(data)
    text, fault = readable(data, suffix)
    expected = [line for line in enumerate(text.split(b"\n"), 1) if line[1].strip()]
    if fault == "early end":
        with pytest.raises(reader.TruncatedError):
            read_all(cut(path, 1000))
        return
    lines = read_all(cut(path, 1000))
    if fault:
        number, problem = lines.pop()
        assert (number, problem.name) == (text.count(b"\n") + 1, "damaged-archive")
        expected = [line for line in expected if line[0] < number]
    assert lines == expected


@pytest.mark.parametrize("suffix", COMPRESS)
def test_lines_before_damage_are_read_wherever_it_is(tmp_path, suffix):
    """Every byte of a small file is damaged in turn."""
    whole = COMPRESS[suffix](b"".join(b'{"number":%d}\n' % 7**power for power in range(30)))
    for place in range(len(whole)):
        data = whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :]
        check_damaged(tmp_path / f"games{suffix}", data, suffix)


@pytest.mark.parametrize("suffix", COMPRESS)
def test_lines_before_damage_in_a_large_file_are_read(tmp_path, suffix):
    source = random.Random(0)
    whole = COMPRESS[suffix](b"".join(b"%x\n" % source.getrandbits(400) for _ in range(5000)))
    for place in range(0, len(whole), 19_973):
        data = whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :]
        check_damaged(tmp_path / f"games{suffix}", data, suffix)


@pytest.mark.parametrize("suffix", COMPRESS)
def test_text_with_the_name_of_a_compressed_file_is_one_problem(tmp_path, suffix, monkeypatch):
    """The worker reports its progress after each line, this one too."""
    monkeypatch.setattr(line_worker, "_REPORT_SECONDS", 0)
    archive = tmp_path / f"games{suffix}"
    archive.write_bytes(GAMES[0] + b"\n")
    run = judge(tmp_path / "out", archive)
    assert problems(tmp_path / "out", archive.name) == ["damaged-archive"]
    assert run.failures == {}


@pytest.mark.parametrize("suffix", COMPRESS)
@pytest.mark.parametrize("part", [1, 2])
def test_complete_lines_of_a_truncated_archive_are_judged_and_the_run_fails(tmp_path, suffix, part):
    archive = write_lines(tmp_path / f"games{suffix}", GAMES)
    whole = archive.read_bytes()
    archive.write_bytes(whole[: len(whole) // part - 1])
    first = judge(tmp_path / "out", archive)
    kinds = problems(tmp_path / "out", archive.name)
    assert set(kinds) == {""}
    assert first.summary.games == len(kinds)
    assert len(kinds) < len(GAMES) or part == 1
    assert [*first.failures.values()] == [f"{archive}: unexpected end of file after line {len(kinds)}"]
    again = judge(tmp_path / "out", archive)
    assert (again.kept, again.judged, again.failures) == (1, 0, first.failures)


def test_the_clients_own_name_is_in_the_envelope_if_it_can_be_read(tmp_path):
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


@pytest.mark.parametrize("suffix", COMPRESS)
@pytest.mark.parametrize("piece", [1, 7, 100, 1000, len(TEXT)])
@pytest.mark.parametrize("partition_bytes", [1, 90, 1000])
def test_members_and_frames_of_any_size(tmp_path, suffix, piece, partition_bytes):
    members = [COMPRESS[suffix](TEXT[start : start + piece]) for start in range(0, len(TEXT), piece)]
    path = tmp_path / f"games{suffix}"
    path.write_bytes(b"".join(members))
    partitions = cut(path, partition_bytes)
    assert read_all(partitions) == EXPECTED
    assert [partition.number for partition in partitions] == [*range(len(partitions))]
    assert sum(partition.size for partition in partitions) == path.stat().st_size
    if len(members) > 20 and partition_bytes == 90:
        assert len(partitions) > 10


@pytest.mark.parametrize("suffix", COMPRESS)
def test_members_of_mixed_sizes(tmp_path, suffix):
    chance = random.Random(20261121)
    path = tmp_path / f"games{suffix}"
    for _ in range(60):
        places = sorted(chance.choices(range(len(TEXT)), k=chance.randrange(30)))
        pieces = [TEXT[start:end] for start, end in zip([0, *places], [*places, len(TEXT)], strict=True)]
        path.write_bytes(b"".join(COMPRESS[suffix](piece) + PADDING[suffix] for piece in pieces))
        assert read_all(cut(path, chance.randrange(1, 500))) == EXPECTED


@pytest.mark.parametrize("suffix", COMPRESS)
def test_one_large_member_is_one_partition(tmp_path, suffix):
    path = tmp_path / f"games{suffix}"
    path.write_bytes(COMPRESS[suffix](b"[]\n" * 100_000) + COMPRESS[suffix](b"[]\n"))
    (partition,) = cut(path, 1000)
    assert len(read_all([partition])) == 100_001


@pytest.mark.parametrize("suffix", COMPRESS)
@pytest.mark.parametrize("damage", [b"\xff" * 20, b"text that is not compressed"])
def test_damage_between_members_is_one_problem(tmp_path, suffix, damage):
    members = [COMPRESS[suffix](b"%b\n" % game) for game in GAMES[:40]]
    path = tmp_path / f"games{suffix}"
    path.write_bytes(b"".join([*members[:30], damage, *members[30:]]))
    partitions = cut(path, 3000)
    assert len(partitions) > 3
    *lines, (number, problem) = read_all(partitions)
    assert lines == [*enumerate(GAMES[:30], 1)]
    assert (number, problem.name) == (31, "damaged-archive")


def test_small_row_groups_are_read_together(tmp_path):
    rows = [{"json": game} for game in GAMES[:60]]
    path = write_rows(tmp_path / "games.parquet", rows, row_group_size=1)
    assert len(cut(path, 1)) == 60
    partitions = cut(path, 10_000)
    assert 3 < len(partitions) < 30
    assert read_all(partitions) == [*enumerate(GAMES[:60], 1)]
    assert len(cut(path, 10**9)) == 1
    assert json.loads(read_all(cut(path, 10**9))[-1][1]) == json.loads(GAMES[59])


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz", ".jsonl.zst"])
def test_too_many_blank_lines_in_a_row_are_damage(tmp_path, suffix, monkeypatch):
    """They need no space if they are packed: 300 million take 292 kB, and took more than a minute."""
    most = 1_234
    monkeypatch.setattr(reader, "MOST_BLANK", most)
    path = write_lines(tmp_path / f"games{suffix}", [GAMES[0], *[b" "] * 5, GAMES[1], *[b""] * most])
    assert [number for number, _ in read_all(cut(path, 10**9))] == [1, 7]
    write_lines(path, [GAMES[0], *[b""] * (most + 1), GAMES[1]])
    _, (number, problem) = read_all(cut(path, 10**9))
    assert (number, problem.name) == (most + 2, "damaged-archive")
    assert "more than 1,234 blank lines" in problem.detail
