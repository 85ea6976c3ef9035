"""Damage Arrow's C structs at random: each table is judged, or refused with an error that names the place.

python -m tests.soak.arrow_structs [--tables 100000] [--seed N] [--installed]

The kernel is compiled with the address and undefined-behaviour sanitizers beside a copy of the library, and
this program runs again with it. Each buffer is a block of its own: a read beyond its end stops the process.
The structs do not tell how large a buffer is: a text that is longer than its buffer, and other changes that
no reader could see, are left out. ``--installed`` uses the installed kernel, as pytest does.
"""

import argparse
import ctypes
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_void_p, cast, pointer, py_object
from pathlib import Path
from tempfile import TemporaryDirectory

from hatch_build import compile_all
from patience import PatienceError, plies_table, verify_table
from patience.kernel.core import ArrowDamage, ArrowSource
from tests.arrow_structs import Array, Schema

ROOT = Path(__file__).parents[2]

ROWS = 4
ROOM = 64
"""Lengths and offsets below it are no damage: every buffer has room for the sum of some."""
BYTES = 32 * 3 * ROOM
"""Of a buffer of numbers, whatever type their column is then given."""

COUNTS = (-(2**63), -(2**31), -1, 0, 1, 2, 3, ROOM - 1, 2**41, 2**62, 2**63 - 1)
"""Lengths, offsets and numbers of nulls."""
NUMBERS = (-(2**63), -(2**31), -1, 0, 1, 2, 2**33, 2**62)
"""Of children and buffers."""
OFFSETS = (-(2**31), -1, 0, 1, 2, 7, 2**31 - 1)
FORMATS = (
    *(None, b"", b"n", b"b", b"c", b"C", b"s", b"i", b"l", b"L", b"f", b"g", b"e", b"x", b"vu", b"_pli128"),
    *(b"d:", b"d:38", b"d:38,0", b"d:9,2,32", b"d:5,999,64", b"d:-1,-1", b"w:16", b"w:", b"tdD", b"tsu:UTC"),
    *(b"+s", b"+w:3", b"+w:-1", b"+w:99999999999", b"+us:0", b"+ud:0,1", b"+r", b"+", b"\xff"),
)
"""None of them has offsets into a buffer, whose end no reader could know."""

PLACE = re.compile(r"column|table|schema|stream", re.IGNORECASE)
TEXT = b"freecell klondike 1 17 T6-R1 T7-T2 draw one " * 4

release_of_schema = CFUNCTYPE(None, POINTER(Schema))
release_of_array = CFUNCTYPE(None, POINTER(Array))
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = py_object, [c_void_p, c_char_p, c_void_p]


@release_of_schema
def release_schema(schema):
    schema.contents.release = None


@release_of_array
def release_array(array):
    array.contents.release = None


class Column:
    """The structs of a column: the format, the numbers or the bytes of its buffers, and its children."""

    def __init__(self, name, kind, buffers, children=(), *, dictionary=None, length=ROWS):
        self.children, self.dictionary = children, dictionary
        self.memory = [block(buffer) for buffer in buffers]
        room = max(len(children), len(self.memory)) + 8
        self.pointers = (c_void_p * room)(*[buffer and cast(buffer, c_void_p) for buffer in self.memory])
        self.schemas = (POINTER(Schema) * room)(*[pointer(child.schema) for child in children])
        self.arrays = (POINTER(Array) * room)(*[pointer(child.array) for child in children])
        self.schema = Schema(kind, name, None, 2, len(children), self.schemas)
        self.array = Array(length, 0, 0, len(self.memory), len(children), self.pointers, self.arrays)
        self.schema.release = cast(release_schema, c_void_p)
        self.array.release = cast(release_array, c_void_p)
        if dictionary:
            self.schema.dictionary = pointer(dictionary.schema)
            self.array.dictionary = pointer(dictionary.array)

    def __iter__(self):
        yield self
        for child in (*self.children, *([self.dictionary] if self.dictionary else [])):
            yield from child


