"""Declarations as JSON: ``to_json`` writes every field, ``from_json`` fills in defaults and refuses the rest.

The JSON has the fields of ``rules`` under their names, except that a round of the layout says ``face`` and
names its piles in short: ``"T7-T1"`` for each column from T7 down to T1, ``"T9 T1-T8"`` for T9 and then
T1 to T8. A list of names is read as well.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeVar

from patience.rules import (
    Arrange,
    Base,
    Build,
    Columns,
    DealTo,
    DeclarationError,
    Direction,
    Foundation,
    Hold,
    Lift,
    Reserve,
    Round,
    Rules,
    Stock,
    Takes,
    Win,
    demand,
)

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Value = TypeVar("Value")
Read = Callable[[object, str], Value]
"""Reads a JSON value; the second argument is its dotted path, for errors."""

_LONGEST_QUOTE: Final = 40
_PILES: Final = re.compile(r"F|([TR])([1-9][0-9]?)(?:-\1([1-9][0-9]?))?")


def to_json(rules: Rules) -> dict[str, object]:
    """Return a declaration as JSON, with every field."""
    return _object(rules)


def from_json(declaration: object) -> Rules:
    """Return the rules that a JSON declaration describes.

    Raises DeclarationError for a field or value that is unknown or missing, or for a contradiction.
    """
    return _read_rules(declaration, "")


def piles(names: str) -> tuple[str, ...]:
    """Return the piles that a text such as ``T9 T1-T8`` names, in its order.

    Raises DeclarationError if it names none.
    """
    found: list[str] = []
    for part in names.split(" "):
        match = _PILES.fullmatch(part)
        if match is None:
            raise DeclarationError(
                f"{part[:_LONGEST_QUOTE]!r} does not name piles: expected T3, T1-T7, R1 or F."
            )
        letter, first, last = match.groups()
        if letter is None:
            found.append("F")
            continue
        start, end = int(first), int(last or first)
        step = 1 if start <= end else -1
        found += [f"{letter}{number}" for number in range(start, end + step, step)]
    return tuple(found)


def name_piles(names: tuple[str, ...]) -> str:
    """Return the shortest text that ``piles`` reads as these names."""
    parts: list[list[str]] = []
    for name in names:
        if parts and _continues(parts[-1], name):
            parts[-1].append(name)
        else:
            parts.append([name])
    return " ".join(part[0] if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in parts)


def _continues(part: list[str], name: str) -> bool:
    """Return whether a name goes on with a range, up or down by one."""
    if name == "F" or part[0] == "F" or name[0] != part[0][0]:
        return False
    *_, before = part
    step = int(name[1:]) - int(before[1:])
    return abs(step) == 1 and (len(part) == 1 or step == int(part[1][1:]) - int(part[0][1:]))


def _object(part: "DataclassInstance") -> dict[str, object]:
    if isinstance(part, Round):
        return {"to": name_piles(part.to), "face": "up" if part.face_up else "down", "home": part.home}
    names = [field.name for field in fields(part) if field.name != "base_rank"]
    return {name: _json(getattr(part, name)) for name in names}


def _json(value: object) -> object:
    if isinstance(value, StrEnum):
        return value.value
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple):
        return [_json(item) for item in value]
    return _object(value)  # type: ignore[arg-type]


def _whole(value: object, path: str) -> int:
    demand(type(value) is int, f"{path} is {_quote(value)}: expected a whole number.")
    return value  # type: ignore[return-value]


def _flag(value: object, path: str) -> bool:
    demand(isinstance(value, bool), f"{path} is {_quote(value)}: expected true or false.")
    return value  # type: ignore[return-value]


def _text(value: object, path: str) -> str:
    demand(isinstance(value, str), f"{path} is {_quote(value)}: expected a string.")
    return value  # type: ignore[return-value]


def _one_of(*kinds: type[StrEnum]) -> Read[StrEnum]:
    values = {member.value: member for kind in kinds for member in kind}

    def read(value: object, path: str) -> StrEnum:
        known = isinstance(value, str) and value in values
        demand(known, f"{path} is {_quote(value)}: expected one of {', '.join(values)}.")
        return values[str(value)]

    return read


def _face(value: object, path: str) -> str:
    demand(value in ("up", "down"), f"{path} is {_quote(value)}: expected one of up, down.")
    return str(value)


def _or_null(read: Read[Value]) -> Read[Value | None]:
    return lambda value, path: None if value is None else read(value, path)


def _list_of(read: Read[Value]) -> Read[tuple[Value, ...]]:
    def read_all(value: object, path: str) -> tuple[Value, ...]:
        if not isinstance(value, list | tuple):
            raise DeclarationError(f"{path} is {_quote(value)}: expected a list.")
        return tuple(read(item, f"{path}.{index}") for index, item in enumerate(value))

    return read_all


def _object_of(  # type: ignore[explicit-any]
    make: Callable[..., Value],
    required: str = "",
    **readers: Read[object],
) -> Read[Value]:
    def read(value: object, path: str) -> Value:
        if not isinstance(value, Mapping):
            raise DeclarationError(f"{path or 'A declaration'} is {_quote(value)}: expected an object.")
        prefix = f"{path}." if path else ""
        for name in value:
            known = name in readers
            demand(known, f"{prefix}{name!s:.40} is not a field: expected one of {', '.join(readers)}.")
        for name in required.split():
            demand(name in value, f"{prefix}{name} is missing.")
        return make(**{name: readers[name](item, f"{prefix}{name}") for name, item in value.items()})

    return read


def _quote(value: object) -> str:
    return f"{value!r:.{_LONGEST_QUOTE}}"


def _round(to: tuple[str, ...], face: str = "up", home: bool = False) -> Round:
    return Round(to, face_up=face == "up", home=home)


def _piles(value: object, path: str) -> tuple[str, ...]:
    return piles(" ".join(_texts(value, path)) if isinstance(value, list | tuple) else _text(value, path))


_texts: Final = _list_of(_text)
_read_rules: Final = _object_of(
    Rules,
    "foundations",
    packs=_whole,
    suits=_text,
    layout=_list_of(_object_of(_round, "to", to=_piles, face=_face, home=_flag)),
    base=_one_of(Base),
    arrange=_or_null(_one_of(Arrange)),
    columns=_or_null(
        _object_of(
            Columns,
            "number build lift",
            number=_whole,
            build=_one_of(Build),
            lift=_one_of(Lift, Build),
            direction=_one_of(Direction),
            wrap=_flag,
            whole_only=_flag,
            supermove=_flag,
            capacity=_or_null(_whole),
            empty_takes=_text,
            refill=_texts,
        )
    ),
    reserve=_or_null(_object_of(Reserve, "piles", piles=_whole, takes=_one_of(Takes), refill=_texts)),
    stock=_or_null(
        _object_of(
            Stock,
            "actions",
            actions=_texts,
            draw=_whole,
            deal_to=_one_of(DealTo),
            gather=_or_null(_whole),
            hold=_or_null(_one_of(Hold)),
            redeals=_or_null(_whole),
            drawn_at_start=_whole,
        )
    ),
    foundations=_list_of(
        _object_of(
            Foundation,
            "suits ranks build",
            suits=_text,
            ranks=_text,
            build=_one_of(Build),
            dealt=_whole,
            whole=_flag,
            last_after=_text,
        )
    ),
    win=_one_of(Win),
    won_when=_texts,
    foundations_final=_flag,
)
