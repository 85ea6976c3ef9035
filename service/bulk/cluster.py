"""Works on Dask: on processes of its own, or on a cluster that is there."""

import logging
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from multiprocessing import resource_tracker
from signal import SIG_BLOCK, SIG_SETMASK, SIGINT, default_int_handler, getsignal, pthread_sigmask, signal
from threading import Event, current_thread, main_thread
from typing import Any, Final, Protocol
from uuid import uuid4

import dask
from dask.delayed import delayed
from distributed import Client, Future, LocalCluster, as_completed, get_worker

from service.bulk.line_worker import judge_partition
from service.bulk.partitions import Partition
from service.bulk.run import Work
from service.bulk.shards import Job, Shard
from service.bulk.summary import Summary
from service.config import cpus


class Watch(Protocol):
    """Sees how the work goes on; called from more than one thread."""

    def working(self, shard: str, games: int, share: float) -> None:
        """A shard, by its name, has so many games by now, and so much is done of it, from 0 to 1."""

    def done(self, shard: Shard) -> None:
        """A shard is there, or has failed."""


WORKER_BYTES: Final = 2**30
"""Memory that a process of ours may have: several times what lines and rows as long as allowed need."""

_SILENT: Final = logging.CRITICAL + 1
"""Dask calls it critical that somebody has gone, with a traceback."""

# That we end our workers is nothing to log.
# Only in memory is it seen how large a row of Parquet is, so the system stops one that is too large.
_PRELOAD: Final = f"""
import logging, resource
logging.getLogger("distributed").setLevel({_SILENT})
_, most = resource.getrlimit(resource.RLIMIT_DATA)
wanted = {WORKER_BYTES} if most == resource.RLIM_INFINITY else min({WORKER_BYTES}, most)
resource.setrlimit(resource.RLIMIT_DATA, (wanted, most))
"""


_RESULT_SECONDS: Final = 60
"""For a result that is there to arrive."""

_SECONDS_BETWEEN_LOOKS: Final = 0.01
"""For a result or an interrupt."""


class ClusterError(Exception):
    """A cluster that cannot be used."""


def judge(work: Work, scheduler: str | None, workers: int | None, watch: Watch | None = None) -> None:
    """Write the missing shards on a cluster, or else on so many processes of our own.

    Raises ClusterError if the cluster cannot be used.
    """
    if work.missing:
        with workforce(scheduler, min(workers or cpus(), len(work.missing))) as client:
            run(client, work, watch)


@contextmanager
def workforce(scheduler: str | None, workers: int) -> Iterator[Client]:
    """The cluster of this scheduler, or else so many processes of our own.

    Raises ClusterError if the cluster cannot be used.
    """
    with _unlogged(), existing(scheduler) if scheduler else local(workers) as client:
        yield client


def results(client: Client, tasks: list[Any]) -> Generator[tuple[str, Any], None, None]:
    """The key of each task and what came of it, an exception perhaps, in whatever order they end.

    Nobody else holds the futures, so that the cluster forgets each once its result is here. Raises
    KeyboardInterrupt, and only between two results; to be closed by who does not take them all.
    """
    ended = as_completed(client.compute(tasks))  # type: ignore[no-untyped-call]
    with _interrupts() as interrupted:
        while not ended.is_empty():  # type: ignore[no-untyped-call]
            if interrupted.is_set():
                raise KeyboardInterrupt
            if not ended.has_ready():  # type: ignore[no-untyped-call]
                interrupted.wait(_SECONDS_BETWEEN_LOOKS)
                continue
            future = next(ended)
            yield future.key, _result(future)


class _Interrupted(Event):
    """Set by an interrupt, if it is what handles them."""

    def __call__(self, _number: int, _frame: object) -> None:
        self.set()


@contextmanager
def _interrupts() -> Iterator[Event]:
    """Set by an interrupt, which Python raises wherever it comes, and drops where that is a ``__del__``.

    Within another, it is that one again.
    """
    handler, interrupted = getsignal(SIGINT), _Interrupted()
    if isinstance(handler, _Interrupted):
        yield handler
        return
    if current_thread() is not main_thread() or handler is not default_int_handler:
        yield interrupted
        return
    signal(SIGINT, interrupted)
    try:
        yield interrupted
    finally:
        signal(SIGINT, default_int_handler)


