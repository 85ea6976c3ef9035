"""The pool of processes: one result per item, whatever happens to workers."""

import os
import signal
import threading

import psutil
import pytest

from service.bulk.process_pool import WorkerDiedError, results


def double(number):
    return 2 * number


def fail_on_three(number):
    if number == 3:
        raise ValueError("three")
    return number


def die_on_three(number):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def wait_for_ever(_):
    threading.Event().wait()


def outcome(result):
    return (type(result), str(result)) if isinstance(result, BaseException) else result


def test_every_item_has_its_result():
    assert sorted(results(double, range(20), 2)) == [(number, 2 * number) for number in range(20)]


def test_without_items_no_process_starts():
    assert [*results(double, [], 2)] == []


def test_an_exception_is_the_result_of_its_item():
    ended = {item: outcome(result) for item, result in results(fail_on_three, range(6), 2)}
    assert ended == {**{number: number for number in range(6)}, 3: (ValueError, "three")}


def test_a_worker_that_dies_costs_only_the_item_that_ended_it():
    ended = [*results(die_on_three, range(6), 1)]
    assert sorted(item for item, _ in ended) == [*range(6)]
    assert all(result == item for item, result in ended if item != 3)
    assert isinstance(dict(ended)[3], WorkerDiedError)


@pytest.mark.parametrize("workers", [1, 2])
def test_items_are_taken_as_workers_need_them(workers):
    taken = []

    def items():
        for number in range(100):
            taken.append(number)
            yield number

    with_results = results(double, items(), workers)
    next(with_results)
    assert len(taken) < 10
    with_results.close()


def test_an_interrupt_reaches_the_computation_of_an_item():
    def items():
        yield 1
        os.kill(os.getpid(), signal.SIGINT)
        while True:
            pass

    with pytest.raises(KeyboardInterrupt):
        list(results(double, items(), 2))


def workers():
    return [child for child in psutil.Process().children() if "spawn_main" in " ".join(child.cmdline())]


def test_an_interrupt_ends_the_workers_and_restores_the_handler():
    handler = signal.getsignal(signal.SIGINT)

    def interrupt():
        while len(workers()) < 2:
            pass
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        list(results(wait_for_ever, range(4), 2))
    thread.join()
    assert signal.getsignal(signal.SIGINT) is handler
    assert workers() == []
