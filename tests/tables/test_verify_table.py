"""``patience.verify_table``: a row has the verdict of ``patience.verify``, whatever its types."""

import json
import os
import random
import subprocess
import sys
from hashlib import sha256

import polars as pl
import pyarrow as pa
import pytest

import patience
from patience import Game, PatienceError, verify, verify_table
from patience.kernel.loader import KERNEL, engine_name
from service.judging.judge import judge
from tests.conftest import some
from tests.engine.requests import random_request, random_rules

kernel = pytest.importorskip("patience.kernel.core")

pytestmark = pytest.mark.skipif(engine_name() != KERNEL, reason="the readable engine is chosen")

ROWS = [
    {"variant": "freecell", "seed": "1", "rules": None, "moves": ["T6-R1", "T7-T2", "T1-R2"]},
    {
        "variant": "klondike",
        "seed": "7",
        "rules": {"draw": "one", "spaces": None},
        "moves": ["T3-T7", "draw"],
    },
    {"variant": "klondike", "seed": "7", "rules": {"draw": "three", "spaces": None}, "moves": ["draw"]},
    {"variant": "freecell", "seed": "31999", "rules": None, "moves": []},
]
"""One of them has an illegal move, and one has the options of the row before it and another value."""

COLUMNS = (
    "result", "outcome", "moves_total", "moves_played", "illegal_index", "illegal_move", "reason",
)  # fmt: skip


def judged(table, **options):
    """Return the verdicts on a table as rows."""
    verdicts = pa.table(verify_table(table, **options))
    verdicts.validate(full=True)
    return verdicts.to_pylist()


def expected(log):
    """Return the columns of a log that ``verify`` judges."""
    try:
        verdict = verify(log).to_dict()
    except PatienceError as error:
        return {**dict.fromkeys(COLUMNS), "result": "rejected", "reason": error.reason}
    result = "valid" if verdict.pop("valid") else "invalid"
    return {"result": result, **{name: verdict[name] for name in COLUMNS[1:]}}


def column(name, values, kind):
    """Return the rows with one column of another type."""
    table = pa.Table.from_pylist(ROWS)
    return table.set_column(table.schema.get_field_index(name), name, pa.array(values, kind))


NUMBERS = [int(row["seed"]) for row in ROWS]
MOVES = [row["moves"] for row in ROWS]
VARIANTS = [row["variant"] for row in ROWS]
SPACED = [" ".join(moves) for moves in MOVES]
OPTIONS = [{name: value for name, value in (row["rules"] or {}).items() if value} for row in ROWS]
TEXTS = (pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.dictionary(pa.int8(), pa.string()))


DECIMALS = (
    pa.decimal32(5, 0),
    pa.decimal64(12, 4),
    pa.decimal128(38, 0),
    pa.decimal128(9, 2),
    pa.decimal256(50, 3),
)


@pytest.mark.parametrize(
    "table",
    [
        pa.Table.from_pylist(ROWS),
        *(column("variant", VARIANTS, kind) for kind in TEXTS),
        *(column("seed", [row["seed"] for row in ROWS], kind) for kind in TEXTS),
        *(column("seed", NUMBERS, kind) for kind in (pa.int16(), pa.int32(), pa.uint64(), pa.float64())),
        *(column("seed", NUMBERS, kind) for kind in DECIMALS),
        pl.DataFrame(ROWS).with_columns(pl.col("seed").cast(pl.Int128)),
        *(column("moves", MOVES, pa.list_(kind)) for kind in TEXTS[:-1]),
        column("moves", MOVES, pa.large_list(pa.large_string())),
        column("moves", MOVES, pa.list_view(pa.string())),
        column("moves", MOVES, pa.large_list_view(pa.string_view())),
        *(column("moves", SPACED, kind) for kind in TEXTS),
        column("moves", [f"  {text}\n" for text in SPACED], pa.string()),
        column("moves", [json.dumps(moves) for moves in MOVES], pa.string()),
        column("rules", [json.dumps(rules) for rules in OPTIONS], pa.string()),
        column("rules", [[*rules.items()] for rules in OPTIONS], pa.map_(pa.string(), pa.string())),
        pl.DataFrame(ROWS),
        pa.Table.from_pylist([ROWS[3], *ROWS])[1:],
        pa.Table.from_pylist(ROWS)[:0],
    ],
)  # fmt: skip
def test_every_type_of_column_has_the_verdicts_of_verify(table):
    rows = ROWS if table.shape[0] else []
    assert judged(table, columns=COLUMNS) == [expected(row) for row in rows]


