"""The quick way through a schema loads what marshmallow's own way loads, and refuses what it refuses."""

import pytest
from hypothesis import HealthCheck, given, settings
from marshmallow import ValidationError

from schemas.claims import ClaimRequestSchema
from schemas.loading import load
from schemas.replays import ReplayRequestSchema
from tests.fuzzing import near_requests

LOG = {"variant": "double-russian", "seed": 7, "moves": ["T1-T2", "T1-F"]}


def outcome(loading, given_):
    """What became of it: the fields, or what is wrong."""
    try:
        return dict(loading(given_))
    except ValidationError as error:
        return error.messages


@pytest.mark.parametrize(
    "schema", [ReplayRequestSchema(), ClaimRequestSchema()], ids=lambda it: type(it).__name__
)
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(request=near_requests)
def test_both_ways_come_to_the_same(schema, request):
    assert outcome(lambda body: load(schema, body), request) == outcome(schema.load, request)


@pytest.mark.parametrize(
    ("change", "loaded"),
    [
        ({}, {"seed": "7", "rules": {}, "include": ["final_state"], "checkpoints": []}),
        ({"include": []}, {"seed": "7", "rules": {}, "include": [], "checkpoints": []}),
        (
            {"checkpoints": [{"after": 1, "piles": {"W": ["??"]}}]},
            {
                "seed": "7",
                "rules": {},
                "include": ["final_state"],
                "checkpoints": [{"after": 1, "piles": {"W": ("??",)}}],
            },
        ),
    ],
)
def test_defaults_are_filled_in(change, loaded):
    assert load(ReplayRequestSchema(), {**LOG, **change}) == {**LOG, **loaded}


def test_defaults_are_not_shared():
    first, second = (load(ReplayRequestSchema(), LOG) for _ in range(2))
    assert first["rules"] is not second["rules"]
    assert first["checkpoints"] is not second["checkpoints"]
