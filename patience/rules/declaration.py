"""Declarations as JSON: ``to_json`` writes every field, ``from_json`` fills in defaults and refuses the rest.

Both follow the dataclasses of ``rules`` and the types of their fields, so a field is written once. A round of
the layout names its piles in short: ``"T7-T1"`` for each column from T7 down to T1, ``"T9 T1-T8"`` for T9 and
then T1 to T8. A list of names is read as well.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Final, Union, get_args, get_origin, get_type_hints

from patience.cards.notation import NUMBER
from patience.rules import DeclarationError, Part, Rules, demand
from patience.rules.bounds import OutOfBoundsError, PileNames, quote

Read = Callable[[object, str], object]
"""Reads a JSON value; the second argument is its dotted path, for errors."""

Columns = Mapping[object, object]
"""The columns of a declaration in JSON."""

_PILES: Final = re.compile(rf"[FWS]|([TRF])({NUMBER})(?:-\1({NUMBER}))?")


def to_json(rules: Rules) -> dict[str, object]:
    """Return a declaration as JSON, with every field."""
    return _object(rules)


def from_json(declaration: object) -> Rules:
    """Return the rules that a JSON declaration describes.

    Raises DeclarationError for a field or value that is unknown or missing, or for a contradiction.
    """
    rules = _reader(Rules)(_in_today_s_fields(declaration), "")
    assert isinstance(rules, Rules)
    return rules


def _in_today_s_fields(declaration: object) -> object:
    """Return a declaration that may have fields of version 2.0 with those of today in their place."""
    if not isinstance(declaration, Mapping):
        return declaration
    declaration = _with_directions(declaration)
    columns = declaration.get("columns")
    if not isinstance(columns, Mapping):
        return declaration
    return {**declaration, "columns": _with_closed(_with_kinds(columns))}


def _with_directions(declaration: Mapping[object, object]) -> Mapping[object, object]:
    """Return a declaration whose foundations say by `direction` alone that other cards count."""
    foundations, together = declaration.get("foundations"), declaration.get("same_direction", False)
    if not isinstance(foundations, list) or not all(isinstance(pile, Mapping) for pile in foundations):
        return declaration
    rest = {name: value for name, value in declaration.items() if name != "same_direction"}
    if together is True and all(pile.get("direction") == "either" for pile in foundations):
        foundations = [{**pile, "direction": "one_way"} for pile in foundations]
    elif together is not False:
        return declaration
    return {**rest, "foundations": list(map(_with_outranked, foundations))}


def _with_outranked(pile: Mapping[object, object]) -> Mapping[object, object]:
    """Return a foundation with `direction: outranked` in place of a field of this name."""
    rest = {name: value for name, value in pile.items() if name != "outranked"}
    if pile.get("outranked") is True and pile.get("direction") == "any":
        return {**rest, "direction": "outranked"}
    return rest if pile.get("outranked") is False else pile


def _with_closed(columns: Columns) -> Columns:
    """Return columns with what they take in place of whether they wait for the player."""
    closed = columns.get("closed")
    return {**columns, "closed": "takes_any" if closed else None} if isinstance(closed, bool) else columns


def _with_kinds(columns: Columns) -> Columns:
    """Return columns with `kinds` in place of side columns."""
    rest = {name: value for name, value in columns.items() if name not in _SIDE}
    number, aside, givers = columns.get("number"), columns.get(_SIDE[0], 0), columns.get(_SIDE[1])
    if type(number) is not int or type(aside) is not int or rest == columns:
        return columns
    if not (aside == 0 if givers is None else 0 < aside < number):
        return columns
    kind: dict[str, object] = {"of": f"T{number - aside + 1}-T{number}", "takes_from": givers, "refill": []}
    return {**rest, "kinds": [kind] if aside else []}


_SIDE: Final = ("side_columns", "side_takes_from")


def declared_fields(part: type[Part]) -> dict[str, tuple[object, Field[object]]]:
    """Return the fields of a part of the declaration that JSON has, each with its annotated type."""
    hints = get_type_hints(part, include_extras=True)
    declared = [item for item in fields(part) if item.metadata.get("declared", True)]  # type: ignore[arg-type]
    return {item.name: (hints[item.name], item) for item in declared}


def default_json(hint: object, item: Field[object]) -> object:
    """Return the default of a field as JSON. The field must have one."""
    return _json(item.default, hint)


def piles(names: str) -> tuple[str, ...]:
    """Return the piles that a text such as ``T9 T1-T8`` names, in its order.

    Raises DeclarationError if it names none.
    """
    found: list[str] = []
    for part in names.split(" ") if names else ():
        match = _PILES.fullmatch(part)
        if match is None:
            raise DeclarationError(f"{quote(part)} does not name piles: expected T3, T1-T7, R1 or F.")
        letter, first, last = match.groups()
        if letter is None:
            found.append(part)
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
    if len(name) == 1 or len(part[0]) == 1 or name[0] != part[0][0]:
        return False
    *_, before = part
    step = int(name[1:]) - int(before[1:])
    return abs(step) == 1 and (len(part) == 1 or step == int(part[1][1:]) - int(part[0][1:]))


def _object(part: Part) -> dict[str, object]:
    return {name: _json(getattr(part, name), hint) for name, (hint, _) in declared_fields(type(part)).items()}


def _json(value: object, hint: object) -> object:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return name_piles(value) if _is_piles(hint) else [_json(item, _item(hint)) for item in value]
    return _object(value) if isinstance(value, Part) else value


def _item(hint: object) -> object:
    """Return the type of the items of a tuple."""
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    return get_args(hint)[0]


def _is_piles(hint: object) -> bool:
    return get_origin(hint) is Annotated and any(isinstance(note, PileNames) for note in get_args(hint))


@cache
def _reader(hint: object) -> Read:
    """Return what reads the JSON of a type."""
    if _is_piles(hint):
        return _read_piles
    if get_origin(hint) is Annotated:
        return _reader(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return _union(get_args(hint))
    if get_origin(hint) is tuple:
        return _list_of(_reader(get_args(hint)[0]))
    if is_dataclass(hint):
        return _object_of(hint)  # type: ignore[arg-type]
    assert isinstance(hint, type)
    return _one_of(hint) if issubclass(hint, StrEnum) else _plain(hint)


def _union(choices: tuple[object, ...]) -> Read:
    kinds = [choice for choice in choices if choice is not NoneType]
    enums = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, StrEnum)]
    read = _one_of(*enums) if enums else _reader(kinds[0])
    if NoneType not in choices:
        return read
    return lambda value, path: None if value is None else read(value, path)


_PLAIN: Final = {int: "a whole number", bool: "true or false", str: "a string"}


def _plain(kind: type) -> Read:
    def read(value: object, path: str) -> object:
        demand(type(value) is kind, f"{path} is {quote(value)}: expected {_PLAIN[kind]}.")
        return value

    return read


def _one_of(*kinds: type[StrEnum]) -> Read:
    values = {member.value: member for kind in kinds for member in kind}
    expected = f"expected one of {', '.join(values)}"

    def read(value: object, path: str) -> object:
        known = isinstance(value, str) and value in values
        demand(known, f"{path} is {quote(value)}: {expected}.")
        return values[str(value)]

    return read


def _list_of(read: Read) -> Read:
    def read_all(value: object, path: str) -> tuple[object, ...]:
        if not isinstance(value, list | tuple):
            raise DeclarationError(f"{path} is {quote(value)}: expected a list.")
        return tuple(read(item, f"{path}.{index}") for index, item in enumerate(value))

    return read_all


def _object_of(part: type[Part]) -> Read:
    declared = declared_fields(part)
    readers = {name: _reader(hint) for name, (hint, _) in declared.items()}
    required = [name for name, (_, item) in declared.items() if item.default is MISSING]
    expected = f"expected one of {', '.join(readers)}"

    def read(value: object, path: str) -> Part:
        if not isinstance(value, Mapping):
            raise DeclarationError(f"{path or 'A declaration'} is {quote(value)}: expected an object.")
        prefix = f"{path}." if path else ""
        for name in value:
            named = name if isinstance(name, str) and name.isidentifier() else quote(name)
            demand(name in readers, f"{prefix}{named:.40} is not a field: {expected}.")
        for name in required:
            demand(name in value, f"{prefix}{name} is missing.")
        members = {name: readers[name](item, f"{prefix}{name}") for name, item in value.items()}
        with _within(path):
            return part(**members)

    return read


def _read_piles(value: object, path: str) -> tuple[str, ...]:
    names = value if isinstance(value, list | tuple) else [value]
    for name in names:
        demand(isinstance(name, str), f"{path} is {quote(value)}: expected names of piles.")
    with _within(path):
        return piles(" ".join(map(str, names)))


@contextmanager
def _within(path: str) -> Iterator[None]:
    """Name the member of the declaration that a DeclarationError raised here is about: its dotted path."""
    try:
        yield
    except OutOfBoundsError as error:
        raise DeclarationError(f"{path}.{error.fault}" if path else error.fault) from None
    except DeclarationError as error:
        raise DeclarationError(f"In {path}: {error}" if path else str(error)) from None
