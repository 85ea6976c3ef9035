"""Random and changed games: both engines' verdicts are the reference interpreter's, in every field."""

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conformance.declared import judge
from patience.games import VARIANTS
from tests.conftest import each_family, once, some
from tests.engine.games import some_kinds
from tests.engine.requests import random_request, random_rules
from tests.engine.rivals import disagreement, probe

pytestmark = once


@each_family
def test_seeded_games(variants):
    for variant, rules in some_kinds(variants):
        source = random.Random(f"{variant} {rules}")
        request = random_request(source, variant, rules)
        assert disagreement(request) is None
        assert probe(request, source) is None


@settings(
    max_examples=len(some(range(60))),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(variant=st.sampled_from(list(VARIANTS)), source=st.randoms(use_true_random=False))
def test_drawn_games_under_several_options(variant, source):
    request = random_request(source, variant, random_rules(source, variant))
    assert disagreement(request) is None
    assert probe(request, source) is None


def test_a_difference_is_noticed():
    """A verdict that is wrong in one field is reported with that field."""
    request = random_request(random.Random(1), "rouge-et-noir", {"deal": "any_time", "win": "all_cards"})
    expected = judge(request)
    for key, wrong in (("outcome", "drawn"), ("moves_played", -1), ("legal_moves", ["T1-T2"])):
        difference = disagreement(request, {**expected, key: wrong})
        assert difference is not None
        assert difference["reference"] == {key: wrong}
        assert difference["found"] == {key: expected[key]}
