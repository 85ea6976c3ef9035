"""Arrow data that are damaged end with an error that names the column and the row, and never the process.

The structs are those that pyarrow exports, changed in memory. pyarrow frees what it has exported by its own
records, so that changed numbers do not mislead it.
"""

import ctypes
from ctypes import c_char_p, c_void_p

import pyarrow as pa
import pytest

from patience import PatienceError, verify_table
from patience.kernel.loader import KERNEL, engine_name
from tests.arrow_structs import Array, Schema
from tests.soak.arrow_structs import damaged_tables

pytest.importorskip("patience.kernel.core")

pytestmark = pytest.mark.skipif(engine_name() != KERNEL, reason="the readable engine is chosen")


pointer_in = ctypes.pythonapi.PyCapsule_GetPointer
pointer_in.restype, pointer_in.argtypes = c_void_p, [ctypes.py_object, c_char_p]


class Changed:
    """A batch of which some numbers are changed as it is handed on."""

    def __init__(self, batch, change):
        self.batch, self.change = batch, change

    def __arrow_c_array__(self, requested_schema=None):
        capsules = self.batch.__arrow_c_array__()
        schema = Schema.from_address(pointer_in(capsules[0], b"arrow_schema"))
        self.change(schema, Array.from_address(pointer_in(capsules[1], b"arrow_array")))
        return capsules


def batch_of(**columns):
    """Return three rows of games, with some columns in place of the usual ones."""
    usual = {"variant": ["freecell"] * 3, "seed": ["1"] * 3, "moves": [["T6-R1", "T7-T2"]] * 3}
    return pa.record_batch({**usual, **columns})


def lying(kind, length, numbers, rest, children=()):
    """Return an array whose buffers get their numbers once pyarrow has checked it."""
    buffers = [bytearray(4 * len(part)) for part in numbers]
    array = pa.Array.from_buffers(
        kind, length, [None, *map(pa.py_buffer, buffers), *rest], children=[*children]
    )
    for buffer, part in zip(buffers, numbers, strict=True):
        buffer[:] = b"".join(number.to_bytes(4, "little", signed=True) for number in part)
    return array


def text(*numbers):
    return lying(pa.string(), 3, [numbers], [pa.py_buffer(b"freecell")])


def listed(*numbers):
    return lying(pa.list_(pa.string()), 3, [numbers], [], [pa.array(["T6-R1", "T7-T2"])])


def viewed(start, size):
    return lying(pa.string_view(), 3, [(size, 0, 0, start) * 3], [pa.py_buffer(b"bakers-dozen, 17")])


def list_views(start, size):
    return lying(pa.list_view(pa.string()), 3, [[start] * 3, [size] * 3], [], [pa.array(["T6-R1", "T7-T2"])])


