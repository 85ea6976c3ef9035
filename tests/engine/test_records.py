"""``patience.cards.records``: what it makes behaves as what ``dataclasses`` makes of the same class."""

import dataclasses
import pickle
from dataclasses import FrozenInstanceError, field

import pytest

from patience.cards import records


class Fields:
    """Every kind of field."""

    first: int
    second: str = "two"
    listed: list[int] = field(default_factory=list)
    apart: int = field(default=0, compare=False, repr=False)
    named: int = field(default=7, kw_only=True)


def made(decorator, **options):
    """Return the class as a decorator makes it."""
    members = {name: getattr(Fields, name) for name in ("second", "listed", "apart", "named")}
    members["__annotations__"] = Fields.__annotations__
    return decorator(frozen=True, **options)(type("Record", (), members))


class Checked:
    __slots__ = ()

    def __post_init__(self):
        if self.number < 0:
            raise ValueError("negative")


@records.dataclass(frozen=True, slots=True)
class Slotted(Checked):
    number: int


@records.dataclass(frozen=True)
class Empty:
    pass


@pytest.mark.parametrize("slots", [False, True])
def test_objects_are_those_of_dataclasses(slots):
    ours, theirs = (made(module.dataclass, slots=slots) for module in (records, dataclasses))
    for record in (ours, theirs):
        one, same = record(1, named=2), record(1, "two", [], 9, named=2)
        assert one == same
        assert one != record(2, named=2)
        assert one != (1, "two", [], 2)
        assert one.listed is not same.listed
        assert repr(one) == "Record(first=1, second='two', listed=[], named=2)"
        assert dataclasses.replace(one, first=3) == record(3, named=2)
        assert dataclasses.asdict(one) == {"first": 1, "second": "two", "listed": [], "apart": 0, "named": 2}
        assert [hash(record(1, listed=())) == hash(record(number, listed=())) for number in (1, 2)] == [
            True,
            False,
        ]
        with pytest.raises(TypeError, match="__init__"):
            record(1, "two", [], 0, 2)
        with pytest.raises(FrozenInstanceError, match="cannot assign to field 'first'"):
            one.first = 2
        with pytest.raises(FrozenInstanceError, match="cannot delete field 'first'"):
            del one.first


@pytest.mark.parametrize("options", [{"eq": False}, {"repr": False}])
def test_methods_can_be_left_out(options):
    record = made(records.dataclass, **options)
    assert (record(1) == record(1)) is options.get("eq", True)
    assert repr(record(1)).startswith("Record" if options.get("repr", True) else "<")


def test_a_record_is_checked_and_pickles():
    with pytest.raises(ValueError, match="negative"):
        Slotted(-1)
    assert pickle.loads(pickle.dumps(Slotted(3))) == Slotted(3)
    assert not hasattr(Slotted(3), "__dict__")


def test_a_record_without_fields_has_one_value():
    assert Empty() == Empty()
    assert hash(Empty()) == hash(Empty())
