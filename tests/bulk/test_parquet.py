"""Tables that are damaged, foreign or far larger than their files are one problem; the rest is judged."""

import json
import random
import tracemalloc

import pyarrow as pa
import pytest
from pyarrow import parquet

from schemas.problems import Problem
from service.bulk.archives import Archive, Partition, Progress
from service.bulk.partitions import PARTITION_ROWS, plan
from service.bulk.table_rows import read_rows
from tests.bulk.archives import GAMES, LIMIT, answers, judge, problems, read_all, write_lines, write_rows
from tests.bulk.commands import verify

FOOTER_END = 8
"""Bytes after the footer: its size and the magic number."""

FIRST, SECOND = 3001, 2002
"""Rows of the row groups; these numbers occur nowhere else in the file."""


def footer_start(table):
    return len(table) - FOOTER_END - int.from_bytes(table[-FOOTER_END:-4], "little")


def write_changed(path, old, new, *, first=False):
    """Write a table of two row groups; in its footer, replace the last occurrence of `old`, or the first."""
    rows = pa.table({"json": [f"[{row}]" for row in range(FIRST + SECOND)]})
    parquet.write_table(rows, path, row_group_size=FIRST)
    table = path.read_bytes()
    start = footer_start(table)
    footer = table[start:-FOOTER_END]
    before, match, after = footer.partition(old) if first else footer.rpartition(old)
    assert match
    footer = before + new + after
    path.write_bytes(table[:start] + footer + len(footer).to_bytes(4, "little") + table[-4:])
    return path


def varint(value):
    """Return a number as Thrift's compact protocol writes it in a footer."""
    rest = 2 * value if value >= 0 else -2 * value - 1
    digits = bytearray()
    while rest > 0x7F:
        digits.append(rest & 0x7F | 0x80)
        rest >>= 7
    return bytes([*digits, rest])


def read_by_row_group(path):
    """Return the rows with their numbers; each row group is read on its own."""
    return read_all(plan(Archive.of(path), 1))


def rows_of(path):
    return read_rows(Partition(Archive.of(path), 0, 1, 0, 0, None, 0), LIMIT, Progress())


def test_progress_is_known_after_each_row(tmp_path):
    """Rows of a few kB can unpack to gigabytes, and a worker that judges them reports how far it is."""
    path = tmp_path / "same.parquet"
    write_rows(path, [{"json": "[" + " " * 1_000_000 + "]"}] * 50)
    assert path.stat().st_size < 100_000
    progress = Progress()
    rows = read_rows(Partition(Archive.of(path), 0, 1, 0, 0, None, 0), LIMIT, progress)
    shares = [progress.share for _ in rows]
    assert shares == [row / 50 for row in range(50)]
    assert progress.share == 1


@pytest.fixture
def table(tmp_path):
    """The bytes of a good table of games."""
    return write_rows(tmp_path / "good.parquet", [{"json": line} for line in GAMES[:40]]).read_bytes()