@contextmanager
def _unlogged() -> Iterator[None]:
    """Keep Dask from logging: what goes wrong is noted in our work, and an interrupt is no error."""
    loggers = [logging.getLogger(name) for name in ("distributed", "tornado.application", "asyncio")]
    levels = [logger.level for logger in loggers]
    try:
        for logger in loggers:
            logger.setLevel(_SILENT)
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


@contextmanager
def local(workers: int) -> Iterator[Client]:
    """So many processes on this machine.

    Raises ClusterError if they cannot be started, and KeyboardInterrupt only once they are there, since Dask
    cannot end a cluster that is half begun.
    """
    with (
        _interrupts() as interrupted,
        _started(workers) as cluster,
        Client(cluster) as client,  # type: ignore[no-untyped-call]
    ):
        if interrupted.is_set():
            raise KeyboardInterrupt
        yield client


def _started(workers: int) -> LocalCluster:
    # A terminal interrupts a whole group of processes; what begins while that is blocked never hears of it.
    # Where Python begins its tracker of resources it unblocks it, so that comes first.
    resource_tracker.ensure_running()
    heard = pthread_sigmask(SIG_BLOCK, {SIGINT})
    try:
        # Memory is bounded by how we read, and by the system, so Dask need not watch it.
        return LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=workers,
            threads_per_worker=1,
            host="127.0.0.1",
            memory_limit=0,
            dashboard_address="127.0.0.1:0",
            preload=_PRELOAD,
        )
    except Exception as error:
        # Of whatever kind, as Dask has none of its own for what is wrong with its settings or this machine.
        raise ClusterError(f"Workers cannot be started here: {str(error) or type(error).__name__}") from None
    finally:
        pthread_sigmask(SIG_SETMASK, heard)


@contextmanager
def existing(scheduler: str) -> Iterator[Client]:
    """The cluster of a running scheduler.

    Raises ClusterError if it does not answer or has no worker, within Dask's time for connecting.
    """
    timeout = dask.config.get("distributed.comm.timeouts.connect")
    try:
        client = Client(scheduler, timeout=timeout)  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, TypeError, ValueError) as error:
        # A TypeError, where there is no configuration of TLS.
        raise ClusterError(f"No Dask scheduler answers at {scheduler}: {error}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=timeout)
        except TimeoutError:
            raise ClusterError(f"The Dask scheduler at {scheduler} has no workers.") from None
        yield client


def run(client: Client, work: Work, watch: Watch | None = None) -> None:
    """Write the missing shards, in whatever order, and tell of each at work and once it is there.

    One whose worker dies is written by another; what fails is noted, and the rest goes on.
    """
    topic = f"referee-{uuid4().hex}" if watch else None
    mapper = delayed(_judge_and_tell, pure=False, traverse=False)
    tasks = [mapper(shard.partition, work.job, topic) for shard in work.missing]
    by_key = {task.key: shard for task, shard in zip(tasks, work.missing, strict=True)}
    if watch:

        def working(event: tuple[float, tuple[str, int, float]]) -> None:
            key, games, share = event[1]
            watch.working(by_key[key].name, games, share)

        client.subscribe_topic(topic, working)  # type: ignore[no-untyped-call]
    with closing(results(client, tasks)) as ended:
        for key, result in ended:
            shard = by_key[key]
            work.note(shard, result)
            if watch:
                watch.done(shard)


def _judge_and_tell(partition: Partition, job: Job, topic: str | None) -> Summary:
    if topic is None:
        return judge_partition(partition, job)
    worker = get_worker()
    # Dask packs no name that is no UTF-8.
    key = worker.get_current_task()

    def tell(games: int, share: float) -> None:
        worker.log_event(topic, (key, games, share))

    tell(0, 0)
    return judge_partition(partition, job, tell)


def _result(future: "Future[Any]") -> Any:
    # Not by as_completed(with_results=True), which waits for ever if the scheduler dies meanwhile.
    try:
        return future.result(timeout=_RESULT_SECONDS)
    except Exception as error:
        return error
