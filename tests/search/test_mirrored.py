"""Deals that stay the same if suits change places, as ``parts/renaming.c`` describes.

``python -m tests.soak.small_packs --game mirrored`` checks larger packs.
"""

import random
from collections import Counter

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.formats.dialects import deal_of_program
from patience.search.findings import Proof, Prospect
from patience.search.search_runner import is_available, search
from tests.conftest import some
from tests.search.brute_force import can_be_won
from tests.search.plain_search import is_called_dead
from tests.soak.small_packs import mirrored_at_random

pytestmark = pytest.mark.skipif(not is_available(), reason="The search is not compiled.")


def test_small_packs_are_settled_as_every_move_settles_them():
    source, seen = random.Random(1), Counter()
    for _ in some(range(100)):
        position = mirrored_at_random(source, ranks=source.choice((2, 3)))
        truth = can_be_won(position, 300)
        if truth is not None:
            found = search(position, 20_000).finding.prospect
            assert found is (Prospect.WINNABLE if truth else Prospect.DEAD)
            assert not (truth and is_called_dead(position, 20_000))
        seen[truth] += 1
    assert min(seen[True], seen[False]) > 1, seen


def test_microsofts_second_deal_out_of_order_cannot_be_won():
    """Its suits are alike in eight ways. Without that, 1 200 000 positions are searched."""
    position = deal_of_program("microsoft-freecell", tables_for("freecell"), "-2").position()
    found = search(position, 300_000).finding
    assert (found.prospect, found.proof) == (Prospect.DEAD, Proof.EXHAUSTED)
