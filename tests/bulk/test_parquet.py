"""Tables that are damaged, foreign or far larger than their files: one problem, and the rest is judged."""

import json
import random
import tracemalloc

import pyarrow as pa
import pytest
from pyarrow import parquet

from service.bulk.archives import Archive
from service.bulk.parquet import read_rows
from service.bulk.partitions import plan
from service.bulk.progress import Place
from service.bulk.reader import read
from service.judging.problems import Problem
from tests.bulk.archives import GAMES, answers, judge, write_lines, write_rows
from tests.bulk.commands import verify, verify_here
from tests.bulk.footers import FIRST, SECOND, varint, write_changed

LONGEST = 2_000_000


@pytest.fixture
def table(tmp_path):
    """The bytes of a good table of games."""
    return write_rows(tmp_path / "good.parquet", [{"json": line} for line in GAMES[:40]]).read_bytes()


def names_of_problems(output, archive):
    return [
        json.loads(answer)["type"].rpartition(":")[2] if b'"type"' in answer[:8] else ""
        for (name, _), answer in answers(output).items()
        if name == archive
    ]


def read_all(path):
    """The rows, with their numbers, each row group read on its own."""
    return [row for partition in plan(Archive.of(path), 1) for row in read(partition, LONGEST)]


def damage(table):
    footer = len(table) - 8 - int.from_bytes(table[-8:-4], "little")
    return {
        "cut short": table[: len(table) // 2],
        "no table": b"\n".join(GAMES[:3]),
        "two bytes": b"PA",
        "footer of another size": table[:-8] + b"\xff\xff\xff\x7fPAR1",
        "footer overwritten": table[:footer] + b"\xff" * 40 + table[footer + 40 :],
        "footer of zeros": table[:footer] + bytes(len(table) - footer - 8) + table[-8:],
    }


def test_a_damaged_table_is_one_problem_and_the_rest_is_judged(tmp_path, table, scheduler):
    games = tmp_path / "games"
    games.mkdir()
    write_lines(games / "good.jsonl", GAMES[:5])
    for number, content in enumerate(damage(table).values()):
        (games / f"{number}.parquet").write_bytes(content)
    done = verify_here(games, "--output", tmp_path / "out", "--scheduler", scheduler, "--json")
    assert done.returncode == 1, done.stderr
    assert json.loads(done.stdout)["games"] == 5 + len(damage(table))
    for number in range(len(damage(table))):
        assert names_of_problems(tmp_path / "out", f"{number}.parquet") == ["damaged-archive"]


def test_no_byte_of_a_footer_stops_a_run(tmp_path, table):
    """Arrow has many ways to say that a table is damaged, some of them no error of its own."""
    footer = len(table) - 8 - int.from_bytes(table[-8:-4], "little")
    path = tmp_path / "games.parquet"
    chance = random.Random(20261121)
    for _ in range(400):
        broken = bytearray(table)
        for _ in range(chance.randint(1, 4)):
            broken[chance.randrange(footer, len(table) - 8)] = chance.randrange(256)
        path.write_bytes(broken)
        for _, row in read_all(path):
            assert isinstance(row, bytes) or row.name in {"damaged-archive", "foreign-columns"}


LEVELS = b"\x19\x26\x00"
"""In the sizes of a column: a list of two numbers, the first of which is 0."""


@pytest.mark.parametrize(
    ("old", "new", "options", "rows"),
    [
        (LEVELS, b"\x19\x36\x00\x00", {}, FIRST),
        (varint(SECOND), varint(0), {"first": True}, FIRST),
        (varint(SECOND), varint(SECOND - 1), {}, 0),
        (varint(SECOND), varint(-SECOND), {}, 0),
        (varint(FIRST + SECOND), varint(FIRST), {}, 0),
    ],
    ids=["sizes of a column", "no values", "a row less", "rows below zero", "fewer rows together"],
)
def test_no_row_is_lost_without_a_word(tmp_path, old, new, options, rows):
    path = write_changed(tmp_path / "games.parquet", old, new, **options)
    *before, (line, problem) = read_all(path)
    assert before == [(row + 1, b"[%d]" % row) for row in range(rows)]
    assert (line, problem.name) == (rows + 1, "damaged-archive")


def test_what_comes_after_a_damaged_row_group_has_its_own_numbers(tmp_path):
    path = write_changed(tmp_path / "games.parquet", varint(FIRST), varint(0), first=True)
    (line, problem), *after = read_all(path)
    assert (line, problem.name) == (1, "damaged-archive")
    assert after == [(row + 1, b"[%d]" % row) for row in range(FIRST, FIRST + SECOND)]


def test_what_comes_before_damage_is_judged(tmp_path):
    rows = [{"json": line.decode()} for line in GAMES * 20]
    archive = write_rows(tmp_path / "games.parquet", rows, use_dictionary=False, data_page_size=100_000)
    whole = archive.read_bytes()
    half = len(whole) // 2
    archive.write_bytes(whole[:half] + b"\xff" * 20_000 + whole[half + 20_000 :])
    *before, last = read_rows(Archive.of(archive), 0, None, LONGEST, Place())
    assert isinstance(last, Problem)
    assert last.name == "damaged-archive"
    assert before
    assert before == [row["json"].encode() for row in rows[: len(before)]]


def test_a_cell_without_a_value_is_a_problem_of_its_row(tmp_path):
    refs = pa.array([None, 1_700_000_000_000_000_001, None], pa.timestamp("ns"))
    path = tmp_path / "games.parquet"
    parquet.write_table(pa.table({"variant": ["double-russian"] * 3, "ref": refs}), path)
    first, bad, last = read_rows(Archive.of(path), 0, None, LONGEST, Place())
    assert first == last == b'{"variant":"double-russian"}'
    assert bad.name == "not-json"


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"variant": "double-russian", "moves": [], "player": "me"}, "the columns variant, moves, player"),
        ({"number": 1}, "Expected one column of JSON text, or columns among variant, rules"),
    ],
)
def test_foreign_columns_are_one_problem_that_names_them(tmp_path, row, told):
    judge(tmp_path / "out", write_rows(tmp_path / "games.parquet", [row] * 3))
    (answer,) = answers(tmp_path / "out").values()
    assert json.loads(answer)["type"] == "urn:patience-referee:problem:foreign-columns"
    assert told in json.loads(answer)["detail"]


