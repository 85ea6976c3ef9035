"""Counts for rate limits: by key, until their window ends, and bounded in number."""

import pytest
from limits.storage import storage_from_string

from service.http.memory_storage import MOST, Counts

HOUR = 3600


def test_a_count_grows():
    counts = Counts()
    assert (counts.get("a"), counts.incr("a", HOUR), counts.incr("a", HOUR, 4), counts.get("a")) == (
        0,
        1,
        5,
        5,
    )
    assert counts.get("b") == 0


def test_a_count_ends_with_the_window_that_began_with_it():
    counts = Counts()
    counts.incr("a", -1, 3)
    assert counts.get("a") == 0
    assert counts.incr("a", HOUR) == 1
    ends = counts.get_expiry("a")
    counts.incr("a", 2 * HOUR)
    assert counts.get_expiry("a") == ends


def test_counts_can_be_removed():
    counts = Counts()
    for key in "abc":
        counts.incr(key, HOUR)
    counts.clear("a")
    assert [counts.get(key) for key in "abc"] == [0, 1, 1]
    assert counts.reset() == 2
    assert counts.get("b") == 0


def test_the_library_knows_it_by_its_scheme():
    assert isinstance(storage_from_string("counts://"), Counts)
    assert Counts().check()


@pytest.mark.parametrize(("lasts", "most"), [(-1, 1001), (HOUR, MOST)])
def test_the_number_of_counts_is_bounded(lasts, most):
    """Expired counts are removed first, then the lowest."""
    counts = Counts()
    for number in range(MOST + 1):
        counts.incr(str(number), lasts)
    counts.incr("last", HOUR)
    counts.incr("last", HOUR)
    assert counts.get("last") == 2
    assert counts.reset() <= most


def test_many_clients_do_not_reset_the_count_of_one():
    """A client with many addresses could otherwise reset the counts of the others."""
    counts = Counts()
    assert counts.incr("honest", HOUR, 2) == 2
    for number in range(MOST + 1):
        counts.incr(str(number), HOUR)
    assert counts.get("honest") == 2
