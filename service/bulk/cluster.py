"""Run a function over items on the Dask cluster of a running scheduler."""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import dask
from dask.delayed import delayed
from distributed import Client, Future, as_completed

from service.bulk.results import ClusterError, Item, Results, interrupts

_SILENT: Final = logging.CRITICAL + 1
"""Dask logs the loss of a worker as critical, with a traceback."""

_RESULT_SECONDS: Final = 60
"""Timeout for a result that is ready to arrive."""

_SECONDS_BETWEEN_CHECKS: Final = 0.01
"""For a result or an interrupt."""


def results(function: Callable[[Item], Any], items: Iterable[Item], scheduler: str) -> Results[Item]:
    """Yield each item with its result, or with its exception, in the order in which they end.

    The items of a worker that dies are run by others. Raises ClusterError if the cluster cannot be used,
    and KeyboardInterrupt, only between two results. Close the generator unless it is exhausted.
    """
    call = delayed(function, pure=False, traverse=False)
    tasks = {task.key: (item, task) for item in items for task in [call(item)]}
    if not tasks:
        return
    with interrupts() as interrupted, _unlogged(), _connected(scheduler) as client:
        # Nothing else holds the futures, so the cluster forgets each once its result is here.
        ended = as_completed(client.compute([task for _, task in tasks.values()]))  # type: ignore[no-untyped-call]
        while not ended.is_empty():  # type: ignore[no-untyped-call]
            if interrupted.is_set():
                raise KeyboardInterrupt
            if not ended.has_ready():  # type: ignore[no-untyped-call]
                interrupted.wait(_SECONDS_BETWEEN_CHECKS)
                continue
            future = next(ended)
            yield tasks[future.key][0], _result(future)


def _result(future: "Future[Any]") -> Any:
    # as_completed(with_results=True) waits for ever if the scheduler dies meanwhile.
    try:
        return future.result(timeout=_RESULT_SECONDS)
    except Exception as error:
        return error


@contextmanager
def _connected(scheduler: str) -> Iterator[Client]:
    timeout = dask.config.get("distributed.comm.timeouts.connect")
    try:
        client = Client(scheduler, timeout=timeout)  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, TypeError, ValueError) as error:
        # A TypeError if TLS is not configured.
        raise ClusterError(f"No Dask scheduler answers at {scheduler}: {error}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=timeout)
        except TimeoutError:
            raise ClusterError(f"The Dask scheduler at {scheduler} has no workers.") from None
        yield client


@contextmanager
def _unlogged() -> Iterator[None]:
    """Keep Dask from logging: failures are results here, and an interrupt is not an error."""
    loggers = [logging.getLogger(name) for name in ("distributed", "tornado.application", "asyncio")]
    levels = [logger.level for logger in loggers]
    try:
        for logger in loggers:
            logger.setLevel(_SILENT)
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
