"""Calls to a server that does not answer: few wait for it, and one at a time tries it again."""

import pytest

from service.receipts.pauses import PausedError, Pauses


class Server:
    """A server that is up or down; each call takes a second. Its time is that of the pauses."""

    def __init__(self):
        self.time, self.calls, self.is_up = 100.0, 0, True

    def clock(self):
        return self.time

    def answer(self):
        self.calls += 1
        self.time += 1
        if not self.is_up:
            raise TimeoutError
        return self.calls


@pytest.fixture
def server():
    return Server()


def called(pauses, server):
    try:
        return pauses.call(server.answer, TimeoutError)
    except (TimeoutError, PausedError) as error:
        return type(error)


def test_a_failed_call_pauses_the_next_ones(server):
    """At least two seconds, and four times as long as the call waited."""
    pauses = Pauses(2, 4, server.clock)
    assert called(pauses, server) == 1
    server.is_up = False
    assert called(pauses, server) is TimeoutError
    server.time += 3.5
    assert called(pauses, server) is PausedError
    assert server.calls == 2
    server.time += 0.5
    assert called(pauses, server) is TimeoutError
    server.is_up = True
    assert called(pauses, server) is PausedError
    server.time += 4
    assert [called(pauses, server) for _ in range(2)] == [4, 5]


def test_one_call_at_a_time_tries_again(server):
    pauses = Pauses(2, 0, server.clock)
    server.is_up = False
    assert called(pauses, server) is TimeoutError
    server.time += 2
    server.is_up = True
    assert pauses.call(lambda: called(pauses, server), TimeoutError) is PausedError
    assert called(pauses, server) == 2


def test_another_error_is_no_failure(server):
    pauses = Pauses(2, 4, server.clock)
    with pytest.raises(ZeroDivisionError):
        pauses.call(lambda: 1 / 0, TimeoutError)
    assert called(pauses, server) == 1