def equal(value, times):
    """A column of equal values, of which a file holds but one."""
    indices = pa.Array.from_buffers(pa.int32(), times, [None, pa.py_buffer(bytes(4 * times))])
    return pa.DictionaryArray.from_arrays(indices, pa.array([value]))


def one_row(moves):
    return pa.ListArray.from_arrays(pa.array([0, len(moves)], pa.int32()), moves)


def write_small(path, columns):
    """A file of some hundred bytes that holds far more."""
    parquet.write_table(
        pa.table(columns), path, store_schema=False, write_statistics=False, compression="zstd",
        dictionary_pagesize_limit=10**8,
    )  # fmt: skip
    assert path.stat().st_size < 1000
    return path


def peak(path):
    """The rows of a table, and the most memory that Python and Arrow had for them at a time, in MB."""
    tracemalloc.start()
    before = pa.default_memory_pool().max_memory()
    rows = [
        row if isinstance(row, Problem) else len(row)
        for row in read_rows(Archive.of(path), 0, None, LONGEST, Place())
    ]
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return rows, (most + pa.default_memory_pool().max_memory() - before) / 10**6


def test_equal_rows_are_in_memory_once(tmp_path):
    path = write_small(tmp_path / "games.parquet", {"json": equal("x" * LONGEST, 500)})
    rows, megabytes = peak(path)
    assert rows == [LONGEST] * 500
    assert megabytes < 50


def test_equal_moves_are_in_memory_once_and_too_long_together(tmp_path):
    moves = one_row(equal("x" * LONGEST, 20_000))
    path = write_small(tmp_path / "games.parquet", {"variant": ["double-russian"], "moves": moves})
    (row,), megabytes = peak(path)
    assert row.name == "line-too-long"
    assert megabytes < 50


def test_a_row_without_bounds_is_a_problem_not_the_end_of_the_worker(tmp_path):
    (tmp_path / "games").mkdir()
    write_lines(tmp_path / "games" / "good.jsonl", GAMES[:5])
    write_small(tmp_path / "games" / "bad.parquet", {"moves": one_row(equal("T1-T2", 30_000_000))})
    done = verify(tmp_path / "games", "--output", tmp_path / "out", "--workers", 1, "--json")
    assert done.returncode == 1, done.stderr
    assert json.loads(done.stdout)["games"] == 6
    (answer,) = (answer for (name, _), answer in answers(tmp_path / "out").items() if name == "bad.parquet")
    assert "more than fits into memory" in json.loads(answer)["detail"]
