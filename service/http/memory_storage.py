"""Counts of what clients have had, in the memory of one process."""

from itertools import islice
from threading import Lock
from time import time
from typing import Any, Final

from limits.storage import Storage

MOST: Final = 200_000
"""Counts that are kept, some 60 MB: were there more, the oldest half would be forgotten."""

_FEW: Final = 1000
"""Counts that are worth no look for those that have ended."""


class Counts(Storage):
    """A count for each key, from its first increment to the end of its window.

    The library's own store in memory looks at every key again and again, however many clients there are.
    """

    STORAGE_SCHEME = ["counts"]  # noqa: RUF012 - declared so by the library

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **options: Any) -> None:
        super().__init__(uri, wrap_exceptions, **options)
        self._counts: dict[str, tuple[int, float]] = {}
        self._enough = _FEW
        self._lock = Lock()

    @property
    def base_exceptions(self) -> type[Exception]:
        """What a store may raise that is away; this one never is."""
        return ConnectionError

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Add to a count; one that begins ends after so many seconds."""
        now = time()
        with self._lock:
            count, ends = self._counts.get(key, (0, 0))
            if ends <= now:
                self._counts.pop(key, None)
                self._make_room(now)
                count, ends = 0, now + expiry
            self._counts[key] = count + amount, ends
        return count + amount

    def _make_room(self, now: float) -> None:
        if len(self._counts) < self._enough:
            return
        live = {key: count for key, count in self._counts.items() if count[1] > now}
        kept = MOST // 2
        self._counts = dict(islice(live.items(), max(0, len(live) - kept), None))
        self._enough = max(_FEW, 2 * len(self._counts))

    def get(self, key: str) -> int:
        """A count, 0 if its window has ended."""
        count, ends = self._counts.get(key, (0, 0))
        return count if ends > time() else 0

    def get_expiry(self, key: str) -> float:
        """When the window of a count ends, in seconds since the epoch; now, if there is none."""
        return max(self._counts.get(key, (0, 0))[1], time())

    def check(self) -> bool:
        """Whether the store is there."""
        return True

    def reset(self) -> int:
        """Forget all counts; how many there were."""
        with self._lock:
            number = len(self._counts)
            self._counts = {}
        return number

    def clear(self, key: str) -> None:
        """Forget a count."""
        with self._lock:
            self._counts.pop(key, None)
