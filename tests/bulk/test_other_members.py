"""Members of one's own: refused, left out or kept, in lines and in tables alike."""

import json
from functools import partial

import orjson
import pyarrow as pa
import pytest
from pyarrow import parquet

from patience.kernel.loader import KERNEL, engine_name
from service.bulk.formats import Format, Unknown
from service.judging.judge import answered
from service.judging.judge import judge as judge_request
from service.judging.judgements import judged_by_kernel
from tests.bulk.archives import judge, write_lines, write_rows

LOG = {"variant": "klondike", "seed": "7", "rules": {"draw": "three"}, "moves": ["T3-T7", "draw"]}
OTHERS = {
    "date": "2026-01-01",
    "player": "Zoë",
    "won": True,
    "seconds": -1.5,
    "tags": ["a", {"b": None}],
    "n": None,
}

LENIENT = [
    {**LOG, **OTHERS},
    {**LOG, "deck": None, "ref": None, "include": []},
    {**LOG, "rules": {"draw": "three", "redeals": None}},
    {**LOG, "rules": None, "ref": 17},
    {**LOG, "seed": None, "deck": None},
    {**LOG, "seed": 7.0, "date": None},
    {**LOG, "moves": ["T3-T7", "T1-T1"], "deck": None, "player": "Ann"},
    {**LOG, "moves": None},
    {**LOG, "checkpoints": [{"after": 1}], "player": "Ann"},
    {**LOG, "labels": ["a", "b"], "lenient": True, "player": "Ann"},
    {"player": "Ann"},
]


def expected(log):
    """Return the answer to a log that was cleaned by hand."""
    names = (
        "variant",
        "seed",
        "deck",
        "rules",
        "moves",
        "include",
        "ref",
        "checkpoints",
        "labels",
        "lenient",
    )
    known = {name: log[name] for name in names if log.get(name) is not None}
    if "rules" in known:
        known["rules"] = {name: value for name, value in known["rules"].items() if value is not None}
    if "ref" in known:
        known["ref"] = str(known["ref"])
    return json.loads(answered(judge_request, orjson.dumps(known), {}).answer)


def verdicts(output):
    (shard,) = output.glob("*.jsonl")
    return [json.loads(line) for line in shard.read_bytes().splitlines()]


@pytest.mark.parametrize("log", LENIENT)
@pytest.mark.parametrize("unknown", [Unknown.IGNORE, Unknown.KEEP])
def test_the_verdict_is_that_of_the_fields(tmp_path, log, unknown):
    judge(tmp_path / "out", write_lines(tmp_path / "a.jsonl", [orjson.dumps(log)]), unknown=unknown)
    (found,) = verdicts(tmp_path / "out")
    assert found.get("verdict", found.get("problem")) == expected(log)
    own = {name: value for name, value in log.items() if name in {*OTHERS}}
    assert found.get("others", {}) == (own if unknown is Unknown.KEEP else {})


def test_a_key_that_occurs_twice_is_refused_in_every_way(tmp_path):
    line = b'{"variant":"freecell","seed":1,"moves":[],"day":1,"day":2}'
    for unknown in Unknown:
        out = tmp_path / unknown
        judge(out, write_lines(tmp_path / f"{unknown}.jsonl", [line]), unknown=unknown)
        (found,) = verdicts(out)
        assert found["problem"]["type"].endswith("duplicate-key")


@pytest.mark.parametrize(
    ("line", "is_usual"),
    [
        (b'{"variant":"freecell","seed":1,"moves":[],"day":1}', True),
        (
            b'{"variant":"freecell","seed":1,"moves":[],"day":null,"on":true,"off":false,"x":-1.5,"y":"z"}',
            True,
        ),
        (b'{"variant":"freecell","seed":1,"moves":[],"rules":{"cells":null}}', True),
        (b'{"variant":"freecell","seed":1,"moves":[],"ref":17}', True),
        (b'{"variant":"freecell","seed":1,"moves":[],"day":1,"day":1}', False),
        (b'{"variant":"freecell","seed":1,"moves":[],"day":nul}', False),
        (b'{"variant":"freecell","seed":1,"moves":[],"day":01}', False),
        (b'{"variant":"freecell","seed":1,"moves":[],"day":1.}', False),
        (b'{"variant":"freecell","seed":1,"moves":[],"day":-}', False),
        (b'{"variant":"freecell","seed":1,"moves":[],"labels":"a"}', False),
        (b'{"variant":"freecell","seed":null,"moves":[]}', False),
    ],
)
def test_the_kernel_passes_over_plain_members_alone(line, is_usual):
    if engine_name() != KERNEL:
        pytest.skip("the readable engine is chosen")
    assert (judged_by_kernel(line, 100, may_have_others=True) is not None) == is_usual


@pytest.mark.skipif(engine_name() != KERNEL, reason="the readable engine is chosen")
def test_columns_are_kept(tmp_path):
    rows = [
        {**LOG, "player": "Ann", "day": 1, "result": "?"},
        {**LOG, "player": None, "day": 2, "result": "?"},
    ]
    games = write_rows(tmp_path / "games.parquet", rows)
    keep = partial(judge, unknown=Unknown.KEEP)
    keep(tmp_path / "lines", games)
    assert [answer["others"] for answer in verdicts(tmp_path / "lines")] == [
        {"player": "Ann", "day": 1, "result": "?"},
        {"day": 2, "result": "?"},
    ]
    keep(tmp_path / "columns", games, shape=Format.PARQUET, verdicts=False)
    found = parquet.read_table(tmp_path / "columns")
    assert found.select(["player", "day", "result"]).to_pylist() == [
        {"player": "Ann", "day": 1, "result": "valid"},
        {"player": None, "day": 2, "result": "valid"},
    ]
    assert found.schema.field("day").type == pa.int64()


def test_lines_keep_their_members_in_parquet_as_json(tmp_path):
    lines = write_lines(tmp_path / "a.jsonl", [orjson.dumps({**LOG, "day": 1}), orjson.dumps(LOG)])
    judge(tmp_path / "out", lines, shape=Format.PARQUET, verdicts=False, unknown=Unknown.KEEP)
    assert parquet.read_table(tmp_path / "out")["others"].to_pylist() == ['{"day":1}', None]


def test_files_are_named_from_a_directory_on(tmp_path):
    (tmp_path / "in/2026").mkdir(parents=True)
    write_lines(tmp_path / "in/2026/a.jsonl", [orjson.dumps(LOG)])
    judge(tmp_path / "out", tmp_path / "in", relative_to=tmp_path / "in")
    assert [answer["file"] for answer in verdicts(tmp_path / "out")] == ["2026/a.jsonl"]
    judge(tmp_path / "other", tmp_path / "in", relative_to=tmp_path / "out")
    assert [answer["file"] for answer in verdicts(tmp_path / "other")] == [str(tmp_path / "in/2026/a.jsonl")]


@pytest.mark.parametrize(("games", "shards"), [(1, 10), (2, 5), (100, 1)])
def test_shards_have_the_size_that_is_asked_for(tmp_path, games, shards):
    line = orjson.dumps(LOG)
    lines = write_lines(tmp_path / "a.jsonl", [line] * 10)
    assert judge(tmp_path / "out", lines, partition_bytes=games * (len(line) + 1)).judged == shards
