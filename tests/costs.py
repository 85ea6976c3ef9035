"""What it costs to read eight times as much: processor time in this process, as a ratio."""

import gc
from collections.abc import Callable
from time import process_time
from typing import TypeVar

T = TypeVar("T")

TIMES = 8
MOST = 3 * TIMES
"""What grows with the size costs ``TIMES`` as much, what grows with its square eight times that."""

_NOTICEABLE = 0.002
"""Seconds of the larger reading below which nothing has been spent that could grow."""

_LONG = 0.1
"""Seconds after which little of what a reading takes can be chance."""


def growth(read: Callable[[T], object], make: Callable[[int], T], size: int) -> float:
    """How often as much it costs to read input of ``size``, as of an eighth of that."""
    small, large = make(size // TIMES), make(size)
    spent = _seconds(read, large)
    if spent < _NOTICEABLE:
        return 1
    found = spent / _seconds(read, small)
    if found < MOST:
        return found
    # A machine with much else to do may have done it just then.
    return min(found, _seconds(read, large) / _seconds(read, small))


def _seconds(read: Callable[[T], object], given: T) -> float:
    """The least of some readings, since a machine with other work to do only ever adds."""
    found: list[float] = []
    # What the collector of garbage does depends on all that this process has done before.
    gc.disable()
    try:
        while len(found) < 3 and (not found or found[0] > _NOTICEABLE / TIMES) and sum(found) < _LONG:
            before = process_time()
            read(given)
            found.append(process_time() - before)
    finally:
        gc.enable()
    return min(found)
