"""``GET /docs``: a page on which the API can be read and tried, with Swagger UI as its package brings it."""

from functools import cache
from importlib.resources import files as files_of
from pathlib import Path

from flask import Blueprint, Response

from service.api import pages

views = Blueprint("docs", __name__)

SWAGGER_UI = ("swagger-ui-bundle.js", "swagger-ui.css")

# The icons of its style sheet are data.
POLICY = pages.POLICY.replace("img-src 'self'", "img-src 'self' data:")


@cache
def files() -> dict[str, pages.File]:
    """Every file of the page by its name."""
    package = Path(str(files_of("flask_swagger_ui"))) / "dist"
    paths = [*sorted(pages.DOCS.iterdir()), *(package / name for name in SWAGGER_UI)]
    return {path.name: pages.read(path) for path in paths if path.suffix in pages.MEDIA_TYPES}


@views.get("/docs")
def get_page() -> Response:
    """The page."""
    return pages.without_slash() or pages.send(files(), "index.html", POLICY)


@views.get("/docs/<path:name>")
def get_file(name: str) -> Response:
    """A file that the page loads."""
    return pages.send(files(), name, POLICY)
