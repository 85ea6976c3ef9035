"""`GET /v1`, `/livez`, `/readyz` and `/metrics`: the service itself, its health and its counters."""

from hmac import compare_digest
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, current_app

from patience.kernel.loader import engine_name
from patience.search.search_runner import is_available
from schemas.problems import not_ready
from schemas.service_index import service_json
from service.api.claims import key_ring
from service.config import Settings
from service.http.bearer_tokens import bearer_token, unauthorized
from service.http.negotiation import cached_json, json_response
from service.judging.judge import judge
from service.judging.judgements import Result

views = Blueprint("root", __name__)
metrics_views = Blueprint("metrics", __name__)
"""Registered only if a metrics token is set."""

CACHE_CONTROL: Final = "public, max-age=300"
"""As short as for the key set."""

GOLDEN_GAME: Final = Path(__file__).with_name("golden_game.json")
"""A replay request whose game is won with its last move."""


@views.get("/v1")
def get_service() -> Response:
    """Describe the service: features, limits, keys."""
    settings: Settings = current_app.config["SETTINGS"]
    limits = settings.limits(search=is_available())
    described = service_json(
        settings.missing_features, limits, settings.issuer, key_ring().public, engine_name()
    )
    return cached_json(described, CACHE_CONTROL)


@views.get("/livez")
def get_livez() -> Response:
    """Report that the process answers."""
    return json_response({"status": "alive"}, {"Cache-Control": "no-store"})


@views.get("/readyz")
def get_readyz() -> Response:
    """Report that the referee judges: the golden game replays to its known end."""
    judged = judge(GOLDEN_GAME.read_bytes())
    if judged.result is not Result.VALID or judged.outcome != "won":
        raise not_ready()
    return json_response({"status": "ready", "engine": engine_name()}, {"Cache-Control": "no-store"})


# Exactly one address, so that one rule of a proxy protects it.
@metrics_views.get("/metrics", strict_slashes=True)
def get_metrics() -> Response:
    """Return all counters for Prometheus. Requires the metrics token."""
    if not compare_digest(bearer_token(), current_app.config["SETTINGS"].metrics_token.encode()):
        raise unauthorized("The metrics need their bearer token.")
    metrics = current_app.extensions["metrics"]
    headers = {"Cache-Control": "no-store"}
    return Response(metrics.exposition(), headers=headers, content_type=metrics.media_type)
