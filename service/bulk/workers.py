"""Run a function over items in processes on this machine, or on a Dask cluster."""

from collections.abc import Callable, Iterable
from typing import Any

from service.bulk.results import Item, Results, interrupts


def results_anywhere(
    function: Callable[[Item], Any],
    items: Iterable[Item],
    workers: int,
    scheduler: str | None,
    receive: Callable[[Any], object] | None = None,
) -> Results[Item]:
    """Yield what `results` does, or what the cluster of a scheduler does, which sends no reports.

    Raises ClusterError if the cluster cannot be used.
    """
    if scheduler is None:
        from service.bulk import process_pool  # noqa: PLC0415 - multiprocessing takes a while

        return process_pool.results(function, items, workers, receive)
    from service.bulk import cluster  # noqa: PLC0415 - Dask is an extra of its own

    return cluster.results(function, items, scheduler)


def results_here(function: Callable[[Item], Any], items: Iterable[Item]) -> Results[Item]:
    """Yield what `results` does, in this process, which saves the start of another. Items must be small.

    Raises KeyboardInterrupt, and only between two results.
    """
    with interrupts() as interrupted:
        for item in items:
            try:
                result = function(item)
            except Exception as error:
                result = error
            yield item, result
            if interrupted.is_set():
                raise KeyboardInterrupt
