"""Arrow columns as Python values: the same as from Arrow itself, however they are stored and sliced."""

from decimal import Decimal

import pyarrow as pa
import pytest

from service.bulk.arrow_values import Unreadable, values

TEXTS = ["a", None, "", "♣ and more than twelve bytes", "a"]
COLUMNS = [
    *(pa.array(TEXTS, kind) for kind in (pa.string(), pa.large_string(), pa.string_view())),
    pa.array(TEXTS).dictionary_encode(),
    pa.array([[1, None], None, [], [2], [3, 4]], pa.list_(pa.int32())),
    pa.array([["a", None], None, [], ["b"], ["a"]], pa.large_list(pa.dictionary(pa.int8(), pa.string()))),
    pa.array([[1, 2], None, [3, None], [4, 5], [6, 7]], pa.list_(pa.int8(), 2)),
    pa.array([1.5, None, 2.0, 0.0, -1.0]),
    pa.array([True, None, False, True, False]),
    pa.array([Decimal("1.5"), None, Decimal(2), Decimal(0), Decimal(3)]),
    pa.array([None] * 5),
    pa.array(['{"a":1}', None, "[]", "1", "2"], pa.json_()),
    pa.array([{"a": 1}, None, {"a": 2}, {"a": 3}, {"a": 4}]),
    pa.array([{"a": [{"b": "x"}]}, None, {"a": []}, {"a": [{"b": "y"}, {"b": "z"}]}, {"a": []}]),
    pa.array([{}, None, {}, {}, {}], pa.struct([])),
]


@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: str(column.type))
@pytest.mark.parametrize("start", [0, 1, 3])
def test_values_equal_those_of_arrow(column, start):
    assert values(column.slice(start)) == column.slice(start).to_pylist()
    assert values(column.slice(start, 1)) == column.slice(start, 1).to_pylist()


@pytest.mark.parametrize("start", [0, 1, 2])
def test_maps_are_objects(start):
    kind = pa.map_(pa.string(), pa.list_(pa.string()))
    column = pa.array([[("T1", ["KS"]), ("T2", [])], None, [], [("T1", ["??", "2H"])]], kind)
    expected = [{"T1": ["KS"], "T2": []}, None, {}, {"T1": ["??", "2H"]}]
    assert values(column.slice(start)) == expected[start:]


def test_a_null_within_an_object_is_left_out():
    assert values(pa.array([{"a": 1, "b": None}])) == [{"a": 1}]
    assert values(pa.array([[("a", 1), ("b", None)]], pa.map_(pa.string(), pa.int8()))) == [{"a": 1}]


def test_bytes_are_text():
    assert values(pa.array([b"T1-T2", b"\xff", None])) == ["T1-T2", "\udcff", None]


def test_an_object_with_a_duplicate_name_has_no_value():
    twice = pa.map_(pa.string(), pa.int8())
    first, second = values(pa.array([[("a", 1), ("a", 1)], [("a", 1)]], twice))
    assert isinstance(first, Unreadable)
    assert first.reason == "'a' occurs twice in one object"
    assert second == {"a": 1}
    both = pa.StructArray.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"])
    assert isinstance(values(both)[0], Unreadable)


def test_equal_texts_are_one_object():
    first, second = values(pa.array(["a long text", "a long text"]).dictionary_encode())
    assert first is second


def stored(value, kind):
    """Return a null and a cell with this number."""
    return pa.array([None, value], pa.int32() if kind == pa.date32() else pa.int64()).view(kind)


@pytest.mark.parametrize(
    "column",
    [
        stored(1, pa.timestamp("ns")),
        stored(2**62, pa.timestamp("us")),
        stored(-62_135_596_800_000_000, pa.timestamp("us", "America/New_York")),
        stored(1, pa.timestamp("us", "Nowhere/Nothing")),
        stored(2**31 - 1, pa.date32()),
        stored(1, pa.time64("ns")),
        stored(2**60, pa.time64("us")),
        stored(1, pa.duration("ns")),
        stored(2**62, pa.duration("s")),
    ],
    ids=lambda column: str(column.type),
)
def test_a_time_that_python_cannot_represent_has_no_value(column):
    nothing, unreadable = values(column)
    assert nothing is None
    assert unreadable.reason == f"a cell of type {column.type} has no value in Python"


@pytest.mark.parametrize(
    ("kind", "key", "reason"),
    [
        (pa.struct([("a", pa.int8())]), {"a": 1}, "\"{'a': 1}\" cannot be a member name"),
        (pa.list_(pa.string()), ["a"], "\"['a']\" cannot be a member name"),
        (pa.timestamp("ns"), 1, "a cell of type timestamp[ns] has no value in Python"),
    ],
)
def test_an_object_with_such_a_name_has_no_value(kind, key, reason):
    bad, good = values(pa.array([[(key, "b")], []], pa.map_(kind, pa.string())))
    assert bad.reason == reason
    assert good == {}
