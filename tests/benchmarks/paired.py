"""Pairs of runs, one after the other, so that what else the machine does weighs on both alike."""

import json
import os
import statistics
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import clock_gettime

from service.engine.cards import CODES
from service.engine.replay import GameLog
from service.judging.kernel_loader import VARIABLE, kernel
from tests.benchmarks.engine import patience_games

_CPUCLOCK_SCHED = 2
"""Of Linux: with a process's id, the clock that clock_getcpuclockid(3) gives for it."""


@dataclass(frozen=True)
class Ratio:
    """What was measured: one figure a round."""

    name: str
    figures: list[float]
    target: str
    note: str = ""

    def row(self) -> str:
        """The median, and the spread of the middle half."""
        if len(self.figures) > 1:
            low, median, high = statistics.quantiles(self.figures, n=4)
        else:
            low = median = high = self.figures[0]
        return f"{self.name:52} {median:7.3f}  ({low:.3f} to {high:.3f})  {self.target:8} {self.note}"


@contextmanager
def judged_by(wanted: str) -> Iterator[None]:
    """Choose the engine for this process, as ``REFEREE_KERNEL`` does, and for those that it starts."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = wanted
    kernel.cache_clear()
    try:
        yield
    finally:
        del os.environ[VARIABLE]
        if before is not None:
            os.environ[VARIABLE] = before
        kernel.cache_clear()


def paired(first: Callable[[], float], second: Callable[[], float], rounds: int) -> list[tuple[float, float]]:
    """Measure both in turn; which comes first alternates too."""
    found = []
    for index in rounded(rounds):
        if index % 2:
            b = second()
            found.append((first(), b))
        else:
            found.append((first(), second()))
    return found


def rounded(rounds: int) -> Iterator[int]:
    """The numbers of the rounds, told on a terminal."""
    for index in range(rounds):
        if sys.stderr.isatty():
            print(f"\rround {index + 1} of {rounds} ", end="", file=sys.stderr)  # noqa: T201
        yield index
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)  # noqa: T201


def ratios(pairs: Iterable[tuple[float, float]]) -> list[float]:
    """How many times the first is the second, by pair."""
    return [first / second for first, second in pairs]


def median(figures: Iterable[float]) -> float:
    """The middle one."""
    return statistics.median(figures)


def requests() -> list[bytes]:
    """Replay requests of 100 to 150 legal moves, as many of each variant as the fixtures have."""
    return [
        json.dumps(request, separators=(",", ":")).encode()
        for logs in patience_games().values()
        for request in map(_request, logs)
    ]


def _request(log: GameLog) -> dict:
    seed = log.deal.seed
    source = {"seed": seed} if seed else {"deck": [CODES[card] for card in log.deal.deck]}
    return {"variant": log.deal.tables.variant.id, **source, "moves": list(log.moves)}


def processor_seconds(pid: int) -> float:
    """What a process has used so far, to the nanosecond."""
    return clock_gettime(~pid << 3 | _CPUCLOCK_SCHED)
