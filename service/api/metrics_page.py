"""``GET /metrics``: for whoever knows the token, and not there at all without one."""

from hmac import compare_digest

from flask import Blueprint, Response, current_app

from service.http.metrics import metrics_of
from service.http.negotiation import bearer_token, settings, unauthorized

views = Blueprint("metrics", __name__)


# One address only, so that one rule of a proxy keeps strangers away.
@views.get("/metrics", strict_slashes=True)
def get_metrics() -> Response:
    """Everything that Prometheus may know."""
    _require_token(settings().metrics_token)
    metrics = metrics_of(current_app)
    assert metrics, "these views are of an app that keeps metrics"
    headers = {"Cache-Control": "no-store"}
    return Response(metrics.exposition(), headers=headers, content_type=metrics.media_type)


def _require_token(token: str) -> None:
    if not compare_digest(bearer_token(), token.encode()):
        raise unauthorized("The metrics need their bearer token.")
