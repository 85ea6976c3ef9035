"""Random and mutated games: the engine's verdict is the reference interpreter's, in every field."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.declared import judge
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
    """A verdict that is wrong in one field is reported with that field."""
    request = random_request(random.Random(1), "rouge-et-noir", {"deal": "any_time", "win": "all_cards"})
    expected = judge(request)
    for key, wrong in (("outcome", "drawn"), ("moves_played", -1), ("legal_moves", ["T1-T2"])):
        found = disagreement(request, {**expected, key: wrong})
        assert found is not None
        assert found["reference"] == {key: wrong}
        assert found["engine"] == {key: expected[key]}
