"""`GET /v1/variants` and `/v1/variants/{variant}`: the games that are refereed."""

from flask import Blueprint, Response

from schemas.variant_description import find_variant, variant_json, variants_json
from service.http.negotiation import cached_json

views = Blueprint("variants", __name__)

CACHE_CONTROL = "public, max-age=3600"


@views.get("/v1/variants")
def get_variants() -> Response:
    """List every variant."""
    return cached_json(variants_json(), CACHE_CONTROL)


@views.get("/v1/variants/<variant>")
def get_variant(variant: str) -> Response:
    """Describe one variant."""
    return cached_json(variant_json(find_variant(variant)), CACHE_CONTROL)
