"""What an app counts, if anybody may read it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from flask import Flask, current_app

from service.config import Settings
from service.judging.judge import Judged
from service.prospects.findings import Finding

if TYPE_CHECKING:
    from service.http.prometheus import Metrics


def register_metrics(app: Flask, settings: Settings) -> None:
    """Let an app keep metrics if there is a token to read them with."""
    if settings.metrics_token:
        # Here, since prometheus-client must find the environment complete; see there.
        from service.http.prometheus import Metrics  # noqa: PLC0415

        app.extensions["metrics"] = Metrics()


def metrics_of(app: Flask) -> "Metrics | None":
    """The metrics of an app, if it keeps any."""
    found: Metrics | None = app.extensions.get("metrics")
    return found


def verdict_counter() -> Callable[[Judged], None]:
    """What counts the verdicts of the app that serves this request; does nothing without metrics."""
    metrics = metrics_of(current_app)
    return metrics.count_verdict if metrics else _count_nothing


def prospect_counter() -> Callable[[str, Finding, int], None]:
    """What counts prospects, by variant, and the positions that they took; does nothing without metrics."""
    metrics = metrics_of(current_app)
    return metrics.count_prospect if metrics else _count_nothing


def _count_nothing(*_: object) -> None:
    pass
