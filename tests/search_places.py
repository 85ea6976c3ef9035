"""Others who have a place, or wait for one."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from service.http.search_slots import SharedPlaces


class GoneError(Exception):
    """Nobody waits any more."""


@contextmanager
def taken(places: SharedPlaces) -> Iterator[None]:
    """Somebody has a place."""
    with places.place(lambda: None):
        yield


@contextmanager
def waiting(places: SharedPlaces, got: Event | None = None) -> Iterator[None]:
    """Somebody waits for a place, and has it when ``got`` is set, until the end."""
    waits, over = Event(), Event()

    def check() -> None:
        waits.set()
        if over.is_set():
            raise GoneError

    def wait() -> None:
        try:
            with places.place(check):
                if got:
                    got.set()
                over.wait()
        except GoneError:
            pass

    thread = Thread(target=wait)
    thread.start()
    waits.wait()
    try:
        yield
    finally:
        over.set()
        thread.join()
