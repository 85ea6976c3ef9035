"""Shorter winning lines."""

import pytest

from patience.cards import CARDS
from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.play.replay import advance
from patience.search.findings import Finding, Proof, Prospect
from patience.search.search_runner import SHORTENING, SearchResult, is_available, search, shorten

pytestmark = pytest.mark.skipif(not is_available(), reason="the search is not compiled")


def last_cards():
    """FreeCell before its last eight moves: each Queen and each King lies alone in a column."""
    position = deal_seed(tables_for("freecell"), "1").position()
    tables = position.tables
    for pile, suit in zip(tables.foundations, "CDHS", strict=True):
        position.piles[pile][1:] = [CARDS[f"{rank}{suit}"] for rank in "A23456789TJ"]
    for column, card in zip(tables.columns, ("KC", "QC", "KD", "QD", "KH", "QH", "KS", "QS"), strict=True):
        position.piles[column][1:] = [CARDS[card]]
    return position


DETOURS = {
    "there and back": "T2-T3 T3-T2 T2-F1 T1-F1 T4-R1 R1-T4 T4-F2 T3-F2 T6-F3 T5-F3 T8-F4 T7-F4",
    "by other piles": "T2-T3 T3-R2 R2-F1 T1-R4 T4-T1 R4-F1 T1-F2 T3-F2 T6-F3 T5-F3 T8-F4 T7-F4",
}


@pytest.mark.parametrize("detour", DETOURS.values(), ids=DETOURS)
def test_detours_are_left_out(detour):
    """Each of the eight cards needs one move."""
    position, line = last_cards(), tuple(detour.split())
    found = shorten(position, Finding(Prospect.WINNABLE, Proof.LINE, continuation=line), 1000)
    assert len(found.finding.continuation) == 8
    assert all("-F" in move for move in found.finding.continuation)


@pytest.mark.parametrize("variant", ["klondike", "freecell", "double-russian", "rouge-et-noir", "yukon"])
def test_a_shortened_line_still_wins(variant):
    position = deal_seed(tables_for(variant), "1").position()
    finding = search(position, 30_000).finding
    found = shorten(position, finding, 1000)
    assert 0 < found.positions <= 1000
    assert found.finding.proof is Proof.LINE
    assert len(found.finding.continuation) <= len(finding.continuation)
    assert shorten(position, finding, 1000) == found
    advance(position, found.finding.continuation)
    assert position.won


def test_only_lines_of_a_search_are_shortened():
    theorem = Finding(Prospect.WINNABLE, Proof.THEOREM, continuation=("T1-F1",))
    for finding in (theorem, Finding(Prospect.DEAD, Proof.EXHAUSTED)):
        assert shorten(last_cards(), finding, SHORTENING) == SearchResult(finding, 0)


def test_the_budget_is_bounded():
    position = deal_seed(tables_for("klondike"), "3").position()
    finding = search(position, 30_000).finding
    assert shorten(position, finding, 0) == SearchResult(finding, 0)
    assert shorten(position, finding, 10**9).positions <= SHORTENING


def test_trials_of_moves_are_charged():
    """Each trial plays the rest of the line, so all trials cost the square of its length."""
    position, detours, rest = last_cards(), ("T2-R1", "R1-T2") * 200, tuple(DETOURS["by other piles"].split())
    finding = Finding(Prospect.WINNABLE, Proof.LINE, continuation=detours + rest)
    found = shorten(position, finding, 20_000)
    assert len(found.finding.continuation) == 8
    # A trial for each pair of moves that is left out, with the pairs after it.
    assert found.positions >= sum(2 * after for after in range(200)) // 64
    assert shorten(position, finding, 1).positions == 1
