"""CSV and Arrow: the verdicts are those of the same rows as Parquet, by whatever library."""

import json
import random

import polars as pl
import pyarrow as pa
import pytest
from pyarrow import parquet

from service.bulk.formats import Format
from tests.bulk.archives import judge

ROWS = [
    {"variant": "freecell", "seed": "1", "moves": "T6-R1 T7-T2", "rules": None, "ref": "a", "player": "Ann"},
    {"variant": "klondike", "seed": "7", "moves": "T3-T7 draw", "rules": '{"draw": "three"}', "ref": "b",
     "player": 'B, "B"'},
    {"variant": "freecel", "seed": "1", "moves": "", "rules": None, "ref": None, "player": "line\nend"},
    {"variant": "freecell", "seed": "1", "moves": '["T6-R1"]', "rules": None, "ref": "d", "player": None},
    {"variant": "freecell", "seed": None, "moves": "T6-R1", "rules": None, "ref": "e", "player": ""},
    {"variant": "klondike", "seed": "7", "moves": "draw", "rules": "draw three", "ref": "f", "player": ""},
]  # fmt: skip
RESULTS = ["invalid", "valid", "rejected", "valid", "rejected", "rejected"]


WRITERS = {
    "polars.csv": lambda path, rows: pl.DataFrame(rows).write_csv(path),
    "polars.arrow": lambda path, rows: pl.DataFrame(rows).write_ipc(path),
    "polars.arrows": lambda path, rows: pl.DataFrame(rows).write_ipc_stream(path),
    "packed.feather": lambda path, rows: pl.DataFrame(rows).write_ipc(path, compression="zstd"),
}
PARTS = ("result", "reason", "ref", "moves_total", "player")


@pytest.mark.parametrize("name", WRITERS)
def test_the_verdicts_are_those_of_parquet(tmp_path, name):
    WRITERS[name](tmp_path / name, ROWS)
    parquet.write_table(pa.Table.from_pylist(ROWS), tmp_path / "same.parquet")
    options = {"shape": Format.PARQUET, "verdicts": False, "keep": ("player",)}
    judge(tmp_path / "out", tmp_path / name, **options)
    judge(tmp_path / "expected", tmp_path / "same.parquet", **options)
    found, expected = (
        parquet.read_table(tmp_path / where).select(PARTS).to_pylist() for where in ("out", "expected")
    )
    assert [row["result"] for row in found] == RESULTS
    assert found == expected


@pytest.mark.parametrize("name", WRITERS)
def test_lines_have_the_same_results(tmp_path, name):
    WRITERS[name](tmp_path / name, ROWS)
    run = judge(tmp_path / "out", tmp_path / name)
    (shard,) = tmp_path.glob("out/*.jsonl")
    answers = [json.loads(line) for line in shard.read_text("utf-8").splitlines()]
    assert [answer["line"] for answer in answers] == [1, 2, 3, 4, 5, 6]
    assert ["problem" in answer for answer in answers] == [result == "rejected" for result in RESULTS]
    assert run.summary.games == len(ROWS)


def test_a_csv_of_one_column_of_json(tmp_path):
    (tmp_path / "games.csv").write_text('request\n"{""variant"":""freecell"",""seed"":1,""moves"":[]}"\n{}\n')
    assert results(tmp_path, "games.csv") == ["valid", "rejected"]


def test_a_mark_of_byte_order_is_not_part_of_a_name(tmp_path):
    (tmp_path / "games.csv").write_bytes(b"\xef\xbb\xbfvariant,seed,moves\r\nfreecell,1,T6-R1\r\n")
    assert results(tmp_path, "games.csv") == ["valid"]


def test_text_that_is_not_utf_8_rejects_its_row(tmp_path):
    (tmp_path / "games.csv").write_bytes(
        b"variant,seed,moves\nfreecell,1,T6-R1\nfree\xffcell,1,T6-R1\nfreecell,1,T\xff\nfreecell,1,draw\n"
    )
    assert results(tmp_path, "games.csv") == ["valid", "rejected", "rejected", "invalid"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("variant,seed,moves\nfreecell,1\n", "Expected 3 columns, got 2"),
        ("variant,variant,moves\nfreecell,1,\n", "The table has the columns variant, variant, moves"),
        ("a,b\n1,2\n", "Expected one column of JSON text, or columns among variant"),
        ("\n", "The table has the columns (none)"),
    ],
)
def test_a_table_that_has_no_games_is_a_problem(tmp_path, text, problem):
    (tmp_path / "games.csv").write_text(text)
    run = judge(tmp_path / "out", tmp_path / "games.csv", shape=Format.PARQUET, verdicts=False)
    ((_, rejection),) = run.first_rejections
    assert problem in rejection.detail


def results(folder, name):
    judge(folder / "out", folder / name, shape=Format.PARQUET, verdicts=False)
    return parquet.read_table(folder / "out")["result"].to_pylist()


SEED = 20261129


@pytest.mark.parametrize("name", ["polars.csv", "polars.arrow", "polars.arrows"])
def test_damage_never_ends_the_process(tmp_path, name):
    """Some bytes changed at random: a problem or other verdicts, but always an end."""
    source = random.Random(SEED)
    path = tmp_path / name
    WRITERS[name](path, ROWS)
    whole = path.read_bytes()
    for _ in range(150):
        changed = bytearray(whole)
        for _ in range(source.randrange(1, 4)):
            changed[source.randrange(len(changed))] = source.choice((0, 1, 0x7F, 0xFF, source.randrange(256)))
        path.write_bytes(changed)
        judge(tmp_path / "out", path, shape=Format.PARQUET, verdicts=False, keep=("player",))
    path.write_bytes(whole[: len(whole) // 2])
    judge(tmp_path / "out", path, shape=Format.PARQUET, verdicts=False)
    path.write_bytes(whole)
    assert results(tmp_path, name) == RESULTS
