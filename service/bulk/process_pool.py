"""Run a function over items in worker processes on this machine.

Every item gets one result, or the exception why it has none. A worker that dies (the system ends one that
needs too much memory, Arrow aborts on some damaged tables) costs only the item that ended it: the items in
flight run again, each in a process of its own. Workers never see an interrupt; they end when their parent
closes the lifeline pipe or dies. Items are taken as workers need them, so planning and judging overlap, and
memory is bounded.

Relies on functions and items that pickle, and on functions that may run again. Processes are spawned, not
forked: a fork would copy the threads' locks of fsspec and Arrow.
"""

import os
import resource
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from signal import SIG_BLOCK, SIG_SETMASK, SIGINT, pthread_sigmask
from threading import Thread
from typing import Any, Final

from service.bulk.results import REPORTS, Interrupted, Item, Results, interrupts
from service.config import variable
from service.judging.house_variants import register_house_variants

WORKER_BYTES: Final = 2**30
"""Memory limit of a worker: several times what lines and rows of the allowed length need."""

_SECONDS_BETWEEN_CHECKS: Final = 0.1
"""For an interrupt or a report."""


class WorkerDiedError(Exception):
    """An item that ended its worker process."""


def results(
    function: Callable[[Item], Any],
    items: Iterable[Item],
    workers: int,
    receive: Callable[[Any], object] | None = None,
) -> Results[Item]:
    """Yield each item with its result, or with its exception, in the order in which they end.

    Raises KeyboardInterrupt, and only between two results. Close the generator unless it is exhausted.
    """
    rest = iter(items)
    with interrupts() as interrupted:
        while suspects := (yield from _run_pool(function, rest, workers, receive, interrupted)):
            for item in suspects:
                if (yield from _run_pool(function, iter([item]), 1, receive, interrupted)):
                    yield item, WorkerDiedError("The worker process died; perhaps it needed too much memory.")


def _run_pool(
    function: Callable[[Item], Any],
    items: Iterator[Item],
    workers: int,
    receive: Callable[[Any], object] | None,
    interrupted: Interrupted,
) -> Generator[tuple[Item, Any], None, list[Item]]:
    """Run items until they are exhausted, or until a worker dies; return the items then in flight."""
    with _pool(workers) as (pool, reports):
        flying: dict[Future[Any], Item] = {}
        broken = False
        while not broken:
            while len(flying) < 2 * workers and (item := interrupted.next(items)) is not None:
                flying[_submit(pool, function, item)] = item
            if not flying:
                break
            done, _ = wait(flying, _SECONDS_BETWEEN_CHECKS, FIRST_COMPLETED)
            if interrupted.is_set():
                raise KeyboardInterrupt
            while reports.poll():
                message = reports.recv()
                if receive:
                    receive(message)
            for future in done:
                error = future.exception()
                broken |= isinstance(error, BrokenProcessPool)
                if not isinstance(error, BrokenProcessPool):
                    yield flying.pop(future), error or future.result()
    return list(flying.values())


def _submit(pool: ProcessPoolExecutor, function: Callable[[Item], Any], item: Item) -> "Future[Any]":
    # A process started here inherits the mask, so that an interrupt of the whole group does not reach it.
    mask = pthread_sigmask(SIG_BLOCK, {SIGINT})
    try:
        return pool.submit(function, item)
    except BrokenProcessPool as error:
        future: Future[Any] = Future()
        future.set_exception(error)
        return future
    finally:
        pthread_sigmask(SIG_SETMASK, mask)


@contextmanager
def _pool(workers: int) -> Iterator[tuple[ProcessPoolExecutor, Connection]]:
    # Its start unblocks SIGINT, so it comes before any worker's.
    resource_tracker.ensure_running()
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    end, lifeline = context.Pipe(duplex=False)
    with ours, theirs, end, lifeline:
        pool = ProcessPoolExecutor(workers, context, _prepare, (theirs, end))
        try:
            yield pool, ours
        except BaseException:
            lifeline.close()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


def _prepare(reports: Connection, lifeline: Connection) -> None:
    """Set up a worker: its reports, its memory limit, and its end."""
    REPORTS[:] = [reports]
    register_house_variants(os.environ.get(variable("variants"), ""))
    # How large a row of Parquet is shows only in memory.
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    limit = WORKER_BYTES if most == resource.RLIM_INFINITY else min(WORKER_BYTES, most)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, most))
    Thread(target=_end_with_parent, args=(lifeline,), daemon=True).start()


def _end_with_parent(lifeline: Connection) -> None:
    lifeline.poll(None)
    os._exit(1)
