"""The counters behind ``/metrics``, of one process and summed over all workers."""

import os
from typing import Final

from patience.games import VARIANTS
from patience.search.findings import Finding
from service.config import METRICS_DIRECTORY
from service.judging.judge import Judged

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

    def count_verdict(self, judged: Judged) -> None:
        """Count a verdict and its moves."""
        self._verdicts.labels(_series(judged.variant), judged.outcome, judged.reason).inc()
        self._moves.inc(judged.moves_played + bool(judged.reason))

    def count_prospect(self, variant: str, finding: Finding, positions: int) -> None:
        """Count a prospect and the positions searched for it."""
        self._prospects.labels(_series(variant), finding.prospect, finding.proof or "").inc()
        self._positions.inc(positions)

    def observe_request(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a request and the time that it took."""
        # Clients can invent methods without end; each would be a series of its own.
        known = method if method in _METHODS else "other"
        self._seconds.labels(route, known, str(status)).observe(seconds)

    def exposition(self) -> bytes:
        """Return all counters in Prometheus' text format."""
        from prometheus_client import CollectorRegistry, generate_latest  # noqa: PLC0415
        from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415

        if METRICS_DIRECTORY not in os.environ:
            return generate_latest(self._registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)


def _series(variant: str) -> str:
    """Return the label of a variant; games that requests declare share one."""
    return variant if variant in VARIANTS else "declared"
