"""JSON as RFC 8259 and I-JSON want it: nothing doubtful is let through in silence."""

import json
import re
from itertools import accumulate
from typing import Final, NoReturn

DEEPEST: Final = 32
MOST_CONTAINERS: Final = 250_000
"""Objects and arrays: several times what the longest request has, and far fewer than fit into it."""
LONGEST_NUMBER: Final = 1000
HIGHEST_INTEGER: Final = 2**53 - 1
"""The highest whole number that every JSON reader keeps exact."""

_NO_BRACKETS: Final = re.compile(r'(?:"(?:[^"\\]++|\\.)*+"?|[^][{}"]++)++', re.DOTALL)
"""Strings, one that never ends too, and all else between brackets: every character is looked at once."""

_STEPS: Final = {"[": 1, "{": 1, "]": -1, "}": -1}


class JsonError(ValueError):
    """Text that is not the JSON we take; ``name`` is that of the problem with it."""

    def __init__(self, detail: str, name: str = "not-json", limit: int | None = None) -> None:
        super().__init__(detail)
        self.name = name
        self.limit = limit


def parse(body: bytes) -> object:
    """The value of a JSON text.

    Raises JsonError unless it is UTF-8, without duplicate keys, NaN or Infinity, lone surrogates,
    numbers of more than ``LONGEST_NUMBER`` digits, nesting deeper than ``DEEPEST`` and more objects and
    arrays than ``MOST_CONTAINERS``. A whole number is an ``int`` however it is written.
    """
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise JsonError(f"The text is not UTF-8: byte {error.start} does not fit.", "not-utf-8") from None
    if text.count("[") + text.count("{") > DEEPEST:
        _check_brackets(text)
    try:
        value: object = _decoder.decode(text)
    except json.JSONDecodeError as error:
        raise JsonError(
            f"The text is not JSON: {error.msg}, line {error.lineno} column {error.colno}."
        ) from None
    if "\\u" in text:
        _check_surrogates(value)
    return value


def _check_brackets(text: str) -> None:
    brackets = _NO_BRACKETS.sub("", text)
    if max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > DEEPEST:
        raise JsonError(f"The text is nested deeper than {DEEPEST} levels.", "nested-too-deep", DEEPEST)
    if len(brackets) > 2 * MOST_CONTAINERS:
        detail = f"The text has more than {MOST_CONTAINERS} objects and arrays."
        raise JsonError(detail, "too-many-containers", MOST_CONTAINERS)


def _check_surrogates(value: object) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise JsonError("The text has a lone surrogate, which no Unicode text can hold.") from None


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            raise JsonError(f"The key {name[:60]!a} stands twice in one object.", "duplicate-key")
        seen.add(name)
    raise AssertionError


def _refuse_constant(name: str) -> NoReturn:
    raise JsonError(f"{name} is not JSON.")


def _whole_number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        detail = f"The text has a number of {len(digits)} digits; at most {LONGEST_NUMBER} are read."
        raise JsonError(detail, "number-too-long", LONGEST_NUMBER)
    return int(digits)


def _number(text: str) -> int | float:
    """To JSON, and to its schemas, 1.0 and 1e0 are the whole number 1."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) <= HIGHEST_INTEGER else value


_decoder = json.JSONDecoder(
    object_pairs_hook=_members,
    parse_constant=_refuse_constant,
    parse_int=_whole_number,
    parse_float=_number,
)
