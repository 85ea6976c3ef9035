"""A reader of pickles that yields plain data.

A pickle is a program for Python's unpickler, which calls whatever the file names. This reader never calls
anything: each opcode that saved games consist of puts an inert value on a stack, and any other opcode refuses
the file. Values are never compared, hashed (except short keys), printed or descended into. Every resource
(bytes, opcodes, objects, stack, memo) has a limit.
"""

from collections.abc import Callable, Iterator
from typing import Final

from patience.formats.work import UNCOUNTED, Work
from service.saves.save_errors import Fault, SaveError
from service.saves.source import Source
from service.saves.values import GENERATOR_PARTS, OPAQUE, RECORDS, Name, Record

MOST_BYTES: Final = 4_000_000
MOST_OPCODES: Final = 1 << 20
OPCODES_OF_A_STEP: Final = 64
MOST_OBJECTS: Final = 1 << 17
"""Texts, tuples, lists, dictionaries and instances in one file."""
MOST_REMEMBERED: Final = 1 << 17
MOST_ON_STACK: Final = 4096
MOST_MARKS: Final = 16
MOST_KEYS: Final = 64
LONGEST_KEY: Final = 64
LONGEST_TEXT: Final = 65_536
"""Longer texts become ``OPAQUE``: comments may have any length and are not used."""
LONGEST_INTEGER: Final = 20
"""Digits of an integer written as text."""

PROTOCOLS: Final = (2, 4, 5)


def may_be_pickles(data: bytes) -> bool:
    """Return whether a file begins with the opcode of a pickle, which no text begins with."""
    return data[:1] == bytes([PROTO])


def read_pickles(data: bytes, work: Work = UNCOUNTED) -> Iterator[object]:
    """Yield the value of each pickle of a file. A pickle is read when its value is requested.

    Values are ``None``, ``bool``, ``int``, ``str``, ``tuple``, ``list``, ``dict``, ``Record``, ``Name`` and
    ``OPAQUE``. Lists and dictionaries may contain themselves. Raises SaveError.
    """
    if len(data) > MOST_BYTES:
        raise SaveError(
            Fault.NOT_A_SAVE, f"The file has {len(data)} bytes. At most {MOST_BYTES} are accepted."
        )
    reader = _Reader(data, work)
    while not reader.at_end:
        yield reader.value()


