"""Counts for rate limits in the memory of one process.

The storage of limits 5.8 scans all keys every 10 ms while requests arrive
(``MemoryStorage.__expire_events``; see https://github.com/alisaifee/limits/issues/132).
"""

from operator import itemgetter
from threading import Lock
from time import time
from typing import Any, Final

from limits.storage import Storage

MOST: Final = 200_000
"""The number of counts kept, about 60 MB; beyond it the lower half is dropped.

A client with many addresses has many low counts, and so does not reset the high ones of others.
"""

_FEW: Final = 1000
"""The number of counts below which expired ones are not removed."""


class Counts(Storage):
    """A count for each key, from its first increment to the end of its window."""

    STORAGE_SCHEME = ["counts"]  # noqa: RUF012 - the library's declaration

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **options: Any) -> None:
        super().__init__(uri, wrap_exceptions, **options)
        self._counts: dict[str, tuple[int, float]] = {}
        self._enough = _FEW
        self._lock = Lock()

    @property
    def base_exceptions(self) -> type[Exception]:
        """The errors of a storage that cannot be reached; memory always can."""
        return ConnectionError

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Add to a count and return it; a new count expires after `expiry` seconds."""
        now = time()
        with self._lock:
            count, end = self._counts.get(key, (0, 0))
            if end <= now:
                self._counts.pop(key, None)
                self._make_room(now)
                count, end = 0, now + expiry
            self._counts[key] = count + amount, end
        return count + amount

    def _make_room(self, now: float) -> None:
        if len(self._counts) < self._enough:
            return
        live = {key: count for key, count in self._counts.items() if count[1] > now}
        kept = MOST // 2
        if len(live) > kept:
            live = dict(sorted(live.items(), key=itemgetter(1), reverse=True)[:kept])
        self._counts = live
        self._enough = max(_FEW, 2 * len(self._counts))

    def get(self, key: str) -> int:
        """Return a count, 0 if it has expired."""
        count, end = self._counts.get(key, (0, 0))
        return count if end > time() else 0

    def get_expiry(self, key: str) -> float:
        """Return when a count expires, in seconds since the epoch; now if there is none."""
        return max(self._counts.get(key, (0, 0))[1], time())

    def check(self) -> bool:
        """Return whether the storage can be reached."""
        return True

    def reset(self) -> int:
        """Remove all counts and return how many there were."""
        with self._lock:
            number = len(self._counts)
            self._counts = {}
        return number

    def clear(self, key: str) -> None:
        """Remove a count."""
        with self._lock:
            self._counts.pop(key, None)
