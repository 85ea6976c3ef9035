"""``GET /v1/variants``: what can be refereed."""

from flask import Blueprint, Response

from schemas.variant_description import variant_json, variants_json
from service.api.deals import CACHE_CONTROL, find_variant
from service.http.negotiation import cached_json

views = Blueprint("variants", __name__)


@views.get("/v1/variants")
def get_variants() -> Response:
    """Every variant in short."""
    return cached_json(variants_json(), CACHE_CONTROL)


@views.get("/v1/variants/<variant>")
def get_variant(variant: str) -> Response:
    """One variant in full."""
    return cached_json(variant_json(find_variant(variant)), CACHE_CONTROL)
