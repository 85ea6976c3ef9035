"""Places for threads of one process."""

from collections import deque
from threading import Lock


class Places:
    """So many may do something at once; the others wait, and go in the order in which they came."""

    def __init__(self, number: int) -> None:
        self._free = number
        self._waiting: deque[Lock] = deque()
        self._lock = Lock()

    def take(self, seconds: float = -1) -> bool:
        """Wait for a place, for so long at most if it is not negative; whether there was one."""
        with self._lock:
            if self._free:
                self._free -= 1
                return True
            mine = Lock()
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=seconds):
            return True
        with self._lock:
            if mine not in self._waiting:
                # It came in this very moment.
                return True
            self._waiting.remove(mine)
            return False

    def leave(self) -> None:
        """Let the next one in."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._free += 1

    def pass_on(self) -> None:
        """Let those go first who wait already."""
        if self._waiting:
            self.leave()
            self.take()
