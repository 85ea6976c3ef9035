"""The schedules of ``schedules.jsonl``, and what following them decides."""

import json

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.search.findings import Proof
from patience.search.heuristics import heuristic_for
from patience.search.schedules import learned, schedule_for, written_entry
from patience.search.search_runner import is_available, search

pytestmark = pytest.mark.skipif(not is_available(), reason="the search is not compiled")


@pytest.mark.parametrize("variant", learned())
def test_an_entry_is_read_as_it_was_written(variant):
    own = heuristic_for(tables_for(variant))
    for entry, heuristic in zip(learned()[variant], schedule_for(tables_for(variant)), strict=True):
        assert json.loads(json.dumps(written_entry(own, heuristic))) == entry


@pytest.mark.parametrize("number", [2240, 7107, 10692, 13765, 21491, 25315, 28920])
def test_the_hardest_deals_of_microsoft_are_won(number):
    """These resisted the first schedule."""
    deal = deal_seed(tables_for("freecell"), str(number)).position()
    assert search(deal, 30_000).finding.proof is Proof.LINE


def test_a_deal_that_one_round_leaves_open_is_won_in_the_next():
    """fc-solve wins it, too."""
    deal = deal_seed(tables_for("freecell", {"foundations": "final"}), "84134").position()
    assert search(deal, 1_000_000).finding.proof is Proof.LINE


def test_the_one_dead_deal_of_microsoft_is_proved_dead():
    deal = deal_seed(tables_for("freecell"), "11982").position()
    assert search(deal, 100_000).finding.proof is Proof.EXHAUSTED
