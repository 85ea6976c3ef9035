"""Random changes of saved games, and a watch on what importing them does."""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from service.saves.save_errors import SaveError
from service.saves.save_import import import_save
from service.saves.values import GENERATOR_PARTS, RECORDS
from tests.conftest import FIXTURES
from tests.saves.writer import file_of, objects

OPCODES = bytes(range(256))
CALLS = (
    b"cos\nsystem\n(X\x05\x00\x00\x00touchtR",
    b"\x8c\x02os\x8c\x06system\x93\x8c\x05touch\x85R",
    b"\x8c\x08builtins\x8c\x04eval\x93\x8c\x011\x85R",
    b"c__builtin__\ngetattr\n(c__builtin__\ngetattr\nX\x08\x00\x00\x00__self__tR",
)
NAMES = sorted({part.encode() for pair in RECORDS | GENERATOR_PARTS for part in pair})
OTHER_NAMES = (*NAMES, b"os", b"posix", b"system", b"builtins", b"eval", b"__globals__", b"__class__")
NUMBERS = [n.to_bytes(4, "little") for n in (0, 1, 0x7F, 0xFF, 0x8000, 0x7FFFFFFF, 0xFFFFFFFF)]


def originals() -> list[bytes]:
    """Return files to change: genuine ones of several versions, hostile ones, and small written ones."""
    saved = [path.read_bytes() for path in sorted((FIXTURES / "saves").glob("*.pso"))]
    return [*saved, file_of(objects(466, 1)), file_of(objects(220, 1, ["deal"] * 7))]


def mutant(files: list[bytes], rng: random.Random) -> bytes:
    """Return one of the files with one to four changes."""
    data = bytearray(rng.choice(files))
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        _change(data, files, rng)
    return bytes(data)


def _change(data: bytearray, files: list[bytes], rng: random.Random) -> None:
    place = rng.randrange(len(data) + 1)
    end = min(len(data), place + rng.choice((1, 1, 2, 4, 8, 64, 1024)))
    piece = data[place:end]
    kind = rng.choice(("opcode", "gap", "repeat", "call", "graft", "name", "number", "end", "bit"))
    if kind == "name":
        _rename(data, rng)
        return
    data[place:end] = {
        "opcode": lambda: bytes([rng.choice(OPCODES)]),
        "gap": lambda: b"",
        "repeat": lambda: piece * rng.choice((2, 3, 50)),
        "call": lambda: rng.choice(CALLS) + piece,
        "graft": lambda: _graft(files, rng),
        "number": lambda: rng.choice((b"j", b"r", b"X", b"T", b"B", b"J")) + rng.choice(NUMBERS) + piece,
        "end": lambda: b".",
        "bit": lambda: bytes(byte ^ 1 << rng.randrange(8) for byte in piece),
    }[kind]()
    if kind == "end":
        del data[place + 1 :]


def _graft(files: list[bytes], rng: random.Random) -> bytes:
    other = rng.choice(files)
    start = rng.randrange(len(other))
    return other[start : start + rng.choice((2, 20, 500, 5000))]


def _rename(data: bytearray, rng: random.Random) -> None:
    name = rng.choice(NAMES)
    place = data.find(name)
    if place < 0:
        return
    other = rng.choice(OTHER_NAMES)
    if data[place - 1] == len(name):
        data[place - 1] = len(other)
    data[place : place + len(name)] = other


def try_to_import(data: bytes) -> bool:
    """Return whether a file can be imported. Any error but a short, printable SaveError is raised."""
    try:
        import_save(data)
    except SaveError as error:
        if not str(error).isprintable() or len(str(error)) > 600:
            raise AssertionError("the message should be short and printable") from error
        return False
    return True


_events: list[str] = []
_watching = False


@cache
def _install() -> None:
    """Install a hook, which stays until the process ends."""
    sys.addaudithook(lambda event, _: _events.append(event) if _watching else None)


@contextmanager
def watched() -> Iterator[list[str]]:
    """Collect the audit events of the code inside: files, imports, processes, compiled and executed code."""
    global _watching  # noqa: PLW0603
    _install()
    _events.clear()
    _watching = True
    try:
        yield _events
    finally:
        _watching = False
