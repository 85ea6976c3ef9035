"""Random and mutated games: the engine's verdict is the plain implementation's, in every word."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import reference as plain
from tests.engine.requests import RULE_SETS, random_request
from tests.engine.rivals import disagreement, probe

GAMES = 8

every_rule_set = pytest.mark.parametrize(("variant", "rules"), RULE_SETS, ids=str)


@every_rule_set
def test_seeded_games(variant, rules):
    for number in range(GAMES):
        source = random.Random(f"{variant} {rules} {number}")
        request = random_request(source, variant, rules)
        assert disagreement(request) is None
        assert probe(request, source) is None


@every_rule_set
@settings(
    max_examples=3,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(source=st.randoms(use_true_random=False))
def test_drawn_games(variant, rules, source):
    request = random_request(source, variant, rules)
    assert disagreement(request) is None
    assert probe(request, source) is None


def test_a_difference_is_noticed():
    """The comparison itself can fail: a verdict that is wrong in one place is told as such."""
    request = random_request(random.Random(1), "rouge-et-noir", {"deal": "any_time", "win": "all_cards"})
    expected = plain.judge(request)
    for key, wrong in (("outcome", "drawn"), ("moves_played", -1), ("legal_moves", ["T1-T2"])):
        found = disagreement(request, {**expected, key: wrong})
        assert found is not None
        assert found["plain"] == {key: wrong}
        assert found["engine"] == {key: expected[key]}