def test_moves_of_a_dictionary_are_tokens():
    moves = pa.array(MOVES, pa.list_(pa.string()))
    encoded = pa.ListArray.from_arrays(moves.offsets, moves.values.dictionary_encode())
    assert judged(column("moves", encoded, encoded.type), columns=COLUMNS) == [*map(expected, ROWS)]


@pytest.mark.parametrize("code", [200, 255])
def test_a_dictionary_of_many_entries_is_read_to_its_end(code):
    """An index of 8 bits without a sign reaches beyond 127."""
    names = pa.array([*(f"game-{number}" for number in range(code)), "freecell"])
    variants = pa.DictionaryArray.from_arrays(pa.array([code], pa.uint8()), names)
    table = pa.table({"variant": variants, "seed": ["1"], "moves": [["T6-R1"]]})
    assert judged(table, columns=["result"]) == [{"result": "valid"}]


def test_fixed_lists_and_decks_are_read():
    deck = [*map(str, Game("freecell", seed=1).deck)]
    moves = pa.array([["T6-R1", "T7-T2"]] * 2, pa.list_(pa.string(), 2))
    table = pa.table({"variant": ["freecell"] * 2, "deck": [deck, deck[1:] + deck[:1]], "moves": moves})
    logs = [{**row, "deck": row["deck"]} for row in table.to_pylist()]
    assert judged(table, columns=COLUMNS) == [*map(expected, logs)]
    short = pa.table({"variant": ["freecell"], "deck": [deck[1:]], "moves": [["T6-R1"]]})
    assert judged(short, columns=["result", "reason"]) == [{"result": "rejected", "reason": "bad_deck"}]


def test_ids_are_those_of_the_service():
    for row, verdict in zip(ROWS, judged(pa.Table.from_pylist(ROWS)), strict=True):
        request = {name: value for name, value in row.items() if value is not None}
        request["rules"] = {name: value for name, value in (row["rules"] or {}).items() if value}
        answer = json.loads(judge(json.dumps(request).encode()).answer)
        assert {name: verdict[name] for name in ("deal_id", "game_id")} == {
            name: answer[name] for name in ("deal_id", "game_id")
        }


def test_digests_are_sha256():
    data = bytes(number % 251 for number in range(10_000))
    for size in (*range(130), len(data)):
        assert kernel.sha256_of(data[:size]) == sha256(data[:size]).digest(), size


def test_games_of_many_variants_have_the_verdicts_and_ids_of_the_service():
    source = random.Random(35)
    logs = [random_request(source, name, random_rules(source, name)) for name in some([*patience.variants])]
    table = pa.table(
        {
            **{name: [log.get(name) for log in logs] for name in ("variant", "deck", "board", "moves")},
            "rules": [json.dumps(log["rules"]) for log in logs],
            "seed": [None if log.get("seed") is None else str(log["seed"]) for log in logs],
        }
    )
    for log, verdict in zip(logs, judged(table), strict=True):
        answer = json.loads(judge(json.dumps(log).encode()).answer)
        illegal = answer["first_illegal_move"] or {"index": None, "move": None, "reason": None}
        assert verdict == {
            "result": "valid" if answer["valid"] else "invalid",
            **{
                name: answer[name]
                for name in ("outcome", "moves_total", "moves_played", "deal_id", "game_id")
            },
            "illegal_index": illegal["index"],
            "illegal_move": illegal["move"],
            "reason": illegal["reason"],
        }, log


