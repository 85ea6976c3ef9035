"""The work of readers: counted, so that it can be charged for, and interrupted between its steps."""

from collections.abc import Callable
from typing import Final

STEPS: Final = 16
"""Steps between two interruptions; a step takes at most some 100 microseconds."""


class Work:
    """Counts the steps of a reader, each a bounded piece of work: a line, a move, or a compared position.

    Every ``STEPS`` steps it calls ``between``, which may wait while others work, or raise to end the reading.
    """

    def __init__(self, between: Callable[[], object] = int) -> None:
        self.steps = 0
        self._between = between

    def step(self) -> None:
        """Count a step."""
        self.steps += 1
        if self.steps % STEPS == 0:
            self._between()


UNCOUNTED: Final = Work()
"""The work of callers that neither charge for it nor interrupt it."""
