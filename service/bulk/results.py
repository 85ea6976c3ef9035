"""What runs of a function over items share, wherever they run: results, reports and interrupts."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from signal import SIGINT, default_int_handler, getsignal, signal
from threading import Event, current_thread, main_thread
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Item = TypeVar("Item")
Results = Generator[tuple[Item, Any], None, None]


class ClusterError(Exception):
    """A cluster that cannot be used; defined here, since only `cluster` imports Dask."""


REPORTS: "Final[list[Connection]]" = []
"""In a worker of a pool: the pipe to the parent."""


def report(message: Any) -> None:
    """In a worker: send a message to the parent's `receive`; a small one, which a pipe takes at once."""
    for pipe in REPORTS:
        pipe.send(message)


class Interrupted(Event):
    """An event that the handler of SIGINT sets."""

    _at_once = False

    def __call__(self, _number: int, _frame: object) -> None:
        self.set()
        if self._at_once:
            raise KeyboardInterrupt

    def next(self, items: Iterator[Item]) -> Item | None:
        """Return the next item, None after the last; let an interrupt end its computation."""
        self._at_once = True
        try:
            return next(items, None)
        finally:
            self._at_once = False


@contextmanager
def interrupts() -> Iterator[Interrupted]:
    """Provide an event that an interrupt sets.

    Python would raise KeyboardInterrupt at any place, and drop it where that is a `__del__`.
    """
    interrupted = Interrupted()
    if current_thread() is not main_thread() or getsignal(SIGINT) is not default_int_handler:
        yield interrupted
        return
    signal(SIGINT, interrupted)
    try:
        yield interrupted
    finally:
        signal(SIGINT, default_int_handler)
