"""The entries of the page *Open*: their deals follow from the salt, and are won as often as stated."""

import pytest

from tools.open_entries import entries, exact_interval, flaw


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry["name"])
def test_every_entry_holds(entry):
    assert flaw(entry) == ""


def test_an_entry_of_other_deals_or_wins_does_not_hold():
    entry = entries()[-1]
    assert "salt" in flaw({**entry, "salt": "another"})
    assert "one for each" in flaw({**entry, "deals": entry["deals"] - 1})
    assert "the entry states" in flaw({**entry, "wins": entry["wins"] + 1})


@pytest.mark.parametrize(
    ("hits", "number", "low", "high"),
    [(0, 10, 0, 0.3085), (10, 10, 0.6915, 1), (5, 10, 0.1871, 0.8129), (1, 100, 0.0003, 0.0545)],
)
def test_the_exact_interval(hits, number, low, high):
    """The values are those of tables of Clopper's and Pearson's intervals."""
    assert exact_interval(hits, number) == pytest.approx((low, high), abs=5e-5)
