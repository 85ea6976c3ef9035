"""``GET /v1/variants``: what can be refereed."""

from flask import Blueprint, Response

from schemas.variants import variant_json, variants_json
from service.api.deals import find_variant
from service.http.exchange import json_response

views = Blueprint("variants", __name__)

CACHE = {"Cache-Control": "public, max-age=3600"}


@views.get("/v1/variants")
def get_variants() -> Response:
    """Every variant in short."""
    return json_response(variants_json(), CACHE)


@views.get("/v1/variants/<variant>")
def get_variant(variant: str) -> Response:
    """One variant in full."""
    return json_response(variant_json(find_variant(variant)), CACHE)
