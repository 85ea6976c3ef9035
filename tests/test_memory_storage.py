"""Counts of what clients have had: by key, until their window ends, and not without bound."""

import pytest
from limits.storage import storage_from_string

from service.http.memory_storage import MOST, Counts

HOUR = 3600


def test_a_count_begins_and_grows():
    found = Counts()
    assert (found.get("a"), found.incr("a", HOUR), found.incr("a", HOUR, 4), found.get("a")) == (0, 1, 5, 5)
    assert found.get("b") == 0


def test_a_count_ends_with_the_window_that_began_with_it():
    found = Counts()
    found.incr("a", -1, 3)
    assert found.get("a") == 0
    assert found.incr("a", HOUR) == 1
    ends = found.get_expiry("a")
    found.incr("a", 2 * HOUR)
    assert found.get_expiry("a") == ends


def test_counts_can_be_forgotten():
    found = Counts()
    for key in "abc":
        found.incr(key, HOUR)
    found.clear("a")
    assert [found.get(key) for key in "abc"] == [0, 1, 1]
    assert found.reset() == 2
    assert found.get("b") == 0


def test_the_library_knows_it_by_its_scheme():
    assert isinstance(storage_from_string("counts://"), Counts)
    assert Counts().check()


@pytest.mark.parametrize(("lasts", "most"), [(-1, 1001), (HOUR, MOST)])
def test_however_many_clients_there_are(lasts, most):
    """Those whose window has ended are forgotten; then the oldest are."""
    found = Counts()
    for number in range(MOST + 1):
        found.incr(str(number), lasts)
    found.incr("last", HOUR)
    found.incr("last", HOUR)
    assert found.get("last") == 2
    assert found.reset() <= most
