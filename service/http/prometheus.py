"""The counters behind ``/metrics``.

To be imported only once the environment is complete: prometheus-client decides at its import whether
processes count together.
"""

import os
from typing import Final

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from service.config import METRICS_DIRECTORY
from service.judging.judge import Judged
from service.prospects.findings import Finding

_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600)


class Metrics:
    """The counters of one process, and the sums over all that share its directory."""

    media_type: Final = CONTENT_TYPE_PLAIN_0_0_4

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._verdicts = Counter(
            "patience_referee_verdicts",
            "Verdicts; the reason is that of the first illegal move, if there is one.",
            ("variant", "outcome", "reason"),
            registry=self._registry,
        )
        self._moves = Counter(
            "patience_referee_moves_judged", "Moves played or found illegal.", registry=self._registry
        )
        self._prospects = Counter(
            "patience_referee_prospects",
            "Prospects that were asked for; the proof is empty where there is none.",
            ("variant", "prospect", "proof"),
            registry=self._registry,
        )
        self._positions = Counter(
            "patience_referee_positions_searched", "Positions expanded by searches.", registry=self._registry
        )
        self._seconds = Histogram(
            "patience_referee_request_seconds",
            "From the head of a request to the end of its answer.",
            ("route", "method", "status"),
            buckets=_BUCKETS,
            registry=self._registry,
        )

    def count_verdict(self, judged: Judged) -> None:
        """Count a verdict and its moves."""
        self._verdicts.labels(judged.variant, judged.outcome, judged.reason).inc()
        self._moves.inc(judged.moves_played + bool(judged.reason))

    def count_prospect(self, variant: str, finding: Finding, positions: int) -> None:
        """Count a prospect and the positions that it took."""
        self._prospects.labels(variant, finding.prospect, finding.proof or "").inc()
        self._positions.inc(positions)

    def observe_request(self, route: str, method: str, status: int, seconds: float) -> None:
        """Note how long a request took."""
        self._seconds.labels(route, method, str(status)).observe(seconds)

    def exposition(self) -> bytes:
        """Everything in Prometheus' text format."""
        if METRICS_DIRECTORY not in os.environ:
            return generate_latest(self._registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)
