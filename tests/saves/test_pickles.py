"""The reader of pickles executes nothing and bounds time and memory."""

import os
import pickle
import subprocess

import pytest

from service.saves.pickles import MOST_BYTES, read_pickles
from service.saves.save_errors import Fault, SaveError
from service.saves.save_import import import_save
from service.saves.values import OPAQUE, Record
from tests.saves.writer import Code, file_of, named, objects, opcodes

START = b"\x80\x04"
MT_RANDOM = named("pysol_cards.random", "MTRandom") + b")R"


def values(body):
    return list(read_pickles(START + body + b"."))


def fault(body):
    with pytest.raises(SaveError) as caught:
        values(body)
    return caught.value.fault


class Touch:
    """An object whose unpickling would create a file."""

    def __init__(self, path, call):
        self.path, self.call = path, call

    def __reduce__(self):
        calls = {
            "open": (open, (self.path, "w")),
            "system": (os.system, (f"touch {self.path}",)),
            "eval": (eval, (f"open({self.path!r}, 'w')",)),
            "popen": (subprocess.Popen, (["touch", self.path],)),
        }
        return calls[self.call]


@pytest.mark.parametrize("call", ["open", "system", "eval", "popen"])
@pytest.mark.parametrize("protocol", [2, 4, 5])
@pytest.mark.parametrize("place", ["package", "version", "generator", "stacks", "global", "moves", "end"])
def test_nothing_is_called(call, protocol, place, tmp_path):
    harm = pickle.dumps(Touch(str(tmp_path / "harm"), call), protocol)
    saved = objects(466, 1)
    # Without its own beginning and end.
    value = Code(harm[2:-1])
    saved[place] = [value, *saved[place][1:]] if place == "stacks" else value
    with pytest.raises(SaveError):
        import_save(file_of(saved))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "body",
    [
        named("os", "system"),
        named("builtins", "eval"),
        named("pysollib.move", "os.system"),
        named("pysollib.game", "Game"),
        named("PySolLib.move", "AMoveMove"),
        b"cos\nsystem\n",
        b"cpysollib.move\nAMoveMove\n(tR",
        b"c__builtin__\ngetattr\n)\x81",
        b"(ios\nsystem\n",
        b"(c__builtin__\ngetattr\no",
        b"(o",
        named("pysollib.move", "AMoveMove") + b"K\x01\x85\x81",
        b"(" + named("pysollib.move", "AMoveMove") + b"K\x01o",
        named("pysollib.move", "AMoveMove") + b")\x81N}\x86b",
        named("pysollib.move", "AMoveMove") + b")\x81}b}b",
        named("pysollib.move", "AMoveMove") + b"}b",
        named("builtins", "getattr") + b"]R",
        MT_RANDOM + b")R",
        named("builtins", "getattr") + MT_RANDOM + opcodes("seed") + b"\x86R)R",
        b"}]K\x01s",
        b"}))s",
        b"}NNs",
        b"}\x88Ns",
        b"}" + opcodes("k" * 65) + b"Ns",
        b"K\x01\x8b\x01\x00\x00\x00\x01",
        b"L1L\n",
        b"I" + b"1" * 21 + b"\n",
        b"I1.5\n",
        b"I1_0\n",
        "I\u0663\n".encode(),
        b"I\n",
        b"2",
        b"Pid\n",
        b"Q",
        b"\x82\x01",
        b"\x8f",
        b"\x90",
        b"\x91",
        b"\x92",
        b"\x96\x00\x00\x00\x00\x00\x00\x00\x00",
        b"\x97",
        b"\x98",
        b"\x80\x04",
        b"S'text'\n",
        b"Vtext\n",
        b"F1.0\n",
        b"l",
        b"d",
    ],
)
def test_what_no_save_contains_is_refused(body):
    assert fault(body) is Fault.NOT_A_SAVE


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"a",
        b"t",
        b"]a",
        b"(a",
        b"(NN",
        b"NN",
        b"N(",
        b"h\x00",
        b"j\x00\x00\x00\x80",
        b"NNa",
        b"N(Ne",
        b"N(NNu",
        b"}(Nu",
        b"\x93",
        b"NN\x93",
        b"R",
        b"b",
        b"\x81",
        b"\x85",
        b"\x94",
        b"X\xff\xff\xff\xff",
        b"X\x01\x00\x00\x00\xff",
        b"B\xff\xff\xff\x7f",
        b"\x8a\x02\x01",
        b"\x95\x00",
    ],
)
def test_malformed_pickles_are_damage(body):
    assert fault(body) is Fault.DAMAGED


@pytest.mark.parametrize(
    "start", [b"", b"N.", b"\x80", b"\x80\x00N.", b"\x80\x03N.", b"\x80\x06N.", b"{}", b"PK\x03\x04"]
)
def test_other_beginnings(start):
    with pytest.raises(SaveError):
        import_save(start)


def test_values_equal_those_of_pickle():
    given = [
        None,
        True,
        False,
        0,
        255,
        256,
        70_000,
        -1,
        -(1 << 63),
        1 << 1000,
        "",
        "Übung",
        "x" * 300,
        (),
        (1,),
        (1, 2),
    ]
    given += [(1, 2, 3), (1, 2, 3, 4), [], [1], list(range(3000)), {}, {"a": 1}, {"a": {0: []}, "b": 2}]
    for protocol in (2, 4, 5):
        assert list(read_pickles(b"".join(pickle.dumps(value, protocol) for value in given))) == given


def test_one_memo_for_the_whole_file():
    assert list(read_pickles(START + opcodes("x") + b"\x94." + START + b"h\x00.")) == ["x", "x"]


def test_a_value_that_is_dropped():
    """A generator that contains itself is dropped once it is built, and then fetched from the memo."""
    assert list(read_pickles(START + opcodes("x") + b"\x940h\x00.")) == ["x"]


def test_opcodes_of_python_2():
    assert values(b"(" + b"I01\nI00\nI-5\nI" + b"9" * 20 + b"\nU\x02\xe9xT\x01\x00\x00\x00yt") == [
        (True, False, -5, int("9" * 20), "éx", "y")
    ]
    (found,) = values(b"(cpysollib.mfxutil\nStruct\no}U\x01aK\x01sb")
    assert isinstance(found, Record)
    assert (found.name, found.fields) == ("Struct", {"a": 1})


def test_unused_values_are_opaque():
    assert values(
        b"(" + opcodes(b"bookmark") + b"G" + bytes(8) + opcodes("x" * 65_537) + MT_RANDOM + b"t"
    ) == [(OPAQUE, OPAQUE, OPAQUE, OPAQUE)]


def test_too_large_files_are_refused():
    with pytest.raises(SaveError) as caught:
        next(read_pickles(bytes(MOST_BYTES + 1)))
    assert str(MOST_BYTES) in str(caught.value)