@pytest.mark.parametrize(
    ("columns", "place"),
    [
        ({"variant": text(0, 8, 4, 8)}, "Column 'variant', row 1"),
        ({"variant": text(0, -8, 8, 8)}, "Column 'variant', row 0"),
        ({"variant": text(0, 8, 9, 8)}, "Column 'variant', row 1"),
        ({"moves": listed(0, 2, 1, 2)}, "Column 'moves', row 1"),
        ({"moves": listed(0, 2, -1, 2)}, "Column 'moves', row 1"),
        ({"moves": list_views(1, 2)}, "Column 'moves', row 0"),
        ({"moves": list_views(-1, 1)}, "Column 'moves', row 0"),
        ({"moves": list_views(0, -1)}, "Column 'moves', row 0"),
        ({"variant": viewed(5, 13)}, "Column 'variant', row 0"),
        ({"variant": viewed(-1, 13)}, "Column 'variant', row 0"),
        ({"variant": viewed(0, -1)}, "Column 'variant', row 0"),
        ({"seed": viewed(2**31 - 1, 2**31 - 1)}, "Column 'seed', row 0"),
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_offsets_that_lie_are_an_error_that_names_column_and_row(columns, place, threads):
    with pytest.raises((pa.ArrowInvalid, OSError, PatienceError)) as caught:
        pa.table(verify_table(batch_of(**columns), threads=threads))
    assert place in str(caught.value)


@pytest.mark.parametrize("index", [-1, 1, 127])
def test_an_index_beyond_the_dictionary_is_an_error(index):
    """pyarrow checks indices itself, so that this one is changed after it has."""
    codes = bytearray(3)
    numbers = pa.Array.from_buffers(pa.int8(), 3, [None, pa.py_buffer(codes)])
    variants = pa.DictionaryArray.from_arrays(numbers, ["freecell"], safe=False)
    codes[1] = index % 256
    with pytest.raises(
        OSError, match="Column 'variant', row 1: the cell has offsets or an index outside its array"
    ):
        pa.table(verify_table(batch_of(variant=variants)))


def moves(array):
    return array.children[2].contents


def end_at(column, offset):
    """Set the last of four offsets, which pyarrow itself would refuse."""
    ctypes.c_int32.from_address(column.buffers[1] + 12).value = offset


CHANGES = {
    "length": (lambda _, array: setattr(array, "length", 4), "has 3 cells. Expected 4"),
    "negative length": (lambda _, array: setattr(array, "length", -1), "has length -1 and offset 0"),
    "offset": (lambda _, array: setattr(array, "offset", 2**62), f"has length 3 and offset {2**62}"),
    "columns": (lambda _, array: setattr(array, "n_children", 2), "3 children in the schema, 2 in the array"),
    "no columns": (lambda schema, array: setattr(schema, "n_children", 0), "has no column 'moves'"),
    "not a table": (lambda schema, array: setattr(schema, "format", b"u"), "is not a table"),
    "a union": (lambda schema, array: setattr(schema, "format", b"+ud:0"), "is not a table"),
    "no buffers": (lambda _, array: setattr(moves(array), "n_buffers", 0), "has 0 buffers. Expected 2"),
    "no offsets": (lambda _, array: moves(array).buffers.__setitem__(1, None), "column 'moves' has no data"),
    "nulls": (lambda _, array: setattr(moves(array), "null_count", 1), "has 1 nulls, and no bits"),
    "no item": (
        lambda _, array: setattr(moves(array), "n_children", 0),
        "1 children in the schema, 0 in the array",
    ),
    "released": (lambda _, array: setattr(moves(array), "release", None), "has 3 cells. Expected 3"),
    "the end of a text": (
        lambda _, array: end_at(array.children[0].contents, -(2**31)),
        "The offsets of column 'variant' end at -2147483648",
    ),
    "the end of a list": (
        lambda _, array: end_at(moves(array), 2**31 - 1),
        "has 6 cells. Expected 2147483647",
    ),
    "fewer items": (
        lambda _, array: setattr(moves(array).children[0].contents, "length", 5),
        "The array of column 'moves', 'item' has 5 cells. Expected 6",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_structs_that_lie_are_an_error(name):
    change, message = CHANGES[name]
    with pytest.raises((OSError, PatienceError)) as caught:
        pa.table(verify_table(Changed(batch_of(), change), keep=["seed"]))
    assert message in str(caught.value)


@pytest.mark.parametrize("data", [
    batch_of().slice(0, 0),
    pa.Table.from_batches([], batch_of().schema),
    pa.Table.from_batches([batch_of().slice(0, 0)] * 3),
    pa.record_batch({"variant": pa.nulls(0), "seed": pa.nulls(0), "moves": pa.nulls(0)}),
])  # fmt: skip
def test_batches_of_no_rows_have_no_verdicts(data):
    verdicts = pa.table(verify_table(data, keep=["seed"]))
    assert verdicts.num_rows == 0
    assert verdicts.column_names[:2] == ["seed", "result"]


@pytest.mark.parametrize(
    "moves",
    [
        pa.array([[["T6-R1"]]] * 3),
        pa.array([[{"move": "T6-R1"}]] * 3),
        pa.array([{"a": {"b": {"c": {"d": {"e": {"f": {"g": {"h": {"i": {"j": 1}}}}}}}}}}] * 3),
        pa.array([-7] * 3),
        pa.array([True] * 3),
        pa.array([b"\xff"] * 3),
        pa.UnionArray.from_sparse(pa.array([0, 0, 0], pa.int8()), [pa.array(["T6-R1"] * 3)]),
        pa.RunEndEncodedArray.from_arrays([3], ["T6-R1"]),
        pa.array([1.5] * 3, pa.float32()),
    ],
)
@pytest.mark.parametrize("field", ["moves", "variant", "seed", "rules", "deck", "board"])
def test_nested_and_other_types_reject_their_rows(moves, field):
    verdicts = pa.table(verify_table(batch_of(**{field: moves}), columns=["result", "detail"]))
    assert {*verdicts["result"].to_pylist()} == {"rejected"}
    assert all(verdicts["detail"].to_pylist())


def test_items_that_would_fill_the_memory_reject_their_row():
    """2^30 nulls need no memory as a column."""
    many = 2**30
    moves = lying(pa.list_(pa.null()), 3, [(0, 1, many, many)], [], [pa.nulls(many)])
    verdicts = pa.table(verify_table(batch_of(moves=moves), columns=["result", "detail"])).to_pylist()
    assert verdicts[1] == {"result": "rejected", "detail": "The field moves has more than 1,048,576 items."}


def test_tables_damaged_at_random_are_judged_or_refused():
    """The program does this with sanitizers, each night and with another seed."""
    ends = damaged_tables(20261129, 400)
    assert min(ends["judged"], ends["refused"]) > 40
    assert ends.total() == ends["judged"] + ends["refused"]
