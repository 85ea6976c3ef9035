"""The JavaScript engine gives the service's answers.

``python -m tests.soak.javascript`` compares far more.
"""

import shutil

import pytest

from tests.engine.declarations import CONCEPTS, PAIRS
from tests.soak.javascript import compare, declared_cases, recorded_cases

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")


def test_recorded_and_changed_games_of_every_variant():
    results, disagreement = compare(recorded_cases(7, 1000))
    assert disagreement == ""
    assert results.total() == 1000
    assert {"valid won", "valid lost", "valid in_progress", "invalid wrong_rank"} <= set(results)


def test_random_declarations_of_every_concept():
    """The first pairs have a concept each with all others."""
    pairs = len(PAIRS) // 3
    assert {concept for pair in PAIRS[:pairs] for concept in pair} == set(CONCEPTS)
    results, disagreement = compare(declared_cases(0, 0, pairs, 1))
    assert disagreement == ""
    assert results.total() == pairs
