"""Games with cells whose columns are built in suit: settled as the naive engine does, which tries every move.

``python -m tests.soak.small_packs --game suited`` checks larger packs.
"""

import random
from collections import Counter

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.search.findings import Prospect
from patience.search.search_runner import is_available, search
from tests.conftest import some
from tests.search.reference_force import can_be_won
from tests.soak.small_packs import play_at_random, suited_at_random

pytestmark = pytest.mark.skipif(not is_available(), reason="The search is not compiled.")


def test_small_packs_are_settled_as_every_move_settles_them():
    source, seen = random.Random(1), Counter()
    for _ in some(range(80)):
        position = suited_at_random(source, ranks=3)
        play_at_random(position, source.choice((0, 10)), source)
        truth = None if position.won else can_be_won(position, 100)
        if truth is not None:
            found = search(position, 20_000).finding.prospect
            assert found is (Prospect.WINNABLE if truth else Prospect.DEAD)
        seen[truth] += 1
    assert min(seen[True], seen[False]) > 0, seen


@pytest.mark.parametrize(
    ("variant", "rules"),
    [("seahaven-towers", {}), ("bakers-game", {}), ("bakers-game", {"spaces": "kings"}), ("eight-off", {})],
)
def test_every_deal_is_settled(variant, rules):
    tables = tables_for(variant, rules)
    for seed in range(70_001, 70_011):
        found = search(deal_seed(tables, str(seed)).position(), 200_000).finding
        assert found.prospect is not Prospect.UNDECIDED
