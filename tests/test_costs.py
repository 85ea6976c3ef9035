"""The worst input of every parser: eight times as much of it may cost eight times as much, not its square."""

import json
import sys
from collections import deque
from contextlib import suppress

import pytest
from marshmallow import ValidationError

from patience import verify_lines
from patience.kernel.loader import KERNEL, engine_name
from schemas import strict_json
from schemas.claim import load_claim_request
from schemas.problems import problem_with
from schemas.replay_request import load_replay_request
from service.api.streams import split_lines
from service.app import create_app
from service.judging.judge import answered, judge
from service.receipts.keys import by_name, new_key, public_jwk, usable_keys
from service.receipts.receipts import check
from service.receipts.signed_texts import ReceiptError
from tests.costs import MOST, growth
from tests.forged_receipts import encode, parts_of, receipt_of, signed, text_of

MOST_CALLS = 60
"""For a line that is refused as one before; the schemas call some hundreds."""

LARGEST = 50_000
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


def names(size):
    return [f"{number:x}" for number in range(size // 9)]


def each(names, value):
    return dict.fromkeys(names, value)


def at_start(**piles):
    return {"after": 0, "piles": piles}


REQUESTS = {
    "fields": lambda size: each(names(size), 0),
    "options": lambda size: {"rules": each(names(size), 0)},
    "piles": lambda size: {"checkpoints": [at_start(**each(names(size), []))]},
    "piles of many checkpoints": lambda size: {
        "checkpoints": [at_start(**each(names(450), []))] * (size // 450)
    },
    "fields of many checkpoints": lambda size: {"checkpoints": [each(names(450), 0)] * (size // 450)},
    "checkpoints": lambda size: {"checkpoints": [at_start()] * (size // 25)},
    "cards of a pile": lambda size: {"checkpoints": [at_start(T1=["AC"] * (size // 5))]},
    "tokens": lambda size: {"moves": ["deal"] * (size // 7)},
    "tokens of no kind": lambda size: {"moves": ["x"] * (size // 4)},
    "one token": lambda size: {"moves": ["T1-F1x" + "9" * size]},
    "lists for tokens": lambda size: {"moves": [[]] * (size // 3)},
    "numbers that hash alike for tokens": lambda size: {
        "moves": [n * (2**61 - 1) for n in range(size // 25)]
    },
    "cards of a deck": lambda size: {"deck": ["AC"] * (size // 5)},
    "one card of a deck": lambda size: {"deck": ["A" * size]},
    "seed": lambda size: {"seed": "9" * size},
    "seed of one kind": lambda size: {"seed": "ms" * (size // 2)},
    "variant": lambda size: {"variant": "x" * size},
    "include": lambda size: {"include": ["final_state"] * (size // 14)},
    "one include": lambda size: {"include": ["x" * size]},
    "claim": lambda size: {"claim": each(names(size), 0)},
    "subject": lambda size: {"subject": "x" * size},
}
GAME = {"variant": "double-russian", "seed": "1", "moves": [], "include": []}


def request_with(make):
    return lambda size: json.dumps(GAME | make(size)).encode()


def claim(text):
    try:
        load_claim_request(strict_json.parse(text))
    except ValidationError:
        return


@pytest.mark.parametrize("make", REQUESTS.values(), ids=REQUESTS)
def test_judging_a_request(make):
    assert growth(lambda line: answered(judge, line, {}), request_with(make), LARGEST) < MOST
    assert growth(claim, request_with(make), LARGEST) < MOST


@pytest.mark.parametrize(
    ("place", "fields"),
    [
        ("", each(names(2000), 0)),
        ("/rules", {"rules": each(names(2000), 0)}),
        ("/claim", {"claim": each(names(2000), 0)}),
        ("/checkpoints/1", {"checkpoints": [at_start(), each(names(2000), 0)]}),
        ("/checkpoints/0/piles", {"checkpoints": [at_start(**each(names(2000), []))]}),
    ],
)
def test_an_object_of_too_many_members_is_refused_for_their_number(place, fields):
    with pytest.raises(ValidationError) as caught:
        load_claim_request(GAME | fields)
    (error,) = problem_with(caught.value).errors
    assert error["pointer"] == place
    assert error["detail"].startswith("An object of 22")


HEADERS = {
    "Accept": ["a/b;q=0.1,", "*/*,", 'a/b;c="', ";", ",", "application/json;" + "a=b;" * 9],
    "Accept-Encoding": ["gzip,", "*;q=0,", 'gzip;a="', ";q="],
    "If-None-Match": ['"x",', "W/", '"', "*,", "x "],
    "If-Modified-Since": ["Sat, ", "1 ", "("],
    "Authorization": ["Basic ", "Bearer ", "=", 'Digest a="'],
    "Content-Type": ["a/b;", 'a/b;c="', ";", "application/json;charset=", "\\"],
    "X-Forwarded-For": ["1.2.3.4,", "[", '"', "\\", ":", "%"],
    "X-Forwarded-Proto": ["https,", '"'],
    "X-Request-Id": ["a", "-", " "],
    "Host": ["a", ".", "[", ":", "[:"],
    "Cookie": ["a=b;", '"', "\\"],
    "Range": ["bytes=0-1,", "-"],
}
CLIENT = create_app(
    {"log_level": "warning", "trusted_proxies": 1, "metrics_token": "secret", "rate_limit": "9999 per second"}
).test_client()


@pytest.mark.parametrize(("name", "piece"), [(name, piece) for name in HEADERS for piece in HEADERS[name]])
def test_reading_headers(name, piece):
    """They have eight times the size that gunicorn lets pass, so that the cost can be measured."""

    def ask(value):
        for path in ("/v1/replays", "/metrics", "/"):
            CLIENT.open(path, method="POST" if "v1" in path else "GET", headers={name: value})

    assert growth(ask, lambda size: piece * (size // len(piece)), 16_000) < MOST


QUERIES = ["a&", "a=b&", "%", "%ff", "+", "hide=face_down&", ";", "a=" * 3 + "&"]


@pytest.mark.parametrize("piece", QUERIES)
def test_reading_addresses(piece):
    def ask(text):
        CLIENT.get(f"/v1/deals/double-russian/1?{text}")
        CLIENT.get(f"/v1/deals/double-russian/{text}")

    assert growth(ask, lambda size: piece * (size // len(piece)), 16_000) < MOST


LINES = {
    "short lines": lambda size: b"{\n" * (size // 2),
    "no lines": lambda size: b"\n" * size,
    "one line": lambda size: b"x" * size,
    "lines as long as they may be": lambda size: (b"x" * 9999 + b"\n") * (size // 10_000),
}


@pytest.mark.parametrize("make", LINES.values(), ids=LINES)
def test_splitting_lines(make):
    def split(text):
        return deque(split_lines((text[at : at + 64] for at in range(0, len(text), 64)), 10**9), 1)

    assert growth(split, make, 250_000) < MOST


KEY = new_key()
KEYS = by_name([KEY])
HEADER, PAYLOAD, SIGNATURE = parts_of(receipt_of(KEY))
RECEIPTS = {
    "dots": lambda size: "." * size,
    "header": lambda size: "A" * size + ".A.A",
    "a header that never ends": lambda size: encode(DEEP + b'{"a":"' + b'\\"' * (size // 2)) + ".A.A",
    "members of a header": lambda size: encode(text_of(HEADER | each(names(size), 0))) + ".A.A",
    "key name": lambda size: encode(text_of(HEADER | {"kid": "x" * size})) + ".A.A",
    "payload": lambda size: f"{encode(text_of(HEADER))}.{'A' * size}.{SIGNATURE}",
    "signature": lambda size: f"{encode(text_of(HEADER))}.{encode(text_of(PAYLOAD))}.{'A' * size}",
    "a payload that never ends": lambda size: signed(KEY, HEADER, DEEP + b'{"a":"' + b'\\"' * (size // 2)),
    "members of a payload": lambda size: signed(KEY, HEADER, PAYLOAD | each(names(size), 0)),
    "no ASCII": lambda size: "é" * size,
}


@pytest.mark.parametrize("make", RECEIPTS.values(), ids=RECEIPTS)
def test_checking_receipts(make):
    def checked(text):
        with suppress(ReceiptError):
            check(text, KEYS)

    assert growth(checked, make, LARGEST) < MOST


KEY_SETS = {
    "keys": lambda size: {"keys": [public_jwk(KEY)] * (size // 200)},
    "keys of no kind": lambda size: {"keys": [{}] * (size // 4)},
    "members": lambda size: {"keys": [public_jwk(KEY) | each(names(size), 0)]},
    "one member": lambda size: {"keys": [public_jwk(KEY) | {"x": "A" * size}]},
}


@pytest.mark.parametrize("make", KEY_SETS.values(), ids=KEY_SETS)
def test_reading_keys(make):
    assert growth(usable_keys, lambda size: json.dumps(make(size)).encode(), LARGEST) < MOST


MISTAKES = [{"variant": "friecell"}, {"seed": "-x97"}, {"rules": {"cells": "ninety"}}]
"""No other test of this process makes them, so the first answer is not one that was kept."""


def python_calls(function):
    """Return the number of Python functions that a call calls."""
    calls = 0

    def count(_frame, event, _argument):
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.skipif(engine_name() != KERNEL, reason="the readable engine is chosen")
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_that_an_archive_repeats_is_explained_once(mistake):
    """The second log differs in its moves and its ref alone."""
    log = {"variant": "freecell", "seed": "1", **mistake}
    lines = [
        json.dumps({**log, "ref": str(number), "moves": ["T6-R1"] * number}).encode() for number in (1, 50)
    ]
    first, again = (answered(judge, line, {}) for line in lines)
    assert (first.answer, first.ref, again.ref) == (again.answer, "1", "50")
    with pytest.raises(ValidationError) as caught:
        load_replay_request(strict_json.parse(lines[1]))
    assert json.loads(again.answer) == problem_with(caught.value).body()
    assert python_calls(lambda: answered(judge, lines[1], {})) < MOST_CALLS
    assert python_calls(lambda: list(verify_lines(lines[:1]))) > python_calls(
        lambda: list(verify_lines(lines[1:]))
    )
