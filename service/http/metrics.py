"""The counters behind ``/metrics``, of one process and summed over all workers."""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from patience.games import VARIANTS
from patience.kernel.loader import engine_name
from patience.search.findings import Finding
from service import __version__
from service.config import METRICS_DIRECTORY
from service.judging.judgements import Judged

if TYPE_CHECKING:
    from prometheus_client import Metric

_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600)

_METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS"})


class Metrics:
    """The counters of one process, and the sums over all processes that share its directory.

    prometheus-client decides at its import whether processes count together, so it is imported only once the
    environment is complete.
    """

    def __init__(self) -> None:
        from prometheus_client import (  # noqa: PLC0415
            CONTENT_TYPE_PLAIN_0_0_4,
            CollectorRegistry,
            Counter,
            Gauge,
            Histogram,
        )

        self.media_type = CONTENT_TYPE_PLAIN_0_0_4
        self._registry = CollectorRegistry()
        self._verdicts = Counter(
            "patience_referee_verdicts",
            "Verdicts; the reason is that of the first illegal move, if there is one.",
            ("variant", "outcome", "reason"),
            registry=self._registry,
        )
        self._moves = Counter(
            "patience_referee_moves_judged", "Moves played or judged illegal.", registry=self._registry
        )
        self._prospects = Counter(
            "patience_referee_prospects",
            "Answered requests for prospects; the proof is empty without one.",
            ("variant", "prospect", "proof"),
            registry=self._registry,
        )
        self._positions = Counter(
            "patience_referee_positions_searched", "Positions expanded by searches.", registry=self._registry
        )
        self._seconds = Histogram(
            "patience_referee_request_seconds",
            "Time from the head of a request to the end of its answer.",
            ("route", "method", "status"),
            buckets=_BUCKETS,
            registry=self._registry,
        )

        # Of workers that have ended nothing is in progress.
        self._requests = Gauge(
            "patience_referee_requests_in_flight",
            "Requests whose answers are not complete.",
            registry=self._registry,
            multiprocess_mode="livesum",
        )
        self.searches = Gauge(
            "patience_referee_searches_in_flight",
            "Searches that run or wait for a thread.",
            registry=self._registry,
            multiprocess_mode="livesum",
        )

    def count_verdict(self, judged: Judged) -> None:
        """Count a verdict and its moves."""
        self._verdicts.labels(_series(judged.variant), judged.outcome, judged.reason).inc()
        self._moves.inc(judged.moves_played + bool(judged.reason))

    def count_prospect(self, variant: str, finding: Finding, positions: int) -> None:
        """Count a prospect and the positions searched for it."""
        self._prospects.labels(_series(variant), finding.prospect, finding.proof or "").inc()
        self._positions.inc(positions)

    def begin_request(self) -> None:
        """Count a request as in flight."""
        self._requests.inc()

    def observe_request(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a request that has been answered, and the time that it took."""
        self._requests.dec()
        # Clients can invent methods without end; each would be a series of its own.
        known = method if method in _METHODS else "other"
        self._seconds.labels(route, known, str(status)).observe(seconds)

    def exposition(self) -> bytes:
        """Return all counters in Prometheus' text format."""
        from prometheus_client import CollectorRegistry, generate_latest  # noqa: PLC0415
        from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415

        together = CollectorRegistry()
        together.register(_About())
        if METRICS_DIRECTORY in os.environ:
            MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        else:
            together.register(self._registry)
        return generate_latest(together)


class _About:
    """What a scrape reads anew: the build, and the processor time, memory and files of the workers."""

    def collect(self) -> Iterator["Metric"]:
        """Yield the metrics, as prometheus-client asks for them."""
        from prometheus_client import ProcessCollector  # noqa: PLC0415
        from prometheus_client.core import GaugeMetricFamily  # noqa: PLC0415

        build = GaugeMetricFamily("patience_referee_build_info", "The build.", labels=("version", "engine"))
        build.add_metric((__version__, engine_name()), 1)
        yield build
        workers = [ProcessCollector(pid=partial(str, pid), registry=None).collect() for pid in _workers()]
        for same in zip(*workers, strict=False):
            family, values = same[0], [metric.samples[0].value for metric in same]
            value = min(values) if family.name == "process_start_time_seconds" else sum(values)
            family.samples = [family.samples[0]._replace(value=value)]
            yield family


def _workers() -> list[int]:
    """Return the ids of all workers, or of this process alone if it is the only one."""
    if METRICS_DIRECTORY not in os.environ:
        return [os.getpid()]
    master = os.getppid()
    try:
        children = Path(f"/proc/{master}/task/{master}/children").read_text("ascii")
    except OSError:
        return [os.getpid()]
    return [int(pid) for pid in children.split()]


def _series(variant: str) -> str:
    """Return the label of a variant; games that requests declare share one."""
    return variant if variant in VARIANTS else "declared"