def damage(table):
    footer = footer_start(table)
    return {
        "cut short": table[: len(table) // 2],
        "not a table": b"\n".join(GAMES[:3]),
        "two bytes": b"PA",
        "footer of another size": table[:-8] + b"\xff\xff\xff\x7fPAR1",
        "footer overwritten": table[:footer] + b"\xff" * 40 + table[footer + 40 :],
        "footer of zeros": table[:footer] + bytes(len(table) - footer - 8) + table[-8:],
    }


def test_a_damaged_table_is_one_problem_and_the_rest_is_judged(tmp_path, table):
    games = tmp_path / "games"
    games.mkdir()
    write_lines(games / "good.jsonl", GAMES[:5])
    for number, content in enumerate(damage(table).values()):
        (games / f"{number}.parquet").write_bytes(content)
    run = judge(tmp_path / "out", games)
    assert (run.summary.games, run.failures) == (5 + len(damage(table)), {})
    for number in range(len(damage(table))):
        assert problems(tmp_path / "out", f"{number}.parquet") == ["damaged-archive"]


def test_no_byte_of_a_footer_stops_a_run(tmp_path, table):
    """Arrow reports damage in many ways, some of them not its own exceptions."""
    footer = footer_start(table)
    path = tmp_path / "games.parquet"
    chance = random.Random(20261121)
    for _ in range(400):
        broken = bytearray(table)
        for _ in range(chance.randint(1, 4)):
            broken[chance.randrange(footer, len(table) - 8)] = chance.randrange(256)
        path.write_bytes(broken)
        for _, row in read_by_row_group(path):
            assert isinstance(row, bytes) or row.name in {"damaged-archive", "foreign-columns"}


LEVELS = b"\x19\x26\x00"
"""In a column's sizes: a list of two numbers, the first of which is 0."""


@pytest.mark.parametrize(
    ("old", "new", "options", "rows"),
    [
        (LEVELS, b"\x19\x36\x00\x00", {}, FIRST),
        (varint(SECOND), varint(0), {"first": True}, FIRST),
        (varint(SECOND), varint(SECOND - 1), {}, 0),
        (varint(SECOND), varint(-SECOND), {}, 0),
        (varint(FIRST + SECOND), varint(FIRST), {}, 0),
    ],
    ids=["sizes of a column", "no values", "one row fewer", "negative rows", "fewer rows in all"],
)
def test_no_row_is_lost_silently(tmp_path, old, new, options, rows):
    path = write_changed(tmp_path / "games.parquet", old, new, **options)
    *before, (line, problem) = read_by_row_group(path)
    assert before == [(row + 1, b"[%d]" % row) for row in range(rows)]
    assert (line, problem.name) == (rows + 1, "damaged-archive")


def test_rows_after_a_damaged_row_group_keep_their_numbers(tmp_path):
    path = write_changed(tmp_path / "games.parquet", varint(FIRST), varint(0), first=True)
    (line, problem), *after = read_by_row_group(path)
    assert (line, problem.name) == (1, "damaged-archive")
    assert after == [(row + 1, b"[%d]" % row) for row in range(FIRST, FIRST + SECOND)]


def test_rows_before_damage_are_read(tmp_path):
    rows = [{"json": line.decode()} for line in GAMES * 20]
    archive = write_rows(tmp_path / "games.parquet", rows, use_dictionary=False, data_page_size=100_000)
    whole = archive.read_bytes()
    half = len(whole) // 2
    archive.write_bytes(whole[:half] + b"\xff" * 20_000 + whole[half + 20_000 :])
    *before, last = rows_of(archive)
    assert isinstance(last, Problem)
    assert last.name == "damaged-archive"
    assert before
    assert before == [row["json"].encode() for row in rows[: len(before)]]


@pytest.mark.parametrize("kind", [pa.timestamp("ns"), pa.duration("ns"), pa.time64("ns")])
def test_a_cell_without_a_value_is_a_problem_of_its_row(tmp_path, kind):
    """Whether or not pandas is installed, which has types for nanoseconds."""
    refs = pa.array([None, 70_000_000_000_001, None], kind)
    path = tmp_path / "games.parquet"
    parquet.write_table(pa.table({"variant": ["double-russian"] * 3, "ref": refs}), path)
    first, bad, last = rows_of(path)
    assert first == last == b'{"variant":"double-russian"}'
    assert bad.name == "not-json"


@pytest.mark.parametrize("columns", [{"number": [1]}, {"a": ["{}"], "b": ["{}"]}])
def test_a_table_without_requests_is_one_problem_that_names_its_columns(tmp_path, columns):
    parquet.write_table(pa.table(columns), tmp_path / "games.parquet")
    judge(tmp_path / "out", tmp_path / "games.parquet")
    (answer,) = map(json.loads, answers(tmp_path / "out").values())
    assert answer["type"] == "urn:patience-referee:problem:foreign-columns"
    expected = "Expected one column of JSON text, or columns among variant, declaration, rules"
    assert answer["detail"].startswith(f"The table has the columns {', '.join(columns)}. {expected}")


def test_columns_that_are_not_fields_are_ignored(tmp_path):
    row = {name: json.loads(GAMES[0])[name] for name in ("variant", "seed", "moves")}
    plain = write_rows(tmp_path / "games.parquet", [row] * 3)
    judge(tmp_path / "plain", plain)
    extra = [{"player": f"p{number}", **row, "rating": 1.5} for number in range(3)]
    run = judge(tmp_path / "out", write_rows(plain, extra))
    assert answers(tmp_path / "out") == answers(tmp_path / "plain")
    assert run.ignored_columns == {"player": str(plain), "rating": str(plain)}


def equal(value, times):
    """Return a column of equal values, of which a file contains only one."""
    indices = pa.Array.from_buffers(pa.int32(), times, [None, pa.py_buffer(bytes(4 * times))])
    return pa.DictionaryArray.from_arrays(indices, pa.array([value]))


def one_row(moves):
    return pa.ListArray.from_arrays(pa.array([0, len(moves)], pa.int32()), moves)


def write_small(path, columns):
    """Write a file of some hundred bytes whose content is far larger."""
    parquet.write_table(
        pa.table(columns), path, store_schema=False, write_statistics=False, compression="zstd",
        dictionary_pagesize_limit=10**8,
    )  # fmt: skip
    assert path.stat().st_size < 1000
    return path


def peak(path):
    """Return the rows of a table and the peak memory of Python and Arrow, in MB."""
    tracemalloc.start()
    before = pa.default_memory_pool().max_memory()
    rows = [row if isinstance(row, Problem) else len(row) for row in rows_of(path)]
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return rows, (most + pa.default_memory_pool().max_memory() - before) / 10**6


def test_equal_rows_are_in_memory_only_once(tmp_path):
    path = write_small(tmp_path / "games.parquet", {"json": equal("x" * LIMIT, 500)})
    rows, megabytes = peak(path)
    assert rows == [LIMIT] * 500
    assert megabytes < 50


def test_equal_moves_are_in_memory_only_once_and_too_long_together(tmp_path):
    moves = one_row(equal("x" * LIMIT, 20_000))
    path = write_small(tmp_path / "games.parquet", {"variant": ["double-russian"], "moves": moves})
    (row,), megabytes = peak(path)
    assert row.name == "line-too-long"
    assert megabytes < 50


def test_a_row_larger_than_a_workers_memory_is_a_problem(tmp_path):
    (tmp_path / "games").mkdir()
    write_lines(tmp_path / "games" / "good.jsonl", GAMES[:5])
    write_small(tmp_path / "games" / "bad.parquet", {"moves": one_row(equal("T1-T2", 30_000_000))})
    done = verify(tmp_path / "games", "--output", tmp_path / "out", "--json")
    assert done.returncode == 1, done.stderr
    assert json.loads(done.stdout)["games"] == 6
    (answer,) = (answer for (name, _), answer in answers(tmp_path / "out").items() if name == "bad.parquet")
    assert "more than fits into memory" in json.loads(answer)["detail"]


@pytest.mark.parametrize(
    ("rows", "partitions"),
    [([PARTITION_ROWS], 1), ([PARTITION_ROWS + 1], 2), ([7, 3 * PARTITION_ROWS - 5, 1, 9], 5)],
)
def test_a_large_row_group_has_several_partitions(tmp_path, rows, partitions):
    """So that several workers judge one file."""
    assert len([*plan(Archive.of(write_groups(tmp_path, rows)))]) == partitions


def test_every_row_of_a_large_group_is_read_once_under_its_number(tmp_path):
    rows = [7, PARTITION_ROWS + 5, 1]
    partitions = [*plan(Archive.of(write_groups(tmp_path, rows)))]
    assert read_all(partitions) == [(number, b"[%d]" % number) for number in range(1, sum(rows) + 1)]
    (last,) = read_all(partitions[-1:])[-1:]
    assert last == (sum(rows), b"[%d]" % sum(rows))


def write_groups(directory, rows):
    """Write row groups of these sizes, whose rows are lists of their own number; return the path."""
    path, numbers = directory / "games.parquet", iter(range(1, sum(rows) + 1))
    with parquet.ParquetWriter(path, pa.schema({"json": pa.string()})) as writer:
        for group in rows:
            writer.write_table(pa.table({"json": [f"[{next(numbers)}]" for _ in range(group)]}), group)
    return path


def test_a_footer_that_names_many_rows_has_few_partitions(tmp_path):
    path = write_changed(tmp_path / "games.parquet", varint(SECOND), varint(2**40))
    assert len([*plan(Archive.of(path))]) < 20
