"""Every format, in and out, gives the verdicts of the HTTP interface."""

import json

import pyarrow as pa
import pytest
from pyarrow import parquet

from service.bulk.archives import Archive, Partition, Progress
from service.bulk.formats import Format, Unknown
from service.bulk.table_rows import read_rows
from tests.bulk.archives import (
    BAD_LINES,
    GAMES,
    answers,
    judge,
    problems,
    shards,
    write_lines,
    write_rows,
    written_lines,
)

FIELDS = pa.schema(
    {
        "variant": pa.string(),
        "rules": pa.struct({"groups": pa.string(), "redeals": pa.int32(), "deal": pa.string()}),
        "seed": pa.string(),
        "deck": pa.list_(pa.string()),
        "moves": pa.list_(pa.string()),
        "include": pa.list_(pa.string()),
        "checkpoints": pa.list_(
            pa.struct({"after": pa.int32(), "piles": pa.map_(pa.string(), pa.list_(pa.string()))})
        ),
    }
)


@pytest.fixture(scope="module")
def mixed():
    """Games, a game with every option, and bad lines."""
    rich = {
        **json.loads(GAMES[0]),
        "include": ["final_state", "legal_moves", "trace"],
        "checkpoints": [{"after": 0, "piles": {"T1": ["??"]}}],
    }
    return [*GAMES[:60], *BAD_LINES, json.dumps(rich).encode()]


def single_answers(client, lines):
    """Return the answers to single requests; problems without their request ids."""
    bodies = []
    for line in lines:
        response = client.post("/v1/replays", data=line, content_type="application/json")
        if response.status_code == 200:
            bodies.append(response.data)
        else:
            problem = {name: value for name, value in response.json.items() if name != "request_id"}
            bodies.append(json.dumps(problem, separators=(",", ":"), ensure_ascii=False).encode())
    return bodies


def test_verdicts_are_those_of_single_requests_and_of_a_batch_to_the_byte(client, tmp_path, mixed):
    judge(tmp_path / "out", write_lines(tmp_path / "games.jsonl", mixed))
    expected = single_answers(client, mixed)
    written = answers(tmp_path / "out")
    assert written == {("games.jsonl", number): answer for number, answer in enumerate(expected, 1)}
    batch = client.post("/v1/replays/batch", data=b"\n".join(mixed), content_type="application/x-ndjson")
    *lines, _ = batch.data.splitlines()
    for number, line in enumerate(lines, 1):
        answer = written["games.jsonl", number]
        envelope = json.loads(line)
        if "verdict" in envelope:
            assert line == b'{"line":%d,"verdict":%b}' % (number, answer)
        else:
            named = {**json.loads(answer), "request_id": batch.headers["X-Request-Id"]}
            assert envelope == {"line": number, "problem": named}


@pytest.mark.parametrize("suffix", [".jsonl", ".ndjson", ".jsonl.gz", ".jsonl.zst", ".ndjson.gz"])
def test_lines_in(tmp_path, mixed, suffix):
    judge(tmp_path / "plain", write_lines(tmp_path / "games.jsonl", mixed))
    archive = write_lines(tmp_path / f"games{suffix}", mixed)
    judge(tmp_path / "out", archive)
    plain = answers(tmp_path / "plain")
    assert answers(tmp_path / "out") == {
        (archive.name, number): plain["games.jsonl", number] for _, number in plain
    }


@pytest.mark.parametrize("shape", Format)
def test_shards_out(tmp_path, mixed, shape):
    archive = write_lines(tmp_path / "games.jsonl", mixed)
    judge(tmp_path / "plain", archive)
    run = judge(tmp_path / "out", archive, shape=shape)
    assert answers(tmp_path / "out") == answers(tmp_path / "plain")
    assert [path.name.partition(".")[2] for path in shards(tmp_path / "out")] == [shape]
    assert run.summary.games == len(mixed)


def test_parquet_has_columns_to_filter_by(tmp_path, mixed):
    run = judge(tmp_path / "out", write_lines(tmp_path / "games.jsonl", mixed), shape=Format.PARQUET)
    table = parquet.read_table(tmp_path / "out")
    keys = ["variant", "result", "outcome", "reason"]
    counts = table.group_by(keys).aggregate([([], "count_all")]).to_pylist()
    expected = {tuple(row[key] for key in keys): row["games"] for row in run.summary.rows()}
    assert {tuple(row[key] for key in keys): row["count_all"] for row in counts} == expected


