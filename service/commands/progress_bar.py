"""Shows on a terminal how far ``referee verify`` and ``referee winnable`` are."""

import sys
from collections import deque
from contextlib import ExitStack
from threading import Lock
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from service.bulk.run import Work
    from service.bulk.shards import Shard

_PATIENCE_SECONDS: Final = 1
"""What takes no longer needs no bar."""

_RATE_SECONDS: Final = 10
"""The rate is that of the last seconds."""

_SOON_SECONDS: Final = 0.4
"""What is counted in less time says little of a rate."""


class Preparation:
    """Bars for what comes before any judging, each once it takes long."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._what = ""
        self._since = 0.0
        self._bar: Any = None

    def __call__(self, what: str, done: int, of: int) -> None:
        """Show how far this is."""
        if what != self._what:
            self._stack.close()
            self._what, self._since, self._bar = what, monotonic(), None
        if self._bar is None and monotonic() - self._since > _PATIENCE_SECONDS:
            self._bar = self._stack.enter_context(_bar(what, of))
        if self._bar is not None:
            self._bar.update(done - self._bar.pos)


class Judging:
    """A bar that moves with every game, with their rate and the time left."""

    def __init__(self, work: "Work", stack: ExitStack) -> None:
        self._work = work
        self._finished = 0
        self._running: dict[str, tuple[int, int]] = {}
        self._missing = {shard.name: shard.partition.size for shard in work.missing}
        self._samples: deque[tuple[float, int]] = deque()
        self._lock = Lock()
        self._bar = stack.enter_context(_bar("Judging", sum(self._missing.values()), self._rate))
        self._bar.render_progress()

    def working(self, shard: str, games: int, share: float) -> None:
        """Show that a shard at work has so many games, and how much of it is done."""
        with self._lock:
            # Messages may overtake each other.
            if shard in self._missing:
                self._running[shard] = games, int(share * self._missing[shard])
                self._show()

    def done(self, shard: "Shard") -> None:
        """Show that a shard is there, or has failed."""
        with self._lock:
            self._running.pop(shard.name, None)
            self._finished += self._missing.pop(shard.name)
            self._show()

    def _show(self) -> None:
        now, running = monotonic(), self._running.values()
        if not self._samples:
            # The time left is told from when a worker began, since to start workers takes time too.
            self._bar.start = self._bar.last_eta = time()
        self._samples.append((now, self._work.summary.games + sum(games for games, _ in running)))
        while now - self._samples[0][0] > _RATE_SECONDS:
            self._samples.popleft()
        there = self._finished + sum(size for _, size in running)
        self._bar.update(there - self._bar.pos, self)

    def _rate(self, _: object) -> str | None:
        if not self._samples:
            return None
        (start, before), (end, games) = self._samples[0], self._samples[-1]
        if end - start < _SOON_SECONDS:
            return None
        return f"{max(games - before, 0) / (end - start):,.0f} games/s"


class Counting:
    """A bar that moves with every few of what is counted, with the time left."""

    def __init__(self, what: str, of: int, stack: ExitStack) -> None:
        self._bar = stack.enter_context(_bar(what, of))
        self._bar.render_progress()

    def more(self, number: int) -> None:
        """Show that so many more are done."""
        self._bar.update(number)


def _bar(label: str, length: int, tell: Any = None) -> Any:
    return click.progressbar(
        length=length, label=label, show_percent=True, item_show_func=tell, file=sys.stderr
    )
