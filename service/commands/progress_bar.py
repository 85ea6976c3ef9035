"""Progress bars of `referee verify` and `referee maintain winnable`."""

import sys
from collections import deque
from contextlib import ExitStack
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from service.bulk.run import Run
    from service.bulk.shards import Shard

_RATE_SECONDS: Final = 10
"""The rate is that of the last seconds."""

_LEAST_RATE_SECONDS: Final = 0.4
"""A shorter time gives no useful rate."""


class JudgingBar:
    """A bar that moves with every report of a worker, with games per second and the time left."""

    def __init__(self, run: "Run", stack: ExitStack) -> None:
        self._run = run
        self._finished = 0
        self._running: dict[str, tuple[int, int]] = {}
        """By shard: games and bytes."""
        self._samples: deque[tuple[float, int]] = deque()
        size = sum(archive.size for archive in run.archives)
        self._bar = stack.enter_context(_bar("Judging", size, self._rate))
        self._bar.render_progress()

    def report(self, message: tuple[str, int, int]) -> None:
        """Show the games judged and the bytes read of a shard in progress."""
        shard, games, size = message
        self._running[shard] = games, size
        self._show()

    def done(self, shard: "Shard") -> None:
        """Show that a shard is complete or has failed."""
        self._running.pop(shard.name, None)
        self._finished += shard.partition.size
        self._show()

    def _show(self) -> None:
        now, running = monotonic(), self._running.values()
        if not self._samples:
            # Starting workers takes time too, which says nothing about the time left.
            self._bar.start = self._bar.last_eta = time()
        self._samples.append((now, self._run.summary.games + sum(games for games, _ in running)))
        while now - self._samples[0][0] > _RATE_SECONDS:
            self._samples.popleft()
        done = self._finished + sum(size for _, size in running)
        self._bar.update(done - self._bar.pos, self)

    def _rate(self, _: object) -> str | None:
        if not self._samples:
            return None
        (start, before), (end, games) = self._samples[0], self._samples[-1]
        if end - start < _LEAST_RATE_SECONDS:
            return None
        return f"{max(games - before, 0) / (end - start):,.0f} games/s"


class CountingBar:
    """A bar that moves by counts, with the time left."""

    def __init__(self, label: str, total: int, stack: ExitStack) -> None:
        self._bar = stack.enter_context(_bar(label, total))
        self._bar.render_progress()

    def add(self, count: int) -> None:
        """Show that `count` more are done."""
        self._bar.update(count)


def _bar(label: str, length: int, note: Any = None) -> Any:
    return click.progressbar(
        length=length, label=label, show_percent=True, item_show_func=note, file=sys.stderr
    )
