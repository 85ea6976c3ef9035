"""The rows of the atlas: the page follows from ``fixtures/atlas.jsonl``, and the search finds them again."""

from math import isclose

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.search.evaluation import evaluate
from patience.search.search_runner import is_available
from service.bulk.seed_search import SearchJob
from tests.conftest import some
from tools.atlas_page import atlas, compared, info, rows

ROWS = rows()

DEVIATE = 1.959963984540054
"""The 97.5th percentile of the normal distribution, from its tables."""


@pytest.mark.skipif(not is_available(), reason="the search is not compiled")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["variant"])
def test_the_last_deals_are_found_again(row):
    job = SearchJob.of(row["variant"], row["rules"], row["budget"], row.get("program", ""))
    last = info(row).of + row["first"] - 1
    deals = list(enumerate(row["last_deals"], start=last - len(row["last_deals"]) + 1))
    assert len(deals) == 200
    for seed, prospect in some(deals):
        found = evaluate(job.deal(seed).position(), job.budget)
        assert found.finding.prospect[0] == prospect, seed


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["variant"])
def test_a_row_agrees_with_itself(row):
    made = info(row)
    assert made.winnable + made.dead == sum(row["proofs"].values())
    assert made.rules == dict(tables_for(made.variant, made.rules).options)
    # Wilson's bounds are the shares that are just DEVIATE standard deviations away from what was seen.
    for bound, won in zip(made.share, (made.winnable, made.winnable + made.undecided), strict=True):
        variance = bound * (1 - bound) / made.of
        assert isclose((won / made.of - bound) ** 2, DEVIATE**2 * variance, rel_tol=1e-6)


def test_the_page_has_all_rows_and_no_published_figure_contradicts_one():
    page = atlas()
    for row in ROWS:
        assert f"| `{row['variant']}`" in page
    assert "**" not in page


def test_intervals_are_compared():
    figure = {"share": 50.0, "margin": 1.0}
    assert compared((48.5, 51.5), figure) == "overlaps"
    assert compared((49.5, 50.4), figure) == "overlaps, narrower here"
    assert compared((51.1, 51.2), figure) == "**apart**, narrower here"
    assert compared((40.0, 48.9), figure) == "**apart**"