def test_parquet_has_columns_of_a_verdict(tmp_path):
    logs = [
        {"variant": "freecell", "seed": "1", "moves": ["T6-R1", "T7-T2"], "ref": "a", "include": []},
        {"variant": "freecell", "seed": "1", "moves": ["T6-R1"]},
        {"variant": "freecell", "ref": "c"},
    ]
    archive = write_lines(tmp_path / "games.jsonl", [json.dumps(log).encode() for log in logs])
    judge(tmp_path / "out", archive, shape=Format.PARQUET)
    rows = parquet.read_table(tmp_path / "out").to_pylist()
    names = ("ref", "result", "moves_total", "moves_played", "illegal_index", "illegal_move")
    assert [tuple(row[name] for name in names) for row in rows] == [
        ("a", "invalid", 2, 1, 1, "T7-T2"),
        (None, "valid", 1, 1, None, None),
        ("c", "rejected", None, None, None, None),
    ]
    for row in rows[:2]:
        verdict = json.loads(row["verdict"])
        assert (row["game_id"], row["deal_id"]) == (verdict["game_id"], verdict["deal_id"])
    assert rows[2]["game_id"] is None


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
def test_members_of_ones_own_are_ignored_when_asked(tmp_path, suffix):
    """Tables write nulls for what is absent, and numbers as row ids."""
    log = {"variant": "klondike", "seed": 7, "moves": ["T3-T7"]}
    lines = [
        log,
        {**log, "date": "2026-11-29", "player": {"id": 7}},
        {**log, "deck": None, "rules": {"draw": "three", "spaces": None}, "ref": 12},
        {**log, "ref": True},
        {"date": 1},
        [log],
    ]
    archive = write_lines(tmp_path / f"games{suffix}", [json.dumps(line).encode() for line in lines])
    judge(tmp_path / "strict", archive)
    wrong = "invalid-request"
    assert problems(tmp_path / "strict", archive.name) == ["", *[wrong] * 5]
    judge(tmp_path / "out", archive, unknown=Unknown.IGNORE)
    assert problems(tmp_path / "out", archive.name) == ["", "", "", wrong, wrong, wrong]
    first, second, third = [json.loads(answer) for answer in answers(tmp_path / "out").values()][:3]
    assert first["game_id"] == second["game_id"]
    assert third["rules"]["draw"] == "three"
    (shard,) = shards(tmp_path / "out")
    refs = [json.loads(line).get("ref") for line in written_lines(shard)]
    assert refs == [None, None, "12", None, None, None]


def test_a_run_with_another_option_judges_again(tmp_path):
    archive = write_lines(tmp_path / "games.jsonl", [b'{"variant":"klondike","seed":7,"moves":[],"date":1}'])
    assert judge(tmp_path / "out", archive).judged == 1
    assert judge(tmp_path / "out", archive).kept == 1
    assert judge(tmp_path / "out", archive, unknown=Unknown.IGNORE).judged == 1


@pytest.mark.parametrize("verdicts", [True, False])
def test_other_readers_take_a_directory_of_parquet(tmp_path, mixed, verdicts):
    options = {"shape": Format.PARQUET, "verdicts": verdicts}
    for name in ("one", "two"):
        judge(tmp_path / "out", write_lines(tmp_path / f"{name}.jsonl", mixed), **options)
    # Imported here, since every worker of the tests collects this file and only one reads.
    import polars  # noqa: PLC0415

    table = polars.read_parquet(tmp_path / "out")
    assert table.height == 2 * len(mixed)
    assert table.rows(named=True) == parquet.read_table(tmp_path / "out").to_pylist()


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.binary()])
def test_parquet_in_as_one_column_of_json(tmp_path, mixed, kind):
    texts = [line for line in mixed if line != b"\xff"]
    judge(tmp_path / "plain", write_lines(tmp_path / "games.jsonl", texts))
    table = pa.table({"anything": pa.array([line.decode() for line in texts]).cast(kind)})
    parquet.write_table(table, tmp_path / "games.parquet", row_group_size=20)
    judge(tmp_path / "out", tmp_path / "games.parquet")
    assert [*answers(tmp_path / "out").values()] == [*answers(tmp_path / "plain").values()]


