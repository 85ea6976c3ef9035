"""Threads and slots for expensive work, which no client can keep from the others.

* ``FairThreads`` run the work of the client first that has used least CPU time. A client that was idle starts
  level with the one that was served last, so that idle time gives no claim (start-time fair queueing).
* ``Slots`` bound how many requests of one client, and of all together, do such work or wait for it.
"""

import os
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Condition, Lock, Thread
from time import thread_time
from typing import Any, Final, TypeVar

from schemas.problems import search_busy

_NICENESS: Final = 10
"""A search gets a tenth of the CPU time of a thread that judges, if both want the same CPU."""

T = TypeVar("T")


class FairThreads:
    """A bounded number of threads of low priority, started when they are needed, hence after a fork."""

    def __init__(self, name: str, number: int) -> None:
        self._name = name
        self._number = number
        self._started = 0
        self._change = Condition()
        self._waiting: dict[str, deque[tuple[Future[Any], Callable[[], Any]]]] = {}
        self._used: dict[str, float] = {}
        """CPU seconds by client, above the level only."""
        self._level = 0.0
        """The CPU seconds with which an idle client starts."""

    def submit(self, client: str, work: Callable[[], T]) -> "Future[T]":
        """Let a thread run work of a client, after its earlier work; return its future."""
        future: Future[T] = Future()
        with self._change:
            self._waiting.setdefault(client, deque()).append((future, work))
            if self._started < self._number:
                self._started += 1
                # A daemon: a server that stops does not wait for work that no client waits for.
                Thread(target=self._serve, name=self._name, daemon=True).start()
            self._change.notify()
        return future

    def is_contended(self) -> bool:
        """Return whether work waits for a thread."""
        return bool(self._waiting)

    def _serve(self) -> None:
        if sys.platform == "linux":
            # The priority of this thread; elsewhere only processes have priorities.
            os.nice(_NICENESS)
        while True:
            with self._change:
                while not self._waiting:
                    self._change.wait()
                client, future, work = self._next()
            started = thread_time()
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)
            with self._change:
                used = max(self._used.get(client, 0.0), self._level)
                self._used[client] = used + thread_time() - started

    def _next(self) -> tuple[str, Future[Any], Callable[[], Any]]:
        """Take the oldest work of the client that has used least CPU time."""
        client = min(self._waiting, key=lambda waiting: self._used.get(waiting, self._level))
        self._level = max(self._level, self._used.get(client, self._level))
        self._used = {known: used for known, used in self._used.items() if used > self._level}
        future, work = self._waiting[client].popleft()
        if not self._waiting[client]:
            del self._waiting[client]
        return client, future, work


class Slots:
    """A bound on the requests of each client, and of all clients together."""

    def __init__(self, each: int, total: int) -> None:
        self._each = each
        self._total = total
        self._taken: Counter[str] = Counter()
        self._lock = Lock()

    @contextmanager
    def taken(self, client: str) -> Iterator[None]:
        """Take a slot for a client. Raises Problem if it has ``each`` already, or all are taken."""
        with self._lock:
            if self._taken[client] >= self._each or self._taken.total() >= self._total:
                raise search_busy()
            self._taken[client] += 1
        try:
            yield
        finally:
            with self._lock:
                self._taken[client] -= 1
                if not self._taken[client]:
                    del self._taken[client]
