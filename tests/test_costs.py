"""The worst input of every parser: eight times as much of it may cost eight times as much, not its square."""

import pytest

from service import strict_json
from tests.costs import MOST, growth

LARGEST = 200_000
"""Bytes: enough for a square to show, and to come to an end."""

DEEP = b"[" * 40
"""More brackets than levels, so that the levels are counted."""

TEXTS = {
    "a string that never ends": lambda size: DEEP + b'{"a":"' + b'\\"' * (size // 2),
    "strings that never end, one in the other": lambda size: DEEP + b'"' * size,
    "quotes and brackets": lambda size: b'["' * (size // 2),
    "backslashes": lambda size: DEEP + b'"' + b"\\" * size,
    "lists side by side": lambda size: b"[" + b"[]," * (size // 3) + b"[]]",
    "objects side by side": lambda size: b"[" + b"{}," * (size // 3) + b"{}]",
    "closing brackets": lambda size: DEEP + b"]" * size,
    "names": lambda size: b"{%b}" % b",".join(b'"%x":0' % number for number in range(size // 9)),
    "one name": lambda size: b"{%b}" % b",".join([b'"":0'] * (size // 5)),
    "escapes": lambda size: b'"' + b"\\u0041" * (size // 6) + b'"',
    "surrogates": lambda size: b'"' + b"\\ud800" * (size // 6) + b'"',
    "digits": lambda size: b"9" * size,
    "numbers as long as they may be": lambda size: b"[%b1]" % (b"%b," % (b"9" * 999) * (size // 1000)),
    "digits of a fraction": lambda size: b"0." + b"9" * size,
    "digits before a power": lambda size: b"9" * size + b"e-9",
    "digits of a power": lambda size: b"1e" + b"9" * size,
    "line ends": lambda size: b"\n" * size,
    "other characters": lambda size: "é".encode() * (size // 2),
    "no characters": lambda size: b" " * size + b"\xff",
}


def parse(text):
    try:
        strict_json.parse(text)
    except strict_json.JsonError:
        return


@pytest.mark.parametrize("make", TEXTS.values(), ids=TEXTS)
def test_reading_json(make):
    assert growth(parse, make, LARGEST) < MOST