class _Reader:
    """The pickles of one file, which share a memo since one pickler wrote them."""

    def __init__(self, data: bytes, work: Work) -> None:
        self._source = Source(data)
        self._work = work
        self._opcodes = 0
        self._objects = 0
        self._memo: dict[int, object] = {}
        self._stack: list[object] = []
        self._marks: list[int] = []

    @property
    def at_end(self) -> bool:
        """Whether all pickles have been read."""
        return self._source.at_end

    def value(self) -> object:
        """Read the next pickle and return its value."""
        if self._source.byte() != PROTO or self._source.byte() not in PROTOCOLS:
            raise self._source.foreign("Expected the beginning of a pickle")
        self._stack, self._marks = [], []
        while (opcode := self._source.byte()) != STOP:
            self._opcodes += 1
            if self._opcodes % OPCODES_OF_A_STEP == 0:
                self._work.step()
            if self._opcodes > MOST_OPCODES:
                raise self._source.too_much(f"{MOST_OPCODES} opcodes")
            execute = _OPCODES.get(opcode)
            if execute is None:
                raise self._source.foreign("Unexpected opcode")
            execute(self)
        value = self._pop()
        if self._stack or self._marks:
            raise self._source.wrong("More than one value on the stack")
        return value

    # The stack

    def push(self, value: object) -> None:
        if len(self._stack) == MOST_ON_STACK:
            raise self._source.too_much(f"{MOST_ON_STACK} values at once")
        self._stack.append(value)

    def push_new(self, value: object) -> None:
        """Push a value that is counted because it takes memory of its own."""
        self._objects += 1
        if self._objects > MOST_OBJECTS:
            raise self._source.too_much(f"{MOST_OBJECTS} objects")
        self.push(value)

    def _pop(self) -> object:
        if len(self._stack) == (self._marks[-1] if self._marks else 0):
            raise self._source.wrong("A value is missing on the stack")
        return self._stack.pop()

    def _top(self) -> object:
        value = self._pop()
        self._stack.append(value)
        return value

    def _since_mark(self) -> list[object]:
        if not self._marks:
            raise self._source.wrong("A mark is missing on the stack")
        mark = self._marks.pop()
        values = self._stack[mark:]
        del self._stack[mark:]
        return values

    # Opcodes

    def skip_frame(self) -> None:
        self._source.take(8)

    def mark(self) -> None:
        if len(self._marks) == MOST_MARKS:
            raise self._source.too_much(f"{MOST_MARKS} marks at once")
        self._marks.append(len(self._stack))

    def memoize(self) -> None:
        self._remember(len(self._memo))

    def put(self, size: int) -> None:
        self._remember(self._source.unsigned(size))

    def _remember(self, index: int) -> None:
        if index >= MOST_REMEMBERED:
            raise self._source.too_much(f"{MOST_REMEMBERED} values remembered")
        self._memo[index] = self._top()

    def drop(self) -> None:
        """Drop a value: that of a generator, which contains itself and is fetched from the memo instead."""
        self._pop()

    def get(self, size: int) -> None:
        index = self._source.unsigned(size)
        if index not in self._memo:
            raise self._source.wrong("Unknown memo index")
        self.push(self._memo[index])

    def push_unsigned(self, size: int) -> None:
        self.push(self._source.unsigned(size))

    def push_signed(self) -> None:
        self.push(self._source.signed(4))

    def push_long(self) -> None:
        self.push(self._source.signed(self._source.byte()))

    def push_float(self) -> None:
        # Times and rates of the statistics, which are not used.
        self._source.take(8)
        self.push(OPAQUE)

    def push_written_integer(self) -> None:
        """Push an integer written as text by Python 2, whose booleans are ``00`` and ``01``."""
        text = self._source.line(LONGEST_INTEGER + 1)
        digits = text.removeprefix("-")
        if not digits.isdigit() or len(digits) > LONGEST_INTEGER:
            raise self._source.foreign("Malformed integer")
        self.push(text == "01" if text in ("00", "01") else int(text))

    def push_text(self, size: int, encoding: str) -> None:
        raw = self._source.take(self._source.unsigned(size))
        if len(raw) > LONGEST_TEXT:
            self.push(OPAQUE)
            return
        try:
            self.push_new(raw.decode(encoding, "surrogatepass" if encoding == "utf-8" else "strict"))
        except UnicodeDecodeError:
            raise self._source.wrong("A text that is not UTF-8") from None

    def skip_bytes(self, size: int) -> None:
        """Skip bytes: bookmarks, which are pickles themselves."""
        self._source.take(self._source.unsigned(size))
        self.push(OPAQUE)

    def tuple_of(self, size: int) -> None:
        self.push_new(tuple(reversed([self._pop() for _ in range(size)])))

    def tuple_since_mark(self) -> None:
        self.push_new(tuple(self._since_mark()))

    def append(self) -> None:
        value = self._pop()
        self._list().append(value)

    def appends(self) -> None:
        values = self._since_mark()
        self._list().extend(values)

    def _list(self) -> list[object]:
        target = self._top()
        if type(target) is not list:
            raise self._source.wrong("Append to a value that is not a list")
        return target

    def set_item(self) -> None:
        value = self._pop()
        self._set([self._pop(), value])

    def set_items(self) -> None:
        self._set(self._since_mark())

    def _set(self, items: list[object]) -> None:
        target = self._top()
        if type(target) is not dict or len(items) % 2:
            raise self._source.wrong("Items set in a value that is not a dictionary")
        for key, value in zip(items[::2], items[1::2], strict=True):
            # Hashing other keys, such as nested tuples, could take years.
            if type(key) is not int and (type(key) is not str or len(key) > LONGEST_KEY):
                raise self._source.foreign("Unexpected key")
            target[key] = value
        if len(target) > MOST_KEYS:
            raise self._source.too_much(f"{MOST_KEYS} keys in one dictionary")

    def name_on_stack(self) -> None:
        name, module = self._pop(), self._pop()
        if type(module) is not str or type(name) is not str:
            raise self._source.wrong("A name that is not a text")
        self._push_name(module, name)

    def name_as_text(self) -> None:
        self._push_name(self._source.line(LONGEST_KEY), self._source.line(LONGEST_KEY))

    def _push_name(self, module: str, name: str) -> None:
        if (module, name) not in RECORDS and (module, name) not in GENERATOR_PARTS:
            raise self._source.foreign("Unexpected class")
        self.push_new(Name(module, name))

    def new_record(self) -> None:
        """Push an instance created without arguments (protocol 2 and later)."""
        arguments, cls = self._pop(), self._pop()
        self._push_record(cls, bare=type(arguments) is tuple and not arguments)

    def old_record(self) -> None:
        """Push an instance of a class of Python 2."""
        cls, *arguments = self._since_mark() or [None]
        self._push_record(cls, bare=not arguments)

    def _push_record(self, cls: object, *, bare: bool) -> None:
        if type(cls) is not Name or (cls.module, cls.name) not in RECORDS or not bare:
            raise self._source.foreign("Unexpected instance")
        self.push_new(Record(cls.name))

    def build(self) -> None:
        state, target = self._pop(), self._top()
        if target is OPAQUE:
            return
        if type(target) is not Record or target.fields is not None or type(state) is not dict:
            raise self._source.foreign("Unexpected state")
        target.fields = state

    def reduce(self) -> None:
        """Replace a call by ``OPAQUE`` if it belongs to the state of the random generator."""
        arguments, function = self._pop(), self._pop()
        known = type(function) is Name and (function.module, function.name) in GENERATOR_PARTS
        if not known or type(arguments) is not tuple:
            raise self._source.foreign("Unexpected call")
        self.push(OPAQUE)


