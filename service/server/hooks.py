"""What gunicorn's configuration takes from us: logs in our shape, metrics that all workers share."""

import gc
import os
from contextlib import suppress
from ctypes import CDLL
from logging.config import dictConfig
from pathlib import Path
from shutil import rmtree
from signal import SIG_BLOCK, SIG_UNBLOCK, SIGINT, SIGQUIT, SIGTERM, pthread_sigmask
from tempfile import mkdtemp
from typing import Any, Final

from gunicorn.glogging import Logger

from service.config import METRICS_DIRECTORY, Settings, likely_misspelt
from service.engine.compiled import tables_for
from service.engine.variants import VARIANTS
from service.http.logs import log_what_python_prints, logging_config
from service.openapi.document import as_yaml

_MALLOC: Final = {"M_ARENA_MAX": (-8, 1), "M_MMAP_THRESHOLD": (-3, 2**17), "M_TRIM_THRESHOLD": (-1, 2**17)}
"""Parameters and values for glibc's malloc; other libraries have no ``mallopt``, or one that does nothing.

All threads allocate in one place: glibc gives each its own, and none of these shrinks again. One thread runs
at a time anyway; a worker that has had many keeps a third less memory so. Large bodies have pages of their
own, which go back to the system: else glibc comes to keep them, in case that there are more of them.
"""

IN_MEMORY: Final = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108
"""For files that must not wait for a disk, nor find it full: a process whose mapped file has no room ends."""

_ENDING: Final = (SIGTERM, SIGINT, SIGQUIT)
"""Signals that end a worker."""

_own: list[str] = []


class StructuredLogger(Logger):
    """Gunicorn's log in the shape of ours; requests are logged by the app, which knows their ids."""

    def setup(self, cfg: Any) -> None:
        """Set up the logs of this process."""
        super().setup(cfg)
        dictConfig(logging_config(Settings.load()))
        log_what_python_prints()


def share_metrics(settings: Settings) -> None:
    """Give the workers a directory for their counts; to be called before any of them is there.

    One that the environment names is used and emptied, else one is made and, in the end, removed.
    """
    if not settings.metrics_token:
        return
    if METRICS_DIRECTORY not in os.environ:
        os.environ[METRICS_DIRECTORY] = mkdtemp(prefix="patience-referee-", dir=IN_MEMORY)
        _own.append(os.environ[METRICS_DIRECTORY])
    for left_over in Path(os.environ[METRICS_DIRECTORY]).glob("*.db"):
        left_over.unlink()


def child_exit(_server: Any, worker: Any) -> None:
    """Settle the counts of a worker, however it ended."""
    if METRICS_DIRECTORY in os.environ:
        # Here, since prometheus-client must find the environment complete.
        from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_starting(server: Any) -> None:
    """Tell of misspelt settings; make what is made once before there are workers, who then share it."""
    for name, meant in likely_misspelt().items():
        server.log.warning("%s is no setting. Is %s meant?", name, meant)
    for variant in VARIANTS:
        tables_for(variant)
    as_yaml()
    _keep_little_memory()
    # What is here now stays: no worker need go through it for garbage, not even at its end.
    gc.freeze()
    os.register_at_fork(after_in_parent=release_signals)


def pre_fork(_server: Any, _worker: Any) -> None:
    """Hold the signals that end a worker until it can obey them; gunicorn would lose earlier ones."""
    pthread_sigmask(SIG_BLOCK, _ENDING)


def release_signals() -> None:
    """Let the signals through that ``pre_fork`` holds."""
    pthread_sigmask(SIG_UNBLOCK, _ENDING)


def _keep_little_memory() -> None:
    with suppress(AttributeError):
        for parameter, value in _MALLOC.values():
            CDLL(None).mallopt(parameter, value)


def on_exit(_server: Any) -> None:
    """Remove what ``share_metrics`` made."""
    while _own:
        rmtree(_own.pop(), ignore_errors=True)
