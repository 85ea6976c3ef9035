"""`GET /openapi.json`, `/openapi.yaml`, the JSON Schemas, `/docs` and `/llms.txt`: the API described."""

from functools import cache
from importlib.resources import files as files_of
from pathlib import Path

from flask import Blueprint, Response

from service.api import pages
from service.config import resource_path
from service.http.negotiation import json_response, require_acceptable
from service.openapi.declaration_schema import HOUSE_SCHEMA_FILE, SCHEMA_FILE
from service.openapi.document import as_yaml, document

views = Blueprint("docs", __name__)

SWAGGER_UI = ("swagger-ui-bundle.js", "swagger-ui.css")

# Swagger UI's style sheet embeds its icons as data URLs.
POLICY = pages.POLICY.replace("img-src 'self' blob:", "img-src 'self' data:")


@views.get("/openapi.json")
def get_json() -> Response:
    """Return the description as JSON."""
    return json_response(document())


@views.get("/openapi.yaml")
def get_yaml() -> Response:
    """Return the description as YAML."""
    require_acceptable("application/yaml")
    return Response(as_yaml(), content_type="application/yaml")


@views.get("/declaration.schema.json")
def get_declaration_schema() -> Response:
    """Return the JSON Schema of declarations as answers have them."""
    return _schema(SCHEMA_FILE)


@views.get("/house-game.schema.json")
def get_house_game_schema() -> Response:
    """Return the JSON Schema of a file with a game of an operator's own."""
    return _schema(HOUSE_SCHEMA_FILE)


def _schema(file: str) -> Response:
    require_acceptable("application/schema+json")
    return Response(resource_path(file).read_bytes(), content_type="application/schema+json")


@views.get("/llms.txt")
def get_summary() -> Response:
    """Return the API in a page for language models; the links of the documentation are left out."""
    require_acceptable("text/plain")
    text = resource_path("docs/llms.txt").read_text("utf-8")
    return Response(text.partition("\n## Docs\n")[0], content_type="text/plain; charset=utf-8")


@views.get("/docs")
def get_page() -> Response:
    """Return the page."""
    return pages.without_slash() or pages.send(files(), "index.html", POLICY)


@views.get("/docs/<path:name>")
def get_file(name: str) -> Response:
    """Return a file that the page loads."""
    return pages.send(files(), name, POLICY)


@cache
def files() -> dict[str, pages.File]:
    """Read every file of the page, by name."""
    package = Path(str(files_of("flask_swagger_ui"))) / "dist"
    paths = [*sorted(pages.DOCS.iterdir()), *(package / name for name in SWAGGER_UI)]
    return {path.name: pages.read(path) for path in paths if path.suffix in pages.MEDIA_TYPES}
