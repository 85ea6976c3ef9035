"""Arbitrary bodies and tokens: refused politely, or judged as the reference interpreter judges them."""

import json

import pytest
from hypothesis import HealthCheck, given, settings

from service.app import create_app
from tests.conftest import some
from tests.fuzzing import CORPUS, bodies, judge_body, judge_token, near_requests, tokens

CLIENT = create_app({"TESTING": True, "log_level": "warning"}).test_client()

bounded = settings(
    max_examples=len(some(range(40))), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


@pytest.mark.parametrize("body", CORPUS)
def test_body_of_the_corpus_is_refused(body):
    assert judge_body(CLIENT, body) in (400, 422)


@bounded
@given(bodies())
def test_any_body(body):
    judge_body(CLIENT, body)


@settings(bounded, max_examples=len(some(range(300))))
@given(tokens)
def test_any_token(text):
    judge_token(text)


def test_the_strategies_reach_both_answers():
    """Strategies whose requests are all refused, or all accepted, would prove nothing."""
    statuses, tokens_read = set(), set()

    @settings(max_examples=100, deadline=None, database=None, derandomize=True)
    @given(near_requests, tokens)
    def reach(request, text):
        statuses.add(judge_body(CLIENT, json.dumps(request).encode()))
        tokens_read.add(judge_token(text))

    reach()
    assert {200, 422} <= statuses
    assert tokens_read == {True, False}
