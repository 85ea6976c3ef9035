"""Places and turns within a worker: who waits goes in order, and nobody works on for ever before others."""

import socket
from itertools import repeat
from threading import Event, Thread

import pytest
from gunicorn.http.errors import InvalidChunkSize

from service.server.chunks import FEW, LEAST, sizeable
from service.server.clients import ClientSocket
from service.server.places import Places

ENOUGH = 10_000_000
"""Steps after which a thread that waits would have been let in."""


@pytest.fixture
def ends():
    """A client's socket whose thread has the only turn, and the client's end."""
    ours, theirs = socket.socketpair()
    with ClientSocket(ours, Places(1), 20) as created, theirs:
        created.take_turn()
        yield created, theirs


@pytest.fixture
def came(ends):
    """Set once another thread has had the turn."""
    had = Event()
    sock, _ = ends
    thread = Thread(target=lambda: (sock.turns.take(), had.set(), sock.turns.leave()))
    thread.start()
    yield had
    sock.leave_turn()
    thread.join()


def comes(places: Places, order: list[str], name: str) -> Thread:
    """A thread that takes a place, as soon as there is one, and leaves it."""

    def come():
        places.take()
        order.append(name)
        places.leave()

    thread = Thread(target=come)
    thread.start()
    return thread


def test_there_are_so_many_places():
    places = Places(2)
    assert [places.take(0) for _ in range(3)] == [True, True, False]
    places.leave()
    assert [places.take(0), places.take(0)] == [True, False]


def test_who_gave_up_waiting_gets_no_place():
    places = Places(1)
    places.take()
    assert not places.take(0)
    places.leave()
    assert places.take(0)


def test_one_that_leaves_goes_behind_those_who_wait():
    places, order = Places(1), []
    places.take()
    thread = comes(places, order, "other")
    while not order:
        places.pass_on()
    order.append("first")
    places.leave()
    thread.join()
    assert order == ["other", "first"]


def test_a_thread_that_works_for_long_lets_another_go_first(ends, came):
    sock, _ = ends
    any(came.is_set() for _ in range(ENOUGH) if sock.pass_turn() is None)
    assert came.is_set()


def test_while_nobody_waits_it_goes_on(ends):
    sock, _ = ends
    for _ in range(1000):
        sock.pass_turn()
    assert not sock.turns.take(0)


def test_whoever_receives_passes_by(ends, came):
    """A client that sends without a pause is no reason to keep a turn."""
    sock, theirs = ends
    for _ in range(ENOUGH // 100):
        theirs.sendall(b"x")
        assert sock.recv(1) == b"x"
        if came.is_set():
            break
    assert came.is_set()


def test_a_thread_without_a_turn_has_none_to_pass_on(ends):
    sock, theirs = ends
    sock.leave_turn()
    theirs.sendall(b"x")
    assert sock.recv(1) == b"x"
    assert [sock.turns.take(0), sock.turns.take(0)] == [True, False]


@pytest.mark.parametrize("size", [1, LEAST - 1])
def test_more_chunks_than_anybody_means(size):
    given_up = []
    with pytest.raises(InvalidChunkSize):
        list(sizeable(repeat(b"x" * size, 1_000_000), lambda: given_up.append(True)))
    assert given_up


@pytest.mark.parametrize(("size", "number"), [(1, FEW), (LEAST, 100_000), (65_536, 100)])
def test_chunks_as_somebody_sends_them(size, number):
    pieces = sizeable(repeat(b"x" * size, number), lambda: pytest.fail("given up"))
    assert sum(map(len, pieces)) == size * number
