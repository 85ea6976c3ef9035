"""Turns Arrow's columns into Python's values without copying equal texts."""

from collections.abc import Callable, Iterable
from itertools import islice, repeat
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

_NO_VALUE: Final = (ArithmeticError, LookupError, ValueError)
"""What Arrow raises for times too far away or too fine, and for zones that nobody knows."""


class Unreadable:
    """Stands for a value that JSON cannot hold."""

    def __init__(self, why: str) -> None:
        self.why = why


def values(array: pa.Array) -> list[Any]:
    """The values of a column: text and bytes as strings, lists, and objects without their nulls.

    What a dictionary holds is turned once, however many rows refer to it. Bytes that are no UTF-8 become
    lone surrogates. Unreadable are times that Python cannot tell, and objects with a name twice or one that
    is no plain value.
    """
    kind = array.type
    if pa.types.is_dictionary(kind):
        return _looked_up(array, values)
    if is_text(kind):
        return [None if cell is None else cell.decode(errors="surrogateescape") for cell in texts(array)]
    if pa.types.is_struct(kind):
        names = [field.name for field in kind]
        columns = [values(column) for column in array.flatten()]
        rows = zip(*columns, strict=True) if columns else repeat(())
        there = array.is_valid().to_pylist()
        return [
            _object(zip(names, row, strict=True)) if valid else None
            for valid, row in zip(there, rows, strict=False)
        ]
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return _cut(values(array.flatten()), array)
    if pa.types.is_map(kind):
        pairs = array.cast(pa.list_(pa.struct([kind.key_field, kind.item_field])))
        keys, items = pairs.flatten().flatten()
        found = _cut([*zip(values(keys), values(items), strict=True)], pairs)
        return [None if row is None else _object(row) for row in found]
    if isinstance(kind, pa.BaseExtensionType):
        return values(array.storage)
    return _plain(array)


def _plain(array: pa.Array) -> list[Any]:
    try:
        found: list[Any] = array.to_pylist()
    except _NO_VALUE:
        return [_cell(cell) for cell in array]
    return found


def _cell(cell: pa.Scalar) -> Any:
    try:
        return cell.as_py()
    except _NO_VALUE:
        return Unreadable(f"a cell of type {cell.type} has no value in Python")


def is_text(kind: pa.DataType) -> bool:
    """Whether this is text, or bytes that may be text, of any length."""
    return bool(
        pa.types.is_string(kind)
        or pa.types.is_large_string(kind)
        or pa.types.is_string_view(kind)
        or pa.types.is_binary(kind)
        or pa.types.is_large_binary(kind)
        or pa.types.is_binary_view(kind)
    )


def texts(array: pa.Array) -> list[bytes | None]:
    """The cells of a column of text as bytes, whether they are UTF-8 or not."""
    if pa.types.is_dictionary(array.type):
        return _looked_up(array, texts)
    found: list[bytes | None] = array.cast(pa.large_binary()).to_pylist()
    return found


def _looked_up(array: pa.DictionaryArray, turned: Callable[[pa.Array], list[Any]]) -> list[Any]:
    """The values of an encoded column: of a dictionary that may serve many more rows, only what is used."""
    used = array.indices.unique().drop_null()
    known = dict(zip(used.to_pylist(), turned(array.dictionary.take(used)), strict=True))
    return [known.get(index) for index in array.indices.to_pylist()]


def _cut(flat: list[Any], array: pa.Array) -> list[list[Any] | None]:
    """All elements of a column of lists, as those lists."""
    rest = iter(flat)
    lengths = pc.list_value_length(array).to_pylist()
    return [None if length is None else list(islice(rest, length)) for length in lengths]


def _object(pairs: Iterable[tuple[Any, Any]]) -> "dict[Any, Any] | Unreadable":
    found: dict[Any, Any] = {}
    for name, value in pairs:
        if isinstance(name, Unreadable):
            return name
        if isinstance(name, dict | list):
            return Unreadable(f"{str(name)[:60]!a} is no name within an object")
        if name in found:
            return Unreadable(f"{str(name)[:60]!a} stands twice in one object")
        found[name] = value
    return {name: value for name, value in found.items() if value is not None}
