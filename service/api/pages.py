"""``GET /`` and ``/web/{file}``: the replay viewer, static files that ask nothing but the API."""

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

from flask import Blueprint, Response, request

from service.api.exchange import require_acceptable
from service.problems import Problem

views = Blueprint("pages", __name__)

WEB = Path(__file__).parent.parent / "web"

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


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent; its ETag depends on nothing but its bytes, so every instance names it alike."""

    body: bytes
    media_type: str
    etag: str


@cache
def files() -> dict[str, File]:
    """Every file of the viewer by its path; a path that is not here is no file, whatever it points at."""
    return {
        path.relative_to(WEB).as_posix(): File(body, MEDIA_TYPES[path.suffix], sha256(body).hexdigest()[:32])
        for path in sorted(WEB.rglob("*"))
        if path.suffix in MEDIA_TYPES
        for body in (path.read_bytes(),)
    }


@views.get("/")
def get_viewer() -> Response:
    """The viewer."""
    return _send("index.html")


@views.get("/web/<path:name>")
def get_file(name: str) -> Response:
    """A file that the viewer loads."""
    return _send(name)


def _send(name: str) -> Response:
    if name not in files():
        raise Problem(HTTPStatus.NOT_FOUND, "There is no such file.")
    file = files()[name]
    require_acceptable(file.media_type)
    response = Response(file.body, content_type=f"{file.media_type}; charset=utf-8")
    response.headers["Content-Security-Policy"] = POLICY
    # File names carry no version: a browser asks each time, and is mostly told that nothing changed.
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(file.etag)
    response.make_conditional(request)
    return response
