"""Pairs of runs, one after the other, so that other load on the machine affects both alike."""

import json
import os
import statistics
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import clock_gettime

from patience.cards import CODES
from patience.kernel import loader
from patience.kernel.loader import VARIABLE
from patience.play.replay import GameLog
from tests.benchmarks.engine import patience_games

_CPUCLOCK_SCHED = 2
"""On Linux, part of the id of a process's CPU clock, as clock_getcpuclockid(3) computes it."""


@dataclass(frozen=True)
class Ratio:
    """A measured ratio: one figure per round."""

    name: str
    figures: list[float]
    target: str
    note: str = ""

    def row(self) -> str:
        """Return a row of the table: the median and the spread of the middle half."""
        if len(self.figures) > 1:
            low, median, high = statistics.quantiles(self.figures, n=4)
        else:
            low = median = high = self.figures[0]
        return f"{self.name:52} {median:7.3f}  ({low:.3f} to {high:.3f})  {self.target:8} {self.note}"


@contextmanager
def judged_by(wanted: str) -> Iterator[None]:
    """Choose the engine for this process and its children, as `REFEREE_KERNEL` does."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = wanted
    _choose_anew()
    try:
        yield
    finally:
        del os.environ[VARIABLE]
        if before is not None:
            os.environ[VARIABLE] = before
        _choose_anew()


def _choose_anew() -> None:
    loader._loaded.cache_clear()
    loader._choose.cache_clear()


def paired(first: Callable[[], float], second: Callable[[], float], rounds: int) -> list[tuple[float, float]]:
    """Measure both in turn; alternate which comes first."""
    pairs = []
    for index in rounded(rounds):
        if index % 2:
            b = second()
            pairs.append((first(), b))
        else:
            pairs.append((first(), second()))
    return pairs


def rounded(rounds: int) -> Iterator[int]:
    """Yield the numbers of the rounds; show them on a terminal."""
    for index in range(rounds):
        if sys.stderr.isatty():
            print(f"\rround {index + 1} of {rounds} ", end="", file=sys.stderr)  # noqa: T201
        yield index
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)  # noqa: T201


def ratios(pairs: Iterable[tuple[float, float]]) -> list[float]:
    """Return first divided by second of each pair."""
    return [first / second for first, second in pairs]


def median(figures: Iterable[float]) -> float:
    """Return the median."""
    return statistics.median(figures)


def requests() -> list[bytes]:
    """Return replay requests of 100 to 150 legal moves, as many of each variant as the fixtures have."""
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
    """Return the processor time that a process has used so far."""
    return clock_gettime(~pid << 3 | _CPUCLOCK_SCHED)