BAD_ROWS = [
    ({"variant": None}, "bad_log"),
    ({"variant": "freecel"}, "unknown_variant"),
    ({"seed": None}, "bad_log"),
    ({"seed": "-x9"}, "bad_seed"),
    ({"moves": None}, "bad_log"),
    ({"moves": ["T6-R1", None]}, "bad_log"),
    ({"rules": '{"draw": "nine"}'}, "bad_options"),
    ({"rules": "draw"}, "bad_options"),
    ({"rules": "[]"}, "bad_options"),
    ({"rules_version": "99"}, "bad_log"),
    ({"checkpoints": '[{"after": 0, "piles": {}}]'}, "bad_log"),
]  # fmt: skip


def test_a_row_that_is_not_a_log_is_rejected_and_the_others_are_judged():
    good = {
        "variant": "freecell",
        "seed": "1",
        "rules": None,
        "rules_version": None,
        "checkpoints": None,
        "moves": [],
    }
    rows = [row for changes, _ in BAD_ROWS for row in ({**good, **changes}, good)]
    verdicts = judged(pa.Table.from_pylist(rows), columns=["result", "reason", "detail"])
    assert [verdict["reason"] for verdict in verdicts[::2]] == [reason for _, reason in BAD_ROWS]
    assert {verdict["result"] for verdict in verdicts[::2]} == {"rejected"}
    assert all(verdict["detail"] for verdict in verdicts[::2])
    assert verdicts[1::2] == [{"result": "valid", "reason": None, "detail": None}] * len(BAD_ROWS)


@pytest.mark.parametrize(
    "move", ['draw","draw', "draw\\", "draw\n", "é", "", " draw", "T3-T7x4000000000000000"]
)
def test_a_text_that_is_not_a_move_ends_the_legal_moves(move):
    row = {"variant": "klondike", "seed": "7", "moves": ["T3-T7", move, "draw"]}
    assert judged(pa.Table.from_pylist([row]), columns=COLUMNS) == [expected(row)]


@pytest.mark.parametrize("kind", [pa.binary(), pa.large_binary(), pa.binary_view()])
def test_bytes_that_are_not_text_reject_their_row(kind):
    table = pa.table(
        {"variant": pa.array([b"freecell", b"\xff"], kind), "seed": ["1", "1"], "moves": [["T6-R1"]] * 2}
    )
    good, bad = judged(table, columns=["result", "detail"])
    assert good == {"result": "valid", "detail": None}
    assert bad == {"result": "rejected", "detail": "The field variant is not UTF-8 text: byte 0 is wrong."}


def test_types_that_no_field_has_reject_their_rows_and_nulls_do_not():
    times = pa.array([1, None], pa.timestamp("us"))
    table = pa.table({"variant": ["freecell"] * 2, "seed": [1, 1], "deck": times, "moves": [["T6-R1"]] * 2})
    bad, good = judged(table, columns=["result", "detail"])
    assert good == {"result": "valid", "detail": None}
    assert bad["detail"] == "The field deck has a type of Arrow that no field of a log has."


def test_columns_are_named_shared_and_kept():
    table = pa.table({
        "id": pa.array([1, 2], pa.int16()),
        "log": ["T6-R1", "T6-R1 T7-T2"],
        "tags": pa.array([["a"], None], pa.list_(pa.dictionary(pa.int8(), pa.string()))),
        "seed": ["left out", "left out"],
    })  # fmt: skip
    verdicts = pa.table(
        verify_table(
            table,
            moves="log",
            shared={"variant": "freecell", "seed": 1},
            keep=["tags", "id"],
            columns=["result"],
        )
    )
    assert verdicts.column_names == ["tags", "id", "result"]
    assert verdicts.schema.field("id") == table.schema.field("id")
    assert verdicts.to_pylist() == [
        {"tags": ["a"], "id": 1, "result": "valid"}, {"tags": None, "id": 2, "result": "invalid"},
    ]  # fmt: skip


