"""Places that all workers of a service share."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile
from threading import Lock
from time import sleep
from typing import Final
from weakref import finalize

_LOOK_SECONDS: Final = 0.05
"""Between two looks of one who waits."""


class NoPlaceError(Exception):
    """All places are taken, and as many wait for one."""


class SharedPlaces:
    """So many may do something at once, over all processes that are forked from the one that made these.

    As many again may wait. Each place is a lock on a byte of a file, which the system lets go of where a
    process is killed.
    """

    def __init__(self, number: int) -> None:
        with TemporaryFile() as file:
            self._file = os.dup(file.fileno())
        finalize(self, os.close, self._file)
        self._places = range(number)
        self._waiting = range(number, 2 * number)
        self._door = 2 * number
        # The system's locks are those of a process; its threads exclude each other by these.
        self._own: set[int] = set()
        self._lock = Lock()

    @contextmanager
    def place(self, check: Callable[[], None]) -> Iterator[None]:
        """Have a place, after some time perhaps; while it lasts, ``check`` may raise to give up.

        Raises NoPlaceError at once if too many wait.
        """
        place = self._enter()
        try:
            while place in self._waiting:
                check()
                sleep(_LOOK_SECONDS)
                place = self._move_up(place)
            yield
        finally:
            self._leave(place)

    def _enter(self) -> int:
        with self._alone():
            somebody_waits = any(map(self._is_taken, self._waiting))
            for place in self._waiting if somebody_waits else (*self._places, *self._waiting):
                if self._take(place):
                    return place
        raise NoPlaceError

    def _move_up(self, waiting: int) -> int:
        with self._alone():
            for place in self._places:
                if self._take(place):
                    self._let_go(waiting)
                    return place
        return waiting

    def _leave(self, place: int) -> None:
        with self._lock:
            self._let_go(place)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else, in any process, comes or moves up meanwhile."""
        with self._lock:
            fcntl.lockf(self._file, fcntl.LOCK_EX, 1, self._door)
            try:
                yield
            finally:
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, self._door)

    def _is_taken(self, place: int) -> bool:
        if not self._take(place):
            return True
        self._let_go(place)
        return False

    def _take(self, place: int) -> bool:
        if place in self._own:
            return False
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        except OSError:
            return False
        self._own.add(place)
        return True

    def _let_go(self, place: int) -> None:
        self._own.discard(place)
        fcntl.lockf(self._file, fcntl.LOCK_UN, 1, place)
