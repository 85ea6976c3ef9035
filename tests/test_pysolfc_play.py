"""``tools.pysolfc_play``: what its results say of the numbers that were compared."""

from collections import Counter
from typing import Final

from patience.games import VARIANTS
from tools.pysolfc_play import COMPARED, Report, conclusion, read_results, write_results

THROUGH_THE_STOCK = Report(4, 700, Counter({"won": 0, "stuck": 1, "empty stock": 3, "last redeal": 2}))
NOT_THROUGH_THE_REDEALS = Report(4, 500, Counter({"won": 0, "stuck": 0, "empty stock": 3, "last redeal": 0}))
TO_THE_END = Report(9, 499, Counter({"won": 0, "stuck": 9}))
BROKEN_OFF = Report(1, 600, Counter({"won": 0, "stuck": 0}), "T1: PySolFC has [], the engine ['AC']")


def test_results_are_read_as_they_were_written(tmp_path):
    reports = {661: TO_THE_END, 2: THROUGH_THE_STOCK, 36: BROKEN_OFF}
    write_results(tmp_path / "results.jsonl", reports)
    assert read_results(tmp_path / "results.jsonl") == reports
    assert read_results(tmp_path / "none.jsonl") == {}


def test_numbers_with_few_positions_or_without_a_late_one_are_named():
    reports = {2: THROUGH_THE_STOCK, 36: BROKEN_OFF, 54: NOT_THROUGH_THE_REDEALS, 661: TO_THE_END}
    assert conclusion(reports, [2, 8, 36, 54, 661]).splitlines() == [
        "fewer than 500 positions: [8, 661]",
        "without a late position: [36, 54]",
        "differ: [36]",
    ]


WITHOUT_LATE: Final = [144, 280, 481, 551, 844, 894, 934]
"""Maze, Camelot, Knotty Nines, Diamond Mine, Archway, Cromwell and Valentine: no player came to the end or,
in Camelot and Knotty Nines, to it through the stock."""


def test_every_claimed_number_was_compared_with_pysolfc():
    """Run ``python -m tools.pysolfc_play FOLDER --number NUMBER`` for a new one."""
    claimed = {number for variant in VARIANTS.values() for number in variant.pysolfc}
    reports = read_results(COMPARED)
    assert reports.keys() == claimed
    assert conclusion(reports, sorted(claimed)).splitlines() == [
        "fewer than 500 positions: []",
        f"without a late position: {WITHOUT_LATE}",
        "differ: []",
    ]
