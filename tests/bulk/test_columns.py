"""From Parquet to Parquet rows stay columns: the verdicts are those of the same rows judged one by one."""

import json

import pyarrow as pa
import pytest
from pyarrow import parquet

from patience.kernel.loader import KERNEL, engine_name
from patience.tables.table_verdicts import TableVerdicts
from service.bulk.column_worker import ArchiveJob, takes_columns
from service.bulk.formats import Format
from tests.bulk.archives import GAMES, judge, missing, problems, write_rows

pytestmark = pytest.mark.skipif(engine_name() != KERNEL, reason="the readable engine is chosen")

ROWS = [
    {"variant": "freecell", "seed": "1", "moves": ["T6-R1", "T7-T2"], "rules": None},
    {"variant": "klondike", "seed": "7", "moves": ["T3-T7", "draw"], "rules": {"draw": "three"}},
    {"variant": "freecel", "seed": "1", "moves": [], "rules": None},
    {"variant": None, "seed": "1", "moves": [], "rules": None},
    {"variant": "freecell", "seed": "-x9", "moves": [], "rules": None},
    {"variant": "freecell", "seed": "1", "moves": None, "rules": None},
    {"variant": "freecell", "seed": "1", "moves": ["T6-"], "rules": None},
    {"variant": "freecell", "seed": "1", "moves": ["T6-R1"] * 9, "rules": {"draw": "nine"}},
]
# Their mistakes again, with other moves.
ROWS += [{**row, "moves": moves} for row in ROWS for moves in (["T6-R1"], ["T6-R1", "draw"], ["T6-"], None)]


def columns(output, archive, **options):
    """Judge a table in columns and row by row; return both, and check that the counts agree."""
    fast = judge(output / "fast", archive, shape=Format.PARQUET, verdicts=False, **options)
    slow = judge(output / "slow", archive, shape=Format.PARQUET, **options)
    assert fast.failures == slow.failures == {}
    assert fast.summary.record() == slow.summary.record()
    return parquet.read_table(output / "fast"), parquet.read_table(output / "slow")


def without(table, *names):
    return table.drop_columns([name for name in names if name in table.column_names]).to_pylist()


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_the_verdicts_are_those_of_rows_judged_one_by_one(tmp_path, size):
    rows = [{**row, "ref": f"r{number}"} for number, row in enumerate(ROWS)]
    fast, slow = columns(tmp_path, write_rows(tmp_path / "games.parquet", rows, row_group_size=size))
    assert without(fast) == without(slow, "verdict")
    assert "verdict" not in fast.column_names


def test_games_of_the_corpus_have_the_same_verdicts(tmp_path):
    """With a struct that has a field for each option of any game whose values are text."""
    games = [game for game in map(json.loads, GAMES) if {str}.issuperset(map(type, game["rules"].values()))]
    assert len(games) > 100
    fast, slow = columns(tmp_path, write_rows(tmp_path / "games.parquet", games))
    assert without(fast) == without(slow, "verdict")


@pytest.mark.parametrize(
    "refs",
    [
        pa.array([1, None], pa.int64()),
        pa.array([[1], [2, 3]]),
        pa.array(["a", "b"]).dictionary_encode(),
        pa.array([0, 10**9], pa.timestamp("us")),
    ],
)
def test_a_ref_of_any_type_is_kept(tmp_path, refs):
    table = pa.table({"variant": ["freecell", "freecel"], "seed": [1, 1], "moves": [[], []], "ref": refs})
    parquet.write_table(table, tmp_path / "games.parquet")
    judge(tmp_path / "out", tmp_path / "games.parquet", shape=Format.PARQUET, verdicts=False)
    found = parquet.read_table(tmp_path / "out")
    assert found["ref"].to_pylist() == refs.to_pylist()
    assert found["result"].to_pylist() == ["valid", "rejected"]


@pytest.mark.parametrize(
    "kind", [pa.int64(), pa.uint64(), pa.float64(), pa.decimal128(38, 0), pa.decimal128(22, 1)]
)
def test_a_seed_of_any_type_of_number_is_that_number(tmp_path, kind):
    seeds = [1, 17, 31999, 2**40, None] if kind == pa.float64() else [1, 2**40, 2**60, 31999, None]
    table = pa.table(
        {"variant": ["freecell"] * 5, "seed": pa.array(seeds).cast(kind), "moves": [["T6-R1"]] * 5}
    )
    parquet.write_table(table, tmp_path / "games.parquet")
    fast, slow = columns(tmp_path, tmp_path / "games.parquet")
    assert without(fast) == without(slow, "verdict")
    assert fast["result"].to_pylist().count("rejected") == 1


def test_a_mistake_that_others_have_does_not_hide_that_a_row_is_too_long():
    moves = [["T6-R1"], ["T6-R1"] * 5000]
    batch = pa.record_batch({"variant": ["freecel"] * 2, "seed": ["1"] * 2, "moves": moves})
    job = ArchiveJob(batch, columns=("reason",), longest_row=20_000)
    assert pa.table(TableVerdicts(job))["reason"].to_pylist() == ["invalid-request", "line-too-long"]


