"""The engine allows as many sequences of moves as the reference interpreter counted."""

import json

import pytest

from service.engine.legality import legal_moves, play
from service.engine.position import Position
from service.engine.replay import advance
from service.engine.variants import VARIANTS
from tests.conftest import FIXTURES
from tests.declared import opening
from tests.engine.games import deal_of, rule_sets
from tests.make_fixtures import perft

CASES = [
    {"variant": path.stem, **json.loads(line)}
    for path in sorted((FIXTURES / "perft").glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


def ways(position: Position, length: int) -> int:
    """Return the number of sequences of `length` legal moves."""
    legal = legal_moves(position)
    return len(legal) if length == 1 else sum(ways(after(position, token), length - 1) for token in legal)


def after(position: Position, token: str) -> Position:
    following = position.copy()
    play(following, following.tables.read(token))
    return following


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['variant']}-{case['seed']}")
def test_the_engine_counts_the_same(case):
    position = deal_of(case).position()
    assert len(advance(position, case["moves"])) == len(case["moves"])
    lengths = range(1, len(case["counts"]) + 1)
    assert [ways(position, length) for length in lengths] == case["counts"]


def test_every_rule_set_is_counted():
    counted = [(case["variant"], case["rules"]) for case in CASES if sum(case["counts"])]
    assert [rule_set for rule_set in rule_sets() if rule_set not in counted] == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_fixture_is_what_the_command_counts(variant):
    """The reference interpreter counts the first case again."""
    case = next(case for case in CASES if case["variant"] == variant)
    game = opening(case)
    assert perft.ways(game, 2) == case["counts"][:2]
