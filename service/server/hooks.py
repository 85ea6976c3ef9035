"""Hooks of gunicorn's configuration: structured logs, metrics shared by all workers, signals, memory."""

import gc
import os
import sys
from contextlib import suppress
from ctypes import CDLL
from logging.config import dictConfig
from pathlib import Path
from shutil import rmtree
from signal import SIG_BLOCK, SIG_UNBLOCK, SIGINT, SIGQUIT, SIGTERM, pthread_sigmask
from tempfile import mkdtemp
from typing import Any, Final

from gunicorn.glogging import Logger

from patience.kernel.loader import absence
from service.config import METRICS_DIRECTORY, Settings, is_loopback, likely_misspelt, variable
from service.http.logs import log_what_python_prints, logging_config
from service.receipts.keys import new_daily_key

_MALLOC: Final = {"M_ARENA_MAX": (-8, 1), "M_MMAP_THRESHOLD": (-3, 2**17), "M_TRIM_THRESHOLD": (-1, 2**17)}
"""Parameters and values for glibc's malloc; other libraries ignore them.

One arena for all threads: glibc's arenas per thread never shrink, and only one thread runs at a time anyway.
Large blocks get pages of their own, which return to the system when they are freed.
"""

IN_MEMORY: Final = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108
"""Directory for memory-mapped files: a slow disk would delay the process, a full one would end it."""

_ENDING: Final = (SIGTERM, SIGINT, SIGQUIT)
"""Signals that end a worker."""

_created: list[str] = []


class StructuredLogger(Logger):
    """Gunicorn's log in the format of the service; the application logs requests, since it has their ids."""

    def setup(self, cfg: Any) -> None:
        """Configure the logs of this process."""
        super().setup(cfg)
        dictConfig(logging_config(Settings.load()))
        log_what_python_prints()


def share_metrics(settings: Settings) -> None:
    """Give the workers a directory for their counts, before the first of them starts.

    A directory from the environment is emptied. Otherwise one is created, and removed on exit.
    """
    if not settings.metrics_token:
        return
    if METRICS_DIRECTORY not in os.environ:
        os.environ[METRICS_DIRECTORY] = mkdtemp(prefix="patience-referee-", dir=IN_MEMORY)
        _created.append(os.environ[METRICS_DIRECTORY])
    for left_over in Path(os.environ[METRICS_DIRECTORY]).glob("*.db"):
        left_over.unlink()


def provide_daily_key(settings: Settings) -> None:
    """In development, make a key of daily deals that lasts as long as the server.

    Development is a loopback address and no key file at all. Instances of one service must share a key.
    """
    if settings.daily_key_file or settings.key_file or not is_loopback(settings.host):
        return
    directory = mkdtemp(prefix="patience-referee-", dir=IN_MEMORY)
    _created.append(directory)
    file = Path(directory, "daily.key")
    file.touch(0o600)
    file.write_text(new_daily_key(), "ascii")
    os.environ[variable("daily_key_file")] = str(file)


def has_throw_away_key(settings: Settings) -> bool:
    """Return whether the key of daily deals is one that ``provide_daily_key`` made."""
    return str(Path(settings.daily_key_file).parent) in _created


def child_exit(_server: Any, worker: Any) -> None:
    """Settle the counts of a worker that has ended."""
    if METRICS_DIRECTORY in os.environ:
        # prometheus-client reads the environment at its import.
        from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_starting(server: Any) -> None:
    """Report misspelt settings and a missing kernel, and prepare the memory that all workers share."""
    for name, meant in likely_misspelt().items():
        server.log.warning("Unknown setting %s; did you mean %s?", name, meant)
    if reason := absence():
        server.log.warning(reason)
    if has_throw_away_key(Settings.load()):
        server.log.info(
            "Daily deals change with every start, since their key is made anew. For a public service, make a "
            "key with `referee keygen --daily` and name its file in REFEREE_DAILY_KEY_FILE."
        )
    _limit_memory()
    # These objects stay: the workers need not search them for garbage.
    gc.freeze()
    os.register_at_fork(after_in_parent=release_signals)


def pre_exec(server: Any) -> None:
    """Start the next master as this one was; gunicorn would run a module of ``python -m`` as a script."""
    server.START_CTX["args"] = [sys.executable, *sys.orig_argv[1:]]


def pre_fork(_server: Any, _worker: Any) -> None:
    """Hold the signals that end a worker until it handles them; gunicorn would lose earlier ones."""
    pthread_sigmask(SIG_BLOCK, _ENDING)


def release_signals() -> None:
    """Deliver the signals that ``pre_fork`` holds."""
    pthread_sigmask(SIG_UNBLOCK, _ENDING)


def _limit_memory() -> None:
    with suppress(AttributeError):
        for parameter, value in _MALLOC.values():
            CDLL(None).mallopt(parameter, value)


def on_exit(_server: Any) -> None:
    """Remove the directory that ``share_metrics`` created."""
    while _created:
        rmtree(_created.pop(), ignore_errors=True)