def block(content):
    """Return a block of memory of its own, with room for more cells; the last offset is repeated."""
    if content is None:
        return None
    if isinstance(content, bytes):
        return ctypes.create_string_buffer(content, len(content))
    kind, values = content
    number = BYTES // ctypes.sizeof(kind)
    return (kind * number)(*values, *[values[-1]] * (number - len(values)))


def texts(name, *values, kind=b"u"):
    ends = [0]
    for value in values:
        ends.append(ends[-1] + len(value))
    width = ctypes.c_int64 if kind == b"U" else ctypes.c_int32
    return Column(name, kind, [None, (width, ends), b"".join(values) + TEXT], length=len(values))


def views(name, *values):
    """Return a column of views, whose text is in one buffer if it is long."""
    cells, long = [], b""
    for value in values:
        inline = value[:12].ljust(12, b"\0")
        place = value[:4] + (0).to_bytes(4, "little") + len(long).to_bytes(4, "little")
        cells.append(len(value).to_bytes(4, "little") + (inline if len(value) <= 12 else place))
        long += value if len(value) > 12 else b""
    sizes = len(long).to_bytes(8, "little")
    data = b"".join(cells).ljust(BYTES, b"\0")
    return Column(name, b"vu", [None, data, long or b"\0", sizes])


def numbers(name, kind, cell, *values, **parts):
    """Return a column of numbers, which ctypes has as `cell`."""
    return Column(name, kind, [None, (cell, values)], **parts)


def table(source):
    """Return a table of games whose columns have types at random."""
    games = [b"freecell", b"klondike", b"freecell", b"spider"]
    tokens = texts(b"item", b"T6-R1", b"T7-T2", b"draw", b"T1-F1", b"T6-R1")
    ends, starts, sizes = (
        (ctypes.c_int32, values) for values in ([0, 2, 3, 3, 5], [3, 2, 0, 0], [2, 1, 0, 2])
    )
    decimals = b"".join(number.to_bytes(16, "little") for number in (10, 170, 15, 30)) + bytes(BYTES)
    variants = [
        texts(b"variant", *games),
        texts(b"variant", *games, kind=b"U"),
        views(b"variant", *games),
        numbers(b"variant", b"c", ctypes.c_int8, 0, 1, 0, 1, dictionary=texts(b"", *games[:2])),
    ]
    seeds = [
        texts(b"seed", b"1", b"17", b"1", b"31999"),
        numbers(b"seed", b"l", ctypes.c_int64, 1, 17, 2**33, 3),
        numbers(b"seed", b"g", ctypes.c_double, 1, 17, 2**33, 3.5),
        Column(b"seed", b"d:38,1", [None, decimals]),
    ]
    moves = [
        Column(b"moves", b"+l", [None, ends], [tokens]),
        Column(b"moves", b"+vl", [None, starts, sizes], [tokens]),
        Column(b"moves", b"+w:1", [None], [tokens]),
        texts(b"moves", b"T6-R1 T7-T2", b'["draw"]', b"", b"deal"),
    ]
    rules = Column(b"rules", b"+s", [None], [texts(b"draw", b"one", b"three", b"one", b"no")])
    own = numbers(b"id", b"l", ctypes.c_int64, 1, 2, 3, 4)
    return Column(b"", b"+s", [None], [*map(source.choice, (variants, seeds, moves)), rules, own])


