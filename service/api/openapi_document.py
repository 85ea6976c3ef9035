"""``GET /openapi.json`` and ``/openapi.yaml``: the description of this API."""

from flask import Blueprint, Response

from service.http.negotiation import json_response, require_acceptable
from service.openapi.document import as_yaml, document

views = Blueprint("description", __name__)


@views.get("/openapi.json")
def get_json() -> Response:
    """The description as JSON."""
    return json_response(document())


@views.get("/openapi.yaml")
def get_yaml() -> Response:
    """The description as YAML."""
    require_acceptable("application/yaml")
    return Response(as_yaml(), content_type="application/yaml")
