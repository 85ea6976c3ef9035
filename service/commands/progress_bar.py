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


class Rate:
    """A rate over the last seconds."""

    SECONDS: Final = 10
    LEAST_SECONDS: Final = 0.4
    """A shorter time gives no useful rate."""

    def __init__(self) -> None:
        self._samples: deque[tuple[float, int]] = deque()

    def add(self, time: float, count: int) -> None:
        """Note the count at a time in seconds."""
        self._samples.append((time, count))
        while time - self._samples[0][0] > self.SECONDS:
            self._samples.popleft()

    def per_second(self) -> float | None:
        """Return by how much the count grows in a second; None before ``LEAST_SECONDS`` are known."""
        if not self._samples:
            return None
        (start, before), (end, after) = self._samples[0], self._samples[-1]
        seconds = end - start
        return None if seconds < self.LEAST_SECONDS else max(after - before, 0) / seconds


class JudgingBar:
    """A bar that moves with every report of a worker, with games per second and the time left."""

    def __init__(self, run: "Run", stack: ExitStack) -> None:
        self._run = run
        self._finished = 0
        self._running: dict[str, tuple[int, int]] = {}
        """By shard: games and bytes."""
        self._rate = Rate()
        self._has_begun = False
        size = sum(archive.size for archive in run.archives)
        self._bar = stack.enter_context(_bar("Judging", size, self._speed))
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
        running = self._running.values()
        if not self._has_begun:
            # Starting workers takes time too, which says nothing about the time left.
            self._bar.start = self._bar.last_eta = time()
            self._has_begun = True
        self._rate.add(monotonic(), self._run.summary.games + sum(games for games, _ in running))
        done = self._finished + sum(size for _, size in running)
        self._bar.update(done - self._bar.pos, self)

    def _speed(self, _: object) -> str | None:
        rate = self._rate.per_second()
        return None if rate is None else f"{rate:,.0f} games/s"


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