def test_a_declaration_can_be_shared():
    rules = patience.variants["klondike"].rules
    game = Game("mine", declaration=rules, seed=7)
    game.push("draw")
    shared = {"declaration": game.to_log()["declaration"], "seed": "7"}
    assert judged(pa.table({"moves": ["draw", "T1-T1"]}), shared=shared, columns=["result"]) == [
        {"result": "valid"}, {"result": "invalid"},
    ]  # fmt: skip


def test_slices_and_batches_keep_their_rows():
    table = pa.Table.from_pylist([{"id": number, **ROWS[number % 4]} for number in range(10_000)])
    whole = judged(table, keep=["id"])
    assert [row["id"] for row in whole] == [*range(10_000)]
    assert [{**row, "id": 0} for row in whole[:4]] == [{**row, "id": 0} for row in whole[9996:]]
    pieces = pa.Table.from_batches(table.to_batches(max_chunksize=777)).slice(3, 9000)
    assert judged(pieces, keep=["id"], threads=3) == whole[3:9003]


def test_a_batch_without_a_stream_is_judged_and_a_table_again():
    (batch,) = pa.Table.from_pylist(ROWS).to_batches()

    class Only:
        def __arrow_c_array__(self, requested_schema=None):
            return batch.__arrow_c_array__()

    verdicts = verify_table(Only(), columns=COLUMNS)
    assert pa.table(verdicts).to_pylist() == pa.table(verdicts).to_pylist() == [*map(expected, ROWS)]


def test_scores_are_given_where_a_scoring_is_declared():
    table = pa.table({"variant": ["klondike", "yukon"], "seed": ["7", "7"], "moves": [["draw"], []]})
    name = patience.variants["klondike"].scorings[0].name
    answer = json.loads(judge(json.dumps({**table.to_pylist()[0], "include": ["score"]}).encode()).answer)
    assert judged(table, columns=[f"score:{name}"]) == [
        {f"score:{name}": answer["score"]["points"][name]},
        {f"score:{name}": None},
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"moves": "log"}, "The table has no column 'log'. Its columns: variant, seed."),
        ({}, "The table has no column 'moves'. Its columns: variant, seed."),
        ({"keep": ["id"], "shared": {"moves": []}}, "The table has no column 'id'."),
        ({"move": "log"}, "'move' is not a field. Expected: variant, rules,"),
        ({"shared": {"ref": 1}}, "'ref' is not a field."),
        ({"columns": ["results"]}, "'results' is not a column of verdicts. Expected: result, outcome,"),
        ({"threads": 0}, "threads is a whole number of at least 1, not 0."),
    ],
)  # fmt: skip
def test_what_a_table_lacks_is_named(options, message):
    with pytest.raises(PatienceError) as caught:
        verify_table(pa.table({"variant": ["freecell"], "seed": ["1"]}), **options)
    assert message in caught.value.detail
    assert caught.value.reason == "bad_table"


def test_a_name_of_two_columns_is_refused():
    table = pa.Table.from_arrays([pa.array([["draw"]])] * 2, ["moves", "moves"])
    with pytest.raises(PatienceError, match="The table has 2 columns 'moves'"):
        verify_table(table)


def test_what_is_not_a_table_is_refused():
    for data in ([], pa.array([1]), pa.array(["a"])):
        with pytest.raises(PatienceError) as caught:
            verify_table(data)
        assert caught.value.reason == "bad_table"


def test_without_the_kernel_the_error_says_so():
    program = (
        "import patience\n"
        "try: patience.verify_table([])\n"
        "except patience.PatienceError as error: print(error.reason, error)"
    )
    environment = {**os.environ, "REFEREE_KERNEL": "off"}
    run = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.startswith("no_kernel Tables are judged by the compiled kernel")
