"""Places that all workers share: how many there are, who waits, and what a killed worker leaves."""

import os
import signal
from threading import Event

import pytest

from service.http.search_slots import NoPlaceError, SharedPlaces
from tests.search_places import taken, waiting


def is_full(places):
    """Whether nobody more may come."""
    try:
        with places.place(_impatient):
            return False
    except _WaitsError:
        return False
    except NoPlaceError:
        return True


class _WaitsError(Exception):
    pass


def _impatient():
    raise _WaitsError


def test_as_many_wait_as_have_a_place():
    places = SharedPlaces(2)
    with taken(places), taken(places):
        with waiting(places):
            assert not is_full(places)
            with waiting(places):
                assert is_full(places)
            assert not is_full(places)
        assert not is_full(places)


def test_who_waits_comes_next():
    places, got = SharedPlaces(1), Event()
    with taken(places):
        context = waiting(places, got)
        context.__enter__()
        assert not got.is_set()
    assert got.wait(30)
    with pytest.raises(_WaitsError), places.place(_impatient):
        pass
    context.__exit__(None, None, None)
    with places.place(_impatient):
        pass


def test_who_gives_up_leaves_nothing_behind():
    places = SharedPlaces(1)
    with taken(places):
        for _ in range(3):
            with pytest.raises(_WaitsError), places.place(_impatient):
                pass
    with pytest.raises(ZeroDivisionError), places.place(_impatient):
        raise ZeroDivisionError
    with places.place(_impatient):
        pass


def test_places_are_shared_by_processes_and_freed_where_one_is_killed():
    places = SharedPlaces(1)
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        # In the child: nothing of pytest may run on.
        try:
            with places.place(_impatient):
                os.write(tell, b"!")
                signal.pause()
        finally:
            os._exit(1)
    try:
        assert os.read(told, 1) == b"!"
        with pytest.raises(_WaitsError), places.place(_impatient):
            pass
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(told)
        os.close(tell)
    with places.place(_impatient):
        pass
