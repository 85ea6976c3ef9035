"""Pauses of calls to a server that does not answer, so that few requests wait for it."""

from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import TypeVar

Answer = TypeVar("Answer")


class PausedError(Exception):
    """The server did not answer a short time ago, so it was not called."""


class Pauses:
    """Calls to a server. After one that fails there is a pause, and then one call at a time tries it again.

    A pause lasts ``seconds``, or ``factor`` times as long as the call has waited if that is longer.
    """

    def __init__(self, seconds: float, factor: float, clock: Callable[[], float] = monotonic) -> None:
        self._seconds, self._factor, self._clock = seconds, factor, clock
        self.retry_at = 0.0
        """When the server is tried again; 0 while it answers."""
        self._trial = Lock()

    def call(self, function: Callable[[], Answer], failure: type[Exception]) -> Answer:
        """Return what a function returns; note a `failure` that it raises.

        Raises PausedError during a pause, and while another call tries the server again.
        """
        is_trial = self.retry_at > 0
        started = self._clock()
        if started < self.retry_at or (is_trial and not self._trial.acquire(blocking=False)):
            raise PausedError
        try:
            answer = function()
            self.retry_at = 0.0
        except failure:
            now = self._clock()
            self.retry_at = now + max(self._seconds, self._factor * (now - started))
            raise
        finally:
            if is_trial:
                self._trial.release()
        return answer
