"""The heuristics and schedules of ``heuristics.json``, and what following them decides."""

import json

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.games import VARIANTS
from patience.play.dealing import deal_seed
from patience.search.findings import Proof
from patience.search.heuristics import FILE, Play, heuristic_for, read_entry, schedule_for, stored
from patience.search.search_runner import is_available, search
from tools.heuristics_file import file_text, written

pytestmark = pytest.mark.skipif(not is_available(), reason="the search is not compiled")


def test_the_file_is_written_as_the_tools_write_it():
    assert file_text(json.loads(FILE.read_text("utf-8"))) == FILE.read_text("utf-8")


def test_games_and_kinds_of_play_exist():
    assert {*stored()["by_play"]} == {*Play}
    games = stored()["games"]
    assert [*games] == sorted(games)
    for game in {*games, *stored()["schedules"]}:
        variant, _, play = game.partition(" ")
        assert variant in VARIANTS
        assert not play or play in {*Play}


def test_entries_are_read_as_they_are_written():
    def again(heuristic, *own):
        return json.loads(json.dumps(written(heuristic, *own)))

    for entry in stored()["games"].values():
        assert again(read_entry(entry)) == entry
    for variant, entries in stored()["schedules"].items():
        tables = tables_for(variant)
        own = heuristic_for(tables)
        for entry, heuristic in zip(entries, schedule_for(tables), strict=True):
            assert again(heuristic, own) == entry


def test_another_heuristic_is_chosen_if_it_is_clearly_better():
    tool = pytest.importorskip("tools.tune_heuristic")
    before = tool.Tally(still_open=10, positions=1000)
    assert tool.is_better(tool.Tally(8, 1500), before)
    assert tool.is_better(tool.Tally(10, 599), before)
    assert not tool.is_better(tool.Tally(9, 900), before)
    assert not tool.is_better(tool.Tally(11, 100), before)
    assert not tool.is_better(tool.Tally(0, 0), tool.Tally(0, 0))


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
