"""As many ways to play on as the plain implementation counted (``python -m tests.perft``)."""

import json

import pytest

from service.engine.advance import advance
from service.engine.legality import legal_moves, play
from service.engine.notation import parse
from service.engine.position import Position
from tests import perft, plain
from tests.engine.games import deal_of, rule_sets

CASES = json.loads(perft.FILE.read_text(encoding="utf-8"))


def ways(position: Position, length: int) -> int:
    """Sequences of so many legal moves."""
    legal = legal_moves(position)
    return len(legal) if length == 1 else sum(ways(after(position, token), length - 1) for token in legal)


def after(position: Position, token: str) -> Position:
    following = position.copy()
    play(following, parse(token))
    return following


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['variant']}-{case['seed']}")
def test_as_many_as_the_plain_implementation_counted(case):
    position = deal_of(case).position()
    assert advance(position, case["moves"]) == len(case["moves"])
    lengths = range(1, len(case["counts"]) + 1)
    assert [ways(position, length) for length in lengths] == case["counts"]


def test_every_rule_set_is_counted():
    counted = [(case["variant"], case["rules"]) for case in CASES if sum(case["counts"])]
    assert [rule_set for rule_set in rule_sets() if rule_set not in counted] == []


def test_the_fixture_is_what_the_command_counts():
    """Of each variant the first case, counted again by the plain implementation."""
    first = {case["variant"]: case for case in reversed(CASES)}
    for case in first.values():
        game = plain.deal(case["variant"], case["rules"], seed=case["seed"])
        assert perft.ways(game, 2) == case["counts"][:2]
