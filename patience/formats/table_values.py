"""Values as tables of other libraries hold them, made plain: numbers and arrays of numpy, and kinds of nulls.

None of these libraries is imported. A value is recognised by what it can do.
"""

import json
from collections.abc import Mapping
from operator import index
from typing import Final, SupportsIndex

_NULLS: Final = ("NAType", "NaTType")
"""The types of the nulls of pandas, which are equal to nothing, not even to themselves."""

_AS_LISTS: Final = ("tolist", "to_list", "as_py")
"""The methods of numpy and pandas, of Polars, and of Arrow."""

_EXACT: Final = 2**53
"""Whole numbers below it are exact as floats."""


def is_null(value: object) -> bool:
    """Return whether a value is a null: None, not a number, or a null of pandas."""
    if isinstance(value, float):
        return value != value  # noqa: PLR0124 - not a number
    return value is None or type(value).__name__ in _NULLS


def plain(value: object) -> object:
    """Return a value in Python's own types, without nulls in objects; unchanged if it has no counterpart.

    A float that is a whole number is one: tables make integers with nulls into floats.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < _EXACT else value
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items() if not is_null(item)}
    if isinstance(value, list | tuple):
        # A list of strings is one of moves or cards, of which there are many.
        return value if value and isinstance(value[0], str) else [plain(item) for item in value]
    to_list = (
        getattr(value, "tolist", None) or getattr(value, "to_list", None) or getattr(value, "as_py", None)
    )
    if callable(to_list):
        listed = to_list()
        return listed if type(listed) is type(value) else plain(listed)
    if isinstance(value, int):
        return value
    if isinstance(value, SupportsIndex):
        return index(value)
    return _whole(value)


def _whole(value: object) -> object:
    """Return a decimal number or a fraction that is whole as one; any other value unchanged."""
    try:
        numerator, denominator = value.as_integer_ratio()  # type: ignore[attr-defined]
    except (AttributeError, ValueError, OverflowError):
        return value
    return numerator if denominator == 1 else value


_LISTS: Final = ("moves", "deck")
_OBJECTS: Final = ("rules", "declaration", "redeal_orders", "checkpoints")


def log_of(values: dict[str, object]) -> dict[str, object]:
    """Read what a table has in another type: lists and objects as text, seeds as any type of number."""
    for name in _LISTS:
        if isinstance(text := values.get(name), str):
            values[name] = json_or_text(text) if text.lstrip().startswith("[") else text.split()
    for name in _OBJECTS:
        if isinstance(text := values.get(name), str):
            values[name] = json_or_text(text)
    if not isinstance(values.get("seed"), str | None):
        seed = plain(values["seed"])
        # As a number, JSON would have lost its digits.
        values["seed"] = str(seed) if isinstance(seed, int) and abs(seed) >= _EXACT else seed
    return values


def json_or_text(text: str) -> object:
    """Return the value of a JSON text; the text itself if it is not JSON, which is refused as what it is."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
