"""Convert Arrow columns to Python values without copying equal texts."""

from collections.abc import Callable, Iterable
from itertools import islice, repeat
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

_NO_VALUE: Final = (ArithmeticError, LookupError, ValueError)
"""Raised by Arrow for times out of Python's range or resolution, and for unknown time zones."""


class Unreadable:
    """Placeholder for a value that JSON cannot represent."""

    def __init__(self, reason: str) -> None:
        self.reason = reason


def values(array: pa.Array) -> list[Any]:
    """Return the values of a column: text and bytes as strings, lists, and objects without their nulls.

    A dictionary's entry is converted once, however many rows refer to it. Bytes that are not UTF-8 become
    lone surrogates. Unreadable stands for times that Python cannot represent, and for objects with a
    duplicate name or with a name that is not a plain value.
    """
    kind = array.type
    if pa.types.is_dictionary(kind):
        return _look_up(array, values)
    if is_text(kind):
        return [None if cell is None else cell.decode(errors="surrogateescape") for cell in texts(array)]
    if pa.types.is_struct(kind):
        names = [field.name for field in kind]
        columns = [values(column) for column in array.flatten()]
        rows = zip(*columns, strict=True) if columns else repeat(())
        return [
            _object(zip(names, row, strict=True)) if valid else None
            for valid, row in zip(array.is_valid().to_pylist(), rows, strict=False)
        ]
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return _split(values(array.flatten()), array)
    if pa.types.is_map(kind):
        pairs = array.cast(pa.list_(pa.struct([kind.key_field, kind.item_field])))
        keys, items = pairs.flatten().flatten()
        cells = _split([*zip(values(keys), values(items), strict=True)], pairs)
        return [None if cell is None else _object(cell) for cell in cells]
    if isinstance(kind, pa.BaseExtensionType):
        return values(array.storage)
    exact = _of_python(kind)
    try:
        plain: list[Any] = array.cast(exact).to_pylist()
    except _NO_VALUE:
        return [_cell(cell, exact) for cell in array]
    return plain


def _of_python(kind: pa.DataType) -> pa.DataType:
    """Return a type with microseconds in place of nanoseconds, which Arrow converts only with pandas."""
    if getattr(kind, "unit", "") != "ns":
        return kind
    if pa.types.is_timestamp(kind):
        return pa.timestamp("us", kind.tz)
    return pa.duration("us") if pa.types.is_duration(kind) else pa.time64("us")


def is_text(kind: pa.DataType) -> bool:
    """Return whether a type is text, or bytes that may be text."""
    return bool(
        pa.types.is_string(kind)
        or pa.types.is_large_string(kind)
        or pa.types.is_string_view(kind)
        or pa.types.is_binary(kind)
        or pa.types.is_large_binary(kind)
        or pa.types.is_binary_view(kind)
    )


def texts(array: pa.Array) -> list[bytes | None]:
    """Return the cells of a text column as bytes, whether or not they are UTF-8."""
    if pa.types.is_dictionary(array.type):
        return _look_up(array, texts)
    cells: list[bytes | None] = array.cast(pa.large_binary()).to_pylist()
    return cells


def _cell(cell: pa.Scalar, kind: pa.DataType) -> Any:
    try:
        return cell.cast(kind).as_py()
    except _NO_VALUE:
        return Unreadable(f"a cell of type {cell.type} has no value in Python")


def _look_up(array: pa.DictionaryArray, convert: Callable[[pa.Array], list[Any]]) -> list[Any]:
    """Return the values of an encoded column; convert only the dictionary entries it refers to."""
    used = array.indices.unique().drop_null()
    converted = dict(zip(used.to_pylist(), convert(array.dictionary.take(used)), strict=True))
    return [converted.get(index) for index in array.indices.to_pylist()]


def _split(flat: list[Any], array: pa.Array) -> list[list[Any] | None]:
    """Divide the elements of a column of lists into those lists."""
    rest = iter(flat)
    lengths = pc.list_value_length(array).to_pylist()
    return [None if length is None else list(islice(rest, length)) for length in lengths]


def _object(pairs: Iterable[tuple[Any, Any]]) -> "dict[Any, Any] | Unreadable":
    members: dict[Any, Any] = {}
    for name, value in pairs:
        if isinstance(name, Unreadable):
            return name
        if isinstance(name, dict | list):
            return Unreadable(f"{str(name)[:60]!a} cannot be a member name")
        if name in members:
            return Unreadable(f"{str(name)[:60]!a} occurs twice in one object")
        members[name] = value
    return {name: value for name, value in members.items() if value is not None}
