"""The short way of usual requests comes to what the strict way comes to, or leaves them to it."""

import json

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError

from schemas.parsing import usual_request
from schemas.replay_request import ReplayRequest, load_replay_request
from service.engine.variants import VARIANTS
from service.judging import strict_json
from service.judging.strict_json import JsonError
from tests.conftest import read_games
from tests.fuzzing import CORPUS, PACKS, bodies, decks, rules, seeds
from tests.servers import FIELDS

MOST_MOVES = 200
LOG = {"variant": "double-russian", "seed": "7", "moves": ["T1-T2", "T1-F"]}


def strictly(text: bytes, most_moves: int) -> ReplayRequest | None:
    """The request that the strict way makes of it, None if it is refused."""
    try:
        return load_replay_request(strict_json.parse(text), most_moves)
    except (JsonError, ValidationError):
        return None


def agrees(text: bytes, most_moves: int = MOST_MOVES) -> bool:
    """Whether the short way was taken; if so, it led to the same place."""
    found = usual_request(text, most_moves)
    if found is not None:
        expected = strictly(text, most_moves)
        assert expected is not None
        assert found == expected
        assert found.log.deal.opening.piles == expected.log.deal.opening.piles
    return found is not None


nearly_usual = st.fixed_dictionaries(
    {
        "variant": st.sampled_from([*VARIANTS, "", 1]),
        "moves": st.lists(
            st.sampled_from(["T1-T2", "T1-Fx1", "deal", "T99-F99", "x", 1, ["T1-T2"]]), max_size=3
        ),
    },
    optional={
        "seed": seeds | st.sampled_from(["1", "ms1", 1.0, True, None]),
        "deck": decks | st.sampled_from([None, "AC", {}, [[]] * 104]),
        "rules": rules,
        "include": st.sampled_from(
            [[], ["final_state"], ["trace"], ["prospect"], ["final_state"] * 2, None, [1]]
        ),
        "checkpoints": st.just([]),
        "mode:s": st.just(1),
    },
)


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(nearly_usual)
def test_both_ways_come_to_the_same(request):
    agrees(json.dumps(request).encode())


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(bodies())
@example(b'{"variant":"double-russian","seed":1e0,"moves":[]}')
def test_any_body(body):
    agrees(body)


@pytest.mark.parametrize("body", CORPUS)
def test_what_is_refused_is_not_usual(body):
    assert usual_request(body, MOST_MOVES) is None


def test_every_legal_game_of_the_conformance_kit_is_usual():
    for game in read_games("conformance/rules.jsonl.gz"):
        request = {name: game[name] for name in FIELDS if name in game}
        if not game["expect"]["first_illegal_move"]:
            assert agrees(json.dumps(request).encode(), most_moves=1000)


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"seed": 7},
        {"seed": 2**53 - 1},
        {"rules": {}},
        {"rules": {"groups": "in_sequence"}},
        {"include": []},
        {"include": ["final_state"]},
        {"moves": []},
        {"moves": ["T1-T2"] * MOST_MOVES},
    ],
)
def test_usual(change):
    assert agrees(json.dumps({**LOG, **change}).encode())


def test_a_deck_is_usual():
    assert agrees(json.dumps({"variant": "double-russian", "deck": PACKS, "moves": []}).encode())


@pytest.mark.parametrize(
    "text",
    [
        b'{"variant":"double-russian","seed":"7","seed":"7","moves":[]}',
        b'{"variant":"double-russian","seed":"7","se\\u0065d":"8","moves":[]}',
        b'{"variant":"double-russian","seed":"7","moves":[],"rules":{"groups":"any","groups":"any"}}',
        b'{"variant":"double-russian","seed":"7","moves":[],"rules":{"groups":{"a":1}}}',
        b'{"variant":"double-russian","seed":"7:","moves":[]}',
        b'{"variant":"double-russian","seed":9007199254740992,"moves":[]}',
        b'{"variant":"double-russian","seed":0,"moves":[]}',
        b'{"variant":"double-russian","seed":1.0,"moves":[]}',
        b'{"variant":"double-russian","seed":true,"moves":[]}',
        b'{"variant":"double-russian","seed":null,"deck":null,"moves":[]}',
        b'{"variant":"double-russian","moves":[]}',
        b'{"variant":"rouge-et-noir-hoffmann","seed":"7","moves":[],"rules":{"redeals":2.0}}',
        b'{"variant":"double-russian","seed":"7","moves":["T1-T2\\n"]}',
        b'{"variant":"double-russian","seed":"7","moves":[],"include":["trace"]}',
        b'{"variant":"double-russian","seed":"7","moves":[],"surplus":1}',
        b'{"variant":"double-russian","deck":' + b"[" * 990 + b"]" * 990 + b',"moves":[]}',
        b'{"variant":"double-russian","seed":"7","moves":[]',
        b'["variant"]',
    ],
)
def test_what_is_left_to_the_strict_way(text):
    assert usual_request(text, MOST_MOVES) is None


def test_too_many_moves_are_left_to_the_strict_way():
    text = json.dumps({**LOG, "moves": ["T1-T2"] * (MOST_MOVES + 1)}).encode()
    assert usual_request(text, MOST_MOVES) is None