def test_parquet_in_with_boards(tmp_path):
    """As texts and as objects, beside rows that have a seed."""
    state = {"tableau": [{"pile": "T1", "cards": ["KS"]}], "stock": [], "waste": ["KH"]}
    full = [{"pile": f"F{n}", "cards": [r + s for r in "A23456789TJQ"]} for n, s in enumerate("CSHD", 1)]
    full[0]["cards"].append("KC")
    full[3]["cards"].append("KD")
    state["foundations"] = full
    text = ";".join(["T1=KS", *(f"{pile['pile']}={''.join(pile['cards'])}" for pile in full), "W=KH"])
    boards = [state, text]
    games = [
        {"variant": "klondike", "seed": None, "board": board, "moves": ["W-F", "T1-F"]} for board in boards
    ]
    for number, game in enumerate(games):
        seeded = {"variant": "klondike", "seed": "7", "moves": ["draw"]}
        path = write_rows(tmp_path / f"{number}.parquet", [game, seeded])
        judge(tmp_path / "out", path)
    found = [json.loads(verdict) for verdict in answers(tmp_path / "out").values()]
    assert [verdict["outcome"] for verdict in found] == ["won", "in_progress"] * 2
    assert found[0] == found[2]


def test_parquet_in_as_a_column_for_each_field(tmp_path, mixed):
    games = [line for line in mixed if line not in BAD_LINES]
    known = set(FIELDS.field("rules").type.names)
    games = [line for line in games if set(json.loads(line).get("rules", ())) <= known]
    judge(tmp_path / "plain", write_lines(tmp_path / "games.jsonl", games))
    rows = [json.loads(line) for line in games]
    for row in rows:
        for checkpoint in row.get("checkpoints", ()):
            checkpoint["piles"] = list(checkpoint["piles"].items())
    judge(tmp_path / "out", write_rows(tmp_path / "games.parquet", rows, FIELDS, row_group_size=25))
    assert [*answers(tmp_path / "out").values()] == [*answers(tmp_path / "plain").values()]


@pytest.mark.parametrize("limit", [1, 100, 1000])
def test_dictionaries_that_end_within_a_row_group(tmp_path, limit):
    rows = [
        {"variant": f"{row}", "moves": [f"{row * row + move}" for move in range(9)]} for row in range(300)
    ]
    path = write_rows(tmp_path / "games.parquet", rows, dictionary_pagesize_limit=limit, data_page_size=500)
    whole = Partition(Archive.of(path), 0, 1, 0, 0, None, 0)
    assert [json.loads(row) for row in read_rows(whole, 10_000, Progress())] == rows


def test_a_bad_row_is_rejected_under_its_number(tmp_path):
    rules = pa.map_(pa.string(), pa.string())
    schema = pa.schema(
        {"variant": pa.string(), "rules": rules, "seed": pa.int64(), "moves": pa.list_(pa.string())}
    )
    rows = [
        {"variant": "double-russian", "seed": 1, "moves": []},
        {
            "variant": "double-russian",
            "seed": 1,
            "moves": [],
            "rules": [("groups", "any"), ("groups", "any")],
        },
        {"variant": "double-russian", "seed": 1, "moves": [None]},
        {"variant": "double-russian", "moves": []},
        {"variant": "double-russian", "seed": -1, "moves": []},
        {"variant": "double-russian", "seed": 1, "moves": [], "rules": [("groups", "any")]},
    ]
    judge(tmp_path / "out", write_rows(tmp_path / "games.parquet", rows, schema))
    kinds = ["", "not-json", "invalid-request", "invalid-request", "invalid-request", ""]
    assert problems(tmp_path / "out", "games.parquet") == kinds


def test_text_that_is_not_utf_8_is_one_bad_row(tmp_path):
    broken = pa.Array.from_buffers(pa.string(), 3, pa.array([b"a", b"\xff", b"b"], pa.binary()).buffers())
    moves = pa.array([[], [], []], pa.list_(pa.string()))
    parquet.write_table(pa.table({"variant": broken, "moves": moves}), tmp_path / "games.parquet")
    judge(tmp_path / "out", tmp_path / "games.parquet")
    assert problems(tmp_path / "out", "games.parquet") == ["invalid-request", "not-json", "invalid-request"]


def test_equal_verdicts_are_equal_files(tmp_path, mixed):
    archive = write_lines(tmp_path / "games.jsonl", mixed)
    for shape in Format:
        for output in ("one", "two"):
            judge(tmp_path / output, archive, shape=shape)
        (one,), (two,) = shards(tmp_path / "one"), shards(tmp_path / "two")
        assert one.read_bytes() == two.read_bytes()
        assert written_lines(one)