def damage(source, column):
    """Change one thing of the structs of a column."""
    schema, array = column.schema, column.array

    changes = [
        lambda: setattr(array, "length", source.choice(COUNTS)),
        lambda: setattr(array, "offset", source.choice(COUNTS)),
        lambda: setattr(array, "null_count", source.choice(COUNTS)),
        lambda: setattr(array, "n_buffers", source.choice(NUMBERS)),
        lambda: setattr(array, "n_children", source.choice(NUMBERS)),
        lambda: setattr(schema, "n_children", source.choice(NUMBERS)),
        lambda: setattr(schema, "format", source.choice(FORMATS)),
        lambda: setattr(schema, "name", source.choice([None, b"", b"\xff\xfe", b"moves", b"x" * 1000])),
        lambda: setattr(schema, "flags", source.choice(COUNTS)),
        lambda: setattr(schema, "children", None),
        lambda: setattr(array, "children", None),
        lambda: setattr(array, "buffers", None),
        lambda: setattr(schema, "dictionary", None),
        lambda: setattr(array, "dictionary", None),
        lambda: setattr(schema, "release", None),
        lambda: setattr(array, "release", None),
        lambda: column.pointers.__setitem__(source.randrange(4), None),
        lambda: column.schemas.__setitem__(source.randrange(3), None),
        lambda: column.arrays.__setitem__(source.randrange(3), None),
    ]
    source.choice(changes)()


def damage_offsets(source, column):
    """Change an offset or an index, but not the last offset, which says where a text ends."""
    values = column.memory[1] if len(column.memory) > 1 else None
    if getattr(values, "_type_", None) in {ctypes.c_int8, ctypes.c_int32, ctypes.c_int64}:
        values[source.randrange(column.array.length)] = source.choice(OFFSETS)


class Handed:
    """A table that is handed on once."""

    def __init__(self, column):
        self.column = column

    def __arrow_c_array__(self, _requested_schema=None):
        return (
            new_capsule(ctypes.addressof(self.column.schema), b"arrow_schema", None),
            new_capsule(ctypes.addressof(self.column.array), b"arrow_array", None),
        )


def judge(source):
    """Judge a damaged table; return what became of it."""
    column = table(source)
    parts = [*column]
    # Not both: fewer rows make another offset the last.
    change = source.choice((damage, damage_offsets))
    for _ in range(source.choice((0, 1, 1, 1, 2, 3))):
        change(source, source.choice(parts))
    try:
        if source.random() < 1 / 4:
            read(plies_table(Handed(column)))
        else:
            read(verify_table(Handed(column), keep=["id"], columns=["result", "detail", "game_id"]))
    except (PatienceError, ArrowDamage) as error:
        if not PLACE.search(str(error)):
            raise
        return "refused"
    return "judged"


def read(stream):
    """Read a stream to its end, by the code that has made it."""
    source = ArrowSource(stream)
    while source.next() is not None:
        pass


def damaged_tables(seed, number):
    """Judge some tables; return how many were judged, and how many were refused."""
    source = random.Random(seed)
    return Counter(judge(source) for _ in range(number))


def with_sanitizers(arguments):
    """Run this program again with a copy of the library that is compiled with them; return the exit code."""
    with TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "patience", Path(folder, "patience"), ignore=shutil.ignore_patterns("*.so"))
        compile_all(ROOT, Path(folder), checked=True)
        library = subprocess.check_output(["gcc", "-print-file-name=libasan.so"], text=True).strip()
        environment = {
            **os.environ,
            "PYTHONPATH": f"{folder}:{ROOT}",
            "LD_PRELOAD": library,
            "ASAN_OPTIONS": "detect_leaks=0",
            "PYTHONMALLOC": "malloc",
            "REFEREE_KERNEL": "require",
        }
        command = [sys.executable, "-P", "-m", "tests.soak.arrow_structs", "--installed", *arguments]
        return subprocess.run(command, env=environment, cwd=folder, check=False).returncode


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    parser.add_argument("--installed", action="store_true")
    options = parser.parse_args()
    if not options.installed:
        sys.exit(with_sanitizers([f"--tables={options.tables}", f"--seed={options.seed}"]))
    ends = damaged_tables(options.seed, options.tables)
    sys.stdout.write(f"seed {options.seed}: {ends['judged']} tables judged, {ends['refused']} refused\n")


if __name__ == "__main__":
    main()
