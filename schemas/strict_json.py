"""Strict JSON (RFC 8259, I-JSON): reject every text that two parsers could read differently."""

import json
import re
from collections import Counter
from itertools import accumulate
from typing import Any, Final, NoReturn

from patience.formats.plain_text import without_mark

DEEPEST: Final = 32
MOST_CONTAINERS: Final = 250_000
"""Objects and arrays: several times what the longest request needs, far fewer than fit into its bytes."""
LONGEST_NUMBER: Final = 1000
HIGHEST_INTEGER: Final = 2**53 - 1
"""The highest whole number that every JSON reader keeps exact."""

# Possessive, so that a string without an end costs linear time too.
_NO_BRACKETS: Final = re.compile(r'(?:"(?:[^"\\]++|\\.)*+"?|[^][{}"]++)++', re.DOTALL)
_STEPS: Final = {"[": 1, "{": 1, "]": -1, "}": -1}


class JsonError(ValueError):
    """Text that is not JSON as accepted here; `name` is the problem type."""

    def __init__(self, detail: str, name: str = "not-json", limit: int | None = None) -> None:
        super().__init__(detail)
        self.name = name
        self.limit = limit


def parse(body: bytes) -> object:
    """Return the value of a JSON text; a whole number is an `int` in every spelling.

    A byte order mark before the text is ignored. Raises JsonError unless the text is UTF-8, without duplicate
    keys, NaN, Infinity, lone surrogates and numbers of more than `LONGEST_NUMBER` digits, and within
    `DEEPEST` and `MOST_CONTAINERS`.
    """
    try:
        text = without_mark(body).decode()
        if text.count("[") + text.count("{") > DEEPEST:
            _check_brackets(_NO_BRACKETS.sub("", text))
        value: object = _DECODER.decode(text)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        raise JsonError(f"The text is not UTF-8: byte {error.start} is invalid.", "not-utf-8") from None
    except UnicodeEncodeError:
        raise JsonError("The text has a lone surrogate, which is not valid Unicode.") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        raise JsonError(f"The text is not JSON: {error.msg}, {place}.") from None
    return value


def _check_brackets(brackets: str) -> None:
    if max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > DEEPEST:
        raise JsonError(f"The text is nested deeper than {DEEPEST} levels.", "nested-too-deep", DEEPEST)
    if len(brackets) > 2 * MOST_CONTAINERS:
        detail = f"The text has more than {MOST_CONTAINERS} objects and arrays."
        raise JsonError(detail, "too-many-containers", MOST_CONTAINERS)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        name = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise JsonError(f"The key {name[:60]!a} occurs twice in one object.", "duplicate-key")
    return members


def _constant(name: str) -> NoReturn:
    raise JsonError(f"{name} is not JSON.")


def _integer(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        detail = f"The text has a number of {len(digits)} digits. At most {LONGEST_NUMBER} are accepted."
        raise JsonError(detail, "number-too-long", LONGEST_NUMBER)
    return int(digits)


def _number(text: str) -> int | float:
    # JSON and JSON Schema treat 1.0 and 1e0 as the whole number 1.
    value = float(text)
    return int(value) if value.is_integer() and abs(value) <= HIGHEST_INTEGER else value


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer, parse_float=_number
)
