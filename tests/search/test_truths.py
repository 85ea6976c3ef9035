"""Proofs hold wherever the truth can be found by plain search, or by playing backwards from a win.

A few positions of each kind here; ``python -m tests.soak.prospects`` takes thousands.
"""

import random
from functools import cache
from itertools import islice

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.rules.variant import OptionValue
from patience.search.findings import Prospect
from patience.search.proofs import prove
from tests.conftest import some
from tests.engine.declarations import random_tables
from tests.engine.games import rule_sets
from tests.search.truths import contradicts, given_up, made_up, played_backwards


@cache
def spread_rules() -> list[tuple[str, dict[str, OptionValue]]]:
    """Return a few sets of rules: the soak takes them all."""
    return list(rule_sets())[::27]


@pytest.mark.parametrize(("kind", "most"), [(made_up, 60), (given_up, 40), (played_backwards, 700)])
def test_nothing_contradicts_the_truth(kind, most):
    for variant, rules in some(spread_rules()):
        for position, truth in kind(tables_for(variant, rules), most, random.Random(variant)):
            assert not contradicts(prove(position), truth), variant


def test_proofs_are_of_declarations_not_of_games():
    """Random declarations are judged by the same arguments."""
    for number, tables in enumerate(islice(random_tables(11), 40)):
        for position, truth in played_backwards(tables, 300, random.Random(number)):
            assert not contradicts(prove(position), truth)


def test_small_positions_are_often_settled():
    """Else agreement would say little."""
    found = [
        (prove(position).prospect, truth)
        for variant, rules in spread_rules()
        for number in range(6)
        for position, truth in made_up(tables_for(variant, rules), 60, random.Random(number))
    ]
    assert (Prospect.DEAD, False) in found
    assert (Prospect.WINNABLE, True) in found
