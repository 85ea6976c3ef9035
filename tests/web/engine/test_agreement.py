"""The JavaScript engine gives the service's answers.

``python -m tests.soak.javascript`` compares far more.
"""

import shutil

import pytest

from tests.engine.declarations import PAIRS
from tests.soak.javascript import compare, declared_cases, recorded_cases

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")


def test_recorded_and_changed_games_of_every_variant():
    results, disagreement = compare(recorded_cases(0, 2000))
    assert disagreement == ""
    assert results.total() == 2000
    assert {"valid won", "valid lost", "valid in_progress", "invalid wrong_rank"} <= set(results)


def test_random_declarations_of_every_pair_of_concepts():
    results, disagreement = compare(declared_cases(0, 0, len(PAIRS), 1))
    assert disagreement == ""
    assert results.total() == len(PAIRS)
