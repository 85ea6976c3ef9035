"""``GET /``, ``/embed`` and ``/web/{file}``: the replay viewer, static files that ask nothing but the API."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

import orjson
from flask import Blueprint, Response, request

from service.engine.variants import VARIANTS
from service.http.negotiation import require_acceptable
from service.judging.problems import Problem
from service.prospects.winnable_tables import options_with_tables

views = Blueprint("pages", __name__)

WEB = Path(__file__).parent.parent / "web"

DOCS = WEB / "docs"
"""The page of the API: a page of its own, with its own policy."""

MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

EMBED_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""Any site may show a game: the page holds no secrets, and nothing can be done on it in somebody's name."""


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent; its ETag depends on nothing but its bytes, so every instance names it alike."""

    body: bytes
    media_type: str
    etag: str


@cache
def files() -> dict[str, File]:
    """Every file of the viewer by its path; a path that is not here is no file, whatever it points at."""
    own = {
        path.relative_to(WEB).as_posix(): read(path)
        for path in sorted(WEB.rglob("*"))
        if path.suffix in MEDIA_TYPES and DOCS not in path.parents
    }
    return own | {"winnable.json": file_of(orjson.dumps(tables_of_deals()), ".json")}


def tables_of_deals() -> dict[str, list[str]]:
    """The options with a table of winnable deals, by variant: the viewer asks for no others."""
    return {variant: known for variant in VARIANTS if (known := options_with_tables(variant))}


def read(path: Path) -> File:
    """A file, read once for all."""
    return file_of(path.read_bytes(), path.suffix)


def file_of(body: bytes, suffix: str) -> File:
    """What is sent of a file with this ending."""
    return File(body, MEDIA_TYPES[suffix], sha256(body).hexdigest()[:32])


@views.get("/")
def get_viewer() -> Response:
    """The viewer."""
    return send(files(), "index.html", POLICY)


@views.get("/embed")
def get_embedded_viewer() -> Response:
    """The viewer for a frame on another site: the board and its controls alone."""
    return send(files(), "index.html", EMBED_POLICY)


@views.get("/web/<path:name>")
def get_file(name: str) -> Response:
    """A file that the viewer loads."""
    return send(files(), name, POLICY)


def without_slash() -> Response | None:
    """The way to a page that was asked for with a slash at its end: its relative links would go astray."""
    path = request.path
    if not path.endswith("/"):
        return None
    location = "../" + path.rstrip("/").rpartition("/")[2]
    return Response(status=HTTPStatus.PERMANENT_REDIRECT, headers={"Location": location})


def send(known: Mapping[str, File], name: str, policy: str) -> Response:
    """The file of this name under a Content-Security-Policy, unless the client has it already.

    Raises Problem if there is none, or if the client does not take its media type.
    """
    if name not in known:
        raise Problem(HTTPStatus.NOT_FOUND, "There is no such file.")
    file = known[name]
    require_acceptable(file.media_type)
    response = Response(file.body, content_type=f"{file.media_type}; charset=utf-8")
    response.headers["Content-Security-Policy"] = policy
    # File names carry no version: a browser asks each time, and is mostly told that nothing changed.
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(file.etag)
    response.make_conditional(request)
    return response
