"""The options that say where a long command does its work."""

from collections.abc import Callable
from functools import wraps

import click


def cluster_or_workers(command: Callable[..., None]) -> Callable[..., None]:
    """Add --workers and --scheduler, of which a command takes one."""

    @wraps(command)
    def checked(*given: object, workers: int | None, scheduler: str | None, **named: object) -> None:
        if workers and scheduler:
            raise click.UsageError("--workers cannot be combined with --scheduler.")
        command(*given, workers=workers, scheduler=scheduler, **named)

    where = "Use the cluster of this Dask scheduler instead."
    number = "Worker processes on this machine.  [default: one per CPU]"
    with_cluster = click.option("--scheduler", metavar="tcp://…", help=where)(checked)
    return click.option("--workers", type=click.IntRange(1), help=number)(with_cluster)
