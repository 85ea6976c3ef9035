"""Files that are large, deep or costly for their size; none is a saved game."""

from service.saves.pickles import MOST_BYTES
from tests.saves.writer import Code, file_of, objects, opcodes

_BODIES = {
    "nested tuples": b")" + b"\x85" * 600_000,
    "nested lists": b"]" * 4000 + b"a" * 3999,
    "a list that holds itself": b"]\x94h\x00a",
    "empty lists": b"](" + (b"]" * 4000 + b"e(") * 200,
    "full dictionaries": b"](" + (b"}K\x01Ns" * 4000 + b"e(") * 200,
    "dictionaries of six": b"](" + (b"}(K\x01NK\x02NK\x03NK\x04NK\x05NK\x06Nu" * 4000 + b"e(") * 20,
    "texts": b"](" + (b"\x8c\x03x\xc4\x80" * 4000 + b"e(") * 150,
    "wide texts": b"](" + b"".join(b"X\x00\x00\x01\x00\xf0\x9f\x82\xa1" + b"a" * 65_532 for _ in range(60)),
    "integers": b"](" + (b"J\x00\x00\x00\x7f" * 4000 + b"e(") * 190,
    "long integers": b"](" + (b"\x8a\xff" + b"\x7f" * 255) * 4000,
    "remembered": b"N" + b"\x94" * 1_000_000,
    "remembered far": b"Nr\x00\x00\xff\x7f",
    "marks": b"(" * 1000,
    "one list many times": b"]\x94" + (b"(" + b"h\x00" * 4000 + b"t\x94" + b"h\x00" + b"\x94") * 400,
    "opcodes": b"N\x85" * 700_000,
    "keys that collide": b"}(" + b"".join(opcodes(k * ((1 << 61) - 1)) + b"N" for k in range(2000)) + b"u",
    "a bookmark of 4 MB": opcodes(bytes(3_900_000)),
    "a long line": b"c" + b"x" * 3_900_000,
}  # fmt: skip

_SAVED = objects(466, 1)
LARGEST = {name: file_of(_SAVED | {"generator": Code(body)})[:MOST_BYTES] for name, body in _BODIES.items()}
