"""Fair threads and slots: no client keeps the others waiting, or out."""

from threading import Event

import pytest

from schemas.problems import Problem
from service.http.fair_threads import FairThreads, Slots
from tests.servers import PATIENCE


def blocked(threads):
    """Keep a thread busy; return the event that frees it."""
    started, released = Event(), Event()

    def wait():
        started.set()
        return released.wait(PATIENCE)

    threads.submit("first", wait)
    started.wait()
    return released


def spin():
    """Use some CPU time."""
    sum(range(300_000))


def test_a_client_that_has_used_less_goes_first():
    """However much work of the other was there before."""
    threads, order = FairThreads("test", 1), []
    for _ in range(3):
        threads.submit("greedy", spin).result()
    released = blocked(threads)
    work = [threads.submit("greedy", lambda: order.append("greedy")) for _ in range(5)]
    work.append(threads.submit("modest", lambda: order.append("modest")))
    released.set()
    for future in work:
        future.result()
    assert order == ["modest", *["greedy"] * 5]


def test_clients_alternate_though_one_has_waited_for_long():
    """Idle time gives no claim: the late client does not get every turn until it has caught up."""
    threads, order = FairThreads("test", 1), []

    def work(client):
        spin()
        order.append(client)

    for _ in range(5):
        threads.submit("early", spin).result()
    released = blocked(threads)
    jobs = [threads.submit(client, lambda client=client: work(client)) for client in ["early", "late"] * 4]
    released.set()
    for job in jobs:
        job.result()
    assert {*order[-3:]} == {"early", "late"}


def test_an_error_is_the_result_of_its_work():
    threads = FairThreads("test", 1)
    with pytest.raises(ZeroDivisionError):
        threads.submit("client", lambda: 1 // 0).result()
    assert threads.submit("client", lambda: 1).result() == 1
    assert not threads.is_contended()


def test_slots_are_bounded_for_each_client_and_for_all():
    slots = Slots(each=2, total=3)
    with slots.taken("a"), slots.taken("a"):
        with pytest.raises(Problem, match="Retry later"), slots.taken("a"):
            pass
        with slots.taken("b"), pytest.raises(Problem, match="Retry later"), slots.taken("c"):
            pass
        with slots.taken("c"):
            pass
    with slots.taken("a"), slots.taken("a"), slots.taken("b"):
        pass