def test_columns_are_kept_where_a_table_has_them(tmp_path):
    games = pa.table({"variant": ["freecell"] * 2, "seed": [1, 2], "moves": [[], []]})
    with_players = games.append_column("player", pa.array([{"id": 1}, None]))
    parquet.write_table(with_players, tmp_path / "a.parquet")
    parquet.write_table(games, tmp_path / "b.parquet")
    keep = ("player", "seed")
    judge(tmp_path / "out", *tmp_path.glob("*.parquet"), shape=Format.PARQUET, verdicts=False, keep=keep)
    one, other = (parquet.read_table(path) for path in sorted((tmp_path / "out").glob("*.parquet")))
    assert one.select(keep).to_pylist() == [{"player": {"id": 1}, "seed": 1}, {"player": None, "seed": 2}]
    assert "player" not in other.column_names
    assert other["seed"].to_pylist() == [1, 2]


@pytest.mark.parametrize("shape", [Format.PARQUET, Format.JSONL])
def test_columns_are_read_as_fields_of_other_names(tmp_path, shape):
    rows = [{"game": "klondike", "number": 7, "log": ["T3-T7", "draw"], "level": 3}]
    archive = write_rows(tmp_path / "games.parquet", rows)
    renamed = (("game", "variant"), ("number", "seed"), ("log", "moves"))
    run = judge(tmp_path / "out", archive, shape=shape, verdicts=False, renamed=renamed)
    assert [(row["variant"], row["result"]) for row in run.summary.rows()] == [("klondike", "valid")]
    assert run.ignored_columns == {"level": str(archive)}
    again = judge(tmp_path / "out", archive, shape=shape, verdicts=False, renamed=renamed)
    assert (again.kept, again.judged) == (1, 0)
    assert judge(tmp_path / "out", archive, shape=shape, verdicts=False, renamed=renamed[:2]).judged == 1


def test_two_columns_cannot_be_one_field(tmp_path):
    archive = write_rows(tmp_path / "games.parquet", [{"moves": ["draw"], "log": ["draw"]}])
    judge(tmp_path / "out", archive, renamed=(("log", "moves"),))
    assert problems(tmp_path / "out", "games.parquet") == ["foreign-columns"]


def test_moves_and_rules_can_be_text(tmp_path):
    rows = [
        {"variant": "klondike", "seed": 7, "moves": "T3-T7 draw", "rules": '{"draw": "three"}'},
        {"variant": "klondike", "seed": 7, "moves": '["T3-T7", "draw"]', "rules": None},
    ]
    archive = write_rows(tmp_path / "games.parquet", rows)
    run = judge(tmp_path / "out", archive, shape=Format.PARQUET, verdicts=False)
    assert [(row["result"], row["games"]) for row in run.summary.rows()] == [("valid", 2)]


@pytest.mark.parametrize("verdicts", [True, False])
def test_folders_name_fields(tmp_path, verdicts):
    """As Hive, Spark and Dask write partitions. A column of the table comes first."""
    rows = {"moves": [["T3-T7", "draw"], ["T1-T1"]]}
    tables = {
        "variant=klondike/seed=7/a.parquet": rows,
        "variant=freecell/seed=7/b.parquet": {**rows, "variant": ["klondike"] * 2},
        "variant=klondike/seed=__HIVE_DEFAULT_PARTITION__/c.parquet": rows,
    }
    for name, columns in tables.items():
        (tmp_path / "games" / name).parent.mkdir(parents=True)
        parquet.write_table(pa.table(columns), tmp_path / "games" / name)
    judge(tmp_path / "out", tmp_path / "games", shape=Format.PARQUET, verdicts=verdicts)
    found = sorted(
        parquet.read_table(tmp_path / "out").to_pylist(), key=lambda row: (row["file"][-9:], row["line"])
    )
    assert [(row["variant"], row["result"]) for row in found] == [
        *[("klondike", "valid"), ("klondike", "invalid")] * 2,
        *[(None, "rejected")] * 2,
    ]


def test_limits_hold(tmp_path):
    rows = [{"variant": "freecell", "seed": "1", "moves": ["T6-R1", "R1-T6"] * times} for times in (2, 3)]
    fast, slow = columns(tmp_path, write_rows(tmp_path / "games.parquet", rows), most_moves=4)
    assert fast["result"].to_pylist() == ["invalid", "rejected"] == slow["result"].to_pylist()


def test_a_damaged_table_ends_with_a_problem(tmp_path):
    archive = write_rows(
        tmp_path / "games.parquet", ROWS[:1] * 5000, use_dictionary=False, data_page_size=1000
    )
    content = bytearray(archive.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 200] = b"\xff" * 200
    archive.write_bytes(content)
    run = judge(tmp_path / "out", archive, shape=Format.PARQUET, verdicts=False)
    assert run.failures == {}
    *_, last = parquet.read_table(tmp_path / "out").to_pylist()
    assert json.loads(last["problem"])["type"].endswith("damaged-archive")


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("games.parquet", {"shape": Format.PARQUET, "verdicts": False}, True),
        ("games.parquet", {"shape": Format.PARQUET}, False),
        ("games.parquet", {"verdicts": False}, False),
        ("json.parquet", {"shape": Format.PARQUET, "verdicts": False}, False),
    ],
)
def test_only_tables_for_tables_are_judged_in_columns(tmp_path, name, options, expected):
    write_rows(tmp_path / "games.parquet", ROWS[:1])
    write_rows(tmp_path / "json.parquet", [{"json": json.dumps(ROWS[0])}])
    (shard,) = missing(tmp_path / "out", tmp_path / name, **options)
    assert takes_columns(shard) is expected
