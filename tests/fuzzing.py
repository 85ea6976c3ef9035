"""Bodies and tokens of every kind, and the checks of their answers."""

import json
from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient
from hypothesis import strategies as st

from conformance import reference
from conformance.declared import judge
from patience.cards.notation import NotationError, check_tokens, parse
from patience.games import VARIANTS
from schemas import strict_json

CORPUS: tuple[bytes, ...] = (
    b"",
    b"\x00",
    b"\xff\xfe",
    b"\xef\xbb\xbf{}",
    b"null",
    b"[]",
    b"{",
    b"{}}",
    b'"' + b"\\u0000" * 50,
    b"[" * 5000,
    b"[" * 40 + b'{"a":"' + b'\\"' * 5000,
    b'{"a":' * 40 + b"1" + b"}" * 40,
    b'{"seed": NaN}',
    b'{"seed": -Infinity}',
    b'{"seed": 1e999}',
    b'{"seed": ' + b"9" * 5000 + b"}",
    b'{"seed": "1", "seed": "2"}',
    b'{"variant": "\\ud800"}',
    b'{"variant": "double-russian", "seed": "\xd9\xa3", "moves": []}',
    b'{"variant": "double-russian", "seed": 1.5, "moves": []}',
    b'{"variant": "double-russian", "seed": true, "moves": []}',
    b'{"variant": "double-russian", "seed": "0", "moves": []}',
    b'{"variant": "double-russian", "seed": "1", "moves": ["T1-F1\\n"]}',
    b'{"variant": "double-russian", "seed": "1", "moves": [["T1-F1"]]}',
    b'{"variant": "double-russian", "seed": "1", "moves": {"0": "T1-F1"}}',
    b'{"variant": "double-russian", "seed": "1", "moves": [], "rules": {"groups": []}}',
    b'{"variant": "double-russian", "seed": "1", "moves": [], "include": [null]}',
    b'{"variant": "rouge-et-noir-hoffmann", "seed": "1", "moves": [], "rules": {"redeals": true}}',
    b'{"variant": "rouge-et-noir-hoffmann", "seed": "1", "moves": [], "rules": {"redeals": 1.5e0}}',
    b'{"variant": "double-russian", "seed": 1, "moves": [], "checkpoints": [{"after": 0, "piles": {"F":3}}]}',
    b'{"variant": "double-russian", "deck": [null], "moves": []}',
)

PACKS = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"] * 2
OPTIONS = [option for variant in VARIANTS.values() for option in variant.options]

any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
numbers = st.integers(0, 200).map(str) | st.sampled_from(
    ["", "0", "01", "99", "100", "999", "1000", "²", "٣"]
)
piles = st.builds(
    "{}{}".format, st.sampled_from(["S", "W", "T", "F", "R", "t", " T", ""]), numbers | st.just("")
)
near_tokens = st.builds(
    "{}{}{}{}".format,
    piles | st.sampled_from(["deal", "draw", "redeal", "Deal"]),
    st.sampled_from(["-", "-", "-", "", "–", "--"]),
    piles,
    st.just("") | st.builds("{}{}".format, st.sampled_from(["x", "X", " x", ""]), numbers),
)
tokens = st.text(max_size=12) | near_tokens | st.sampled_from(["deal", "draw", "redeal", "deal\n", " draw"])
decks = (
    st.permutations(PACKS)
    | st.permutations(PACKS[:52])
    | st.lists(st.sampled_from([*PACKS, "1C", "tc", "??", ""]), max_size=220)
    | st.permutations(PACKS).map(lambda deck: [*deck[1:], deck[1]])
)
seeds = (
    st.integers(-5, 2**70)
    | st.integers(0, 10**21).map(str)
    | st.integers(0, 2**34).map("ms{}".format)
    | st.text(max_size=5)
)
rules = st.dictionaries(
    st.sampled_from([*sorted({option.name for option in OPTIONS}), "", "x"]),
    st.sampled_from(sorted({word for option in OPTIONS for word in option.words}))
    | st.integers(-1, 101)
    | any_json,
    max_size=2,
)
checkpoints = st.lists(
    st.fixed_dictionaries(
        {"after": st.integers(-1, 5)},
        optional={
            "piles": st.dictionaries(piles, st.lists(st.sampled_from([*PACKS, "??", "x"]), max_size=8))
        },
    ),
    max_size=3,
)
likely_requests = st.fixed_dictionaries(
    {
        "variant": st.sampled_from(list(VARIANTS)),
        "seed": st.integers(1, 2**40),
        "moves": st.lists(
            st.sampled_from(["T1-T2", "T1-Fx2", "T1-R1", "R1-F", "W-F", "deal", "draw", "redeal"]), max_size=6
        ),
    }
)
near_requests = likely_requests | st.fixed_dictionaries(
    {
        "variant": st.sampled_from(list(VARIANTS)) | any_json,
        "moves": st.lists(tokens | st.just("T1-T2"), max_size=6) | any_json,
    },
    optional={
        "seed": seeds | any_json,
        "deck": decks | any_json,
        "rules": rules | any_json,
        "include": st.lists(
            st.sampled_from(["final_state", "legal_moves", "trace", "prospect", "x"]), max_size=4
        )
        | any_json,
        "checkpoints": checkpoints | any_json,
        "surplus": any_json,
    },
)


@st.composite
def bodies(draw: st.DrawFn) -> bytes:
    """Generate bytes, JSON and near requests, with some bytes changed."""
    value = draw(st.binary(max_size=60) | any_json | near_requests | st.sampled_from(CORPUS))
    body = bytearray(value if isinstance(value, bytes) else json.dumps(value).encode())
    for _ in range(draw(st.integers(0, 2))):
        if body:
            body[draw(st.integers(0, len(body) - 1))] = draw(st.integers(0, 255))
    return bytes(body)


def judge_body(client: FlaskClient, body: bytes) -> int:
    """Post a body: the answer is JSON, never a defect, and a verdict is that of the reference interpreter."""
    response = client.post("/v1/replays", data=body, content_type="application/json")
    answer = json.loads(response.data)
    if response.status_code == 200:
        assert response.mimetype == "application/json"
        assert_agrees(strict_json.parse(body), answer)
    else:
        assert response.status_code in (400, 413, 422), answer
        assert response.mimetype == "application/problem+json"
        assert answer["status"] == response.status_code
    return response.status_code


def assert_agrees(request: dict[str, Any], answer: dict[str, Any]) -> None:
    """Compare a verdict with the reference interpreter's."""
    expected = judge(request)
    for key in ("valid", "outcome", "moves_played"):
        assert answer[key] == expected[key]
    reason = (answer["first_illegal_move"] or {}).get("reason")
    assert reason == (expected["first_illegal_move"] or {}).get("reason")
    assert answer.get("final_state", expected["final_state"]) == expected["final_state"]


def judge_token(text: str) -> bool:
    """Return whether the text is a token; the parsers must agree with the reference interpreter."""
    expected = reference.is_token(text)
    assert is_read(parse, text) == expected
    assert is_read(check_tokens, [text]) == expected
    if expected:
        assert parse(str(parse(text))) == parse(text)
    return expected


def is_read(reader: Callable[[Any], object], text: str | list[str]) -> bool:
    try:
        reader(text)
    except NotationError:
        return False
    return True
