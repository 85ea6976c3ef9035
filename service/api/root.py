"""``GET /v1``: the service itself."""

from typing import Final

from flask import Blueprint, Response

from schemas.service_index import service_json
from service.api.jwks import key_ring
from service.http.negotiation import cached_json, settings
from service.judging.kernel_loader import engine_name
from service.prospects.search_runner import is_available

views = Blueprint("root", __name__)

CACHE_CONTROL: Final = "public, max-age=300"
"""Short, as that of the keys."""


@views.get("/v1")
def get_service() -> Response:
    """What this service can, how much it takes, whose receipts it signs."""
    keys = key_ring()
    signs = keys.signing is not None
    return cached_json(
        service_json(settings(), keys.public, engine_name(), signs=signs, searches=is_available()),
        CACHE_CONTROL,
    )