PROTO: Final = 0x80
STOP: Final = ord(".")

_Opcode = Callable[[_Reader], None]

_OPCODES: Final[dict[int, _Opcode]] = {
    0x95: _Reader.skip_frame,
    ord("("): _Reader.mark,
    0x94: _Reader.memoize,
    ord("q"): lambda reader: reader.put(1),
    ord("r"): lambda reader: reader.put(4),
    ord("h"): lambda reader: reader.get(1),
    ord("j"): lambda reader: reader.get(4),
    ord("0"): _Reader.drop,
    ord("N"): lambda reader: reader.push(None),
    0x88: lambda reader: reader.push(True),
    0x89: lambda reader: reader.push(False),
    ord("K"): lambda reader: reader.push_unsigned(1),
    ord("M"): lambda reader: reader.push_unsigned(2),
    ord("J"): _Reader.push_signed,
    0x8A: _Reader.push_long,
    ord("I"): _Reader.push_written_integer,
    ord("G"): _Reader.push_float,
    0x8C: lambda reader: reader.push_text(1, "utf-8"),
    ord("X"): lambda reader: reader.push_text(4, "utf-8"),
    ord("U"): lambda reader: reader.push_text(1, "latin-1"),
    ord("T"): lambda reader: reader.push_text(4, "latin-1"),
    ord("C"): lambda reader: reader.skip_bytes(1),
    ord("B"): lambda reader: reader.skip_bytes(4),
    ord(")"): lambda reader: reader.push(()),
    0x85: lambda reader: reader.tuple_of(1),
    0x86: lambda reader: reader.tuple_of(2),
    0x87: lambda reader: reader.tuple_of(3),
    ord("t"): _Reader.tuple_since_mark,
    ord("]"): lambda reader: reader.push_new([]),
    ord("a"): _Reader.append,
    ord("e"): _Reader.appends,
    ord("}"): lambda reader: reader.push_new({}),
    ord("s"): _Reader.set_item,
    ord("u"): _Reader.set_items,
    0x93: _Reader.name_on_stack,
    ord("c"): _Reader.name_as_text,
    0x81: _Reader.new_record,
    ord("o"): _Reader.old_record,
    ord("b"): _Reader.build,
    ord("R"): _Reader.reduce,
}
