"""Searches for clients: so many at once over all workers, aside from the threads that answer others."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from threading import Event
from typing import Final

from flask import Flask, current_app, request
from werkzeug.exceptions import ClientDisconnected

from service.config import Settings, cpus
from service.engine.position import Position
from service.http.connections import Connection, connection_of
from service.http.search_slots import NoPlaceError, SharedPlaces
from service.judging.problems import search_busy
from service.prospects.search_runner import (
    SearchResult,
    SearchUnavailableError,
    is_available,
    search,
)

_LOOK_SECONDS: Final = 0.05
"""Between two looks whether the client is still there."""

_NICENESS: Final = 10
"""A search has a tenth of what a thread that judges has, where both want the same CPU."""


class Searches:
    """The searches for one request: in one place together, taken when the first of them needs it."""

    def __init__(self, places: SharedPlaces, client: Connection, stack: ExitStack) -> None:
        self._places = places
        self._client = client
        self._stack = stack
        self._aside: ThreadPoolExecutor | None = None
        self.positions = 0
        """Expanded so far; of a search that was cancelled, as many as it might have expanded."""

    def __call__(self, position: Position, budget: int) -> SearchResult:
        """Search a position.

        Raises SearchUnavailableError, Problem if too many search already, and ClientDisconnected.
        """
        if not is_available():
            raise SearchUnavailableError
        with self._client.give_turn():
            pool = self._aside or self._enter()
            self.positions += budget
            found = self._search(pool, position, budget)
        self.positions += found.positions - budget
        return found

    def _enter(self) -> ThreadPoolExecutor:
        try:
            self._stack.enter_context(self._places.place(self._check))
        except NoPlaceError:
            raise search_busy() from None
        self._aside = self._stack.enter_context(ThreadPoolExecutor(1, initializer=_step_back))
        return self._aside

    def _check(self) -> None:
        if self._client.is_gone():
            raise ClientDisconnected

    def _search(self, pool: ThreadPoolExecutor, position: Position, budget: int) -> SearchResult:
        cancelled = Event()
        found = pool.submit(search, position, budget, cancelled.is_set)
        try:
            while True:
                with suppress(TimeoutError):
                    return found.result(_LOOK_SECONDS)
                self._check()
        finally:
            cancelled.set()


def register_searches(app: Flask, settings: Settings) -> None:
    """Let an app search."""
    app.extensions["searches"] = SharedPlaces(settings.searches or max(1, cpus() - 1))


@contextmanager
def searches() -> Iterator[Searches]:
    """What searches for the client that asks now."""
    client = connection_of(request.environ)
    with ExitStack() as stack:
        yield Searches(current_app.extensions["searches"], client, stack)


def _step_back() -> None:
    """Let all others go first. Elsewhere than on Linux, it is not threads but processes that can."""
    if sys.platform == "linux":
        os.nice(_NICENESS)
