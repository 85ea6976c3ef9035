"""`GET /`, `/embed` and `/web/{file}`: the replay viewer, static files that use only the API.

The page loads its files from a folder that is named after their content, so browsers keep them for good and
ask for the page alone at the next visit. A page from before an upgrade still gets its remaining files.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import quote

import orjson
from flask import Blueprint, Response, current_app, request
from markupsafe import escape
from werkzeug.exceptions import NotFound

from patience.games import VARIANTS
from patience.search.difficulty import options_with_grades
from patience.search.winnable_tables import options_with_tables, shipped_tables
from patience.words import LANGUAGES
from schemas.field_errors import brief
from schemas.problems import Problem
from service.api.bundles import FIRST, bundles, closure, members_of
from service.http.compression import compressed_file, prefers_brotli
from service.http.error_handlers import problem_response
from service.http.negotiation import accepted_language, require_acceptable

views = Blueprint("pages", __name__)

WEB = Path(__file__).parent.parent / "web"

DOCS = WEB / "docs"
"""The files of `/docs`, which have a policy of their own."""

MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        # The picture of a game to share is drawn from a blob.
        "img-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

EMBED_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""Any site may embed the viewer: the page has no secrets and no actions in a user's name."""

POLICIES = {
    # A worker has the policy of its script.
    "prospects/worker.js": POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"),
}
"""The policies of files that are not pages, by path."""


FAVOURITES = ("klondike", "spider", "freecell", "pyramid", "three-peaks", "golf", "yukon", "forty-thieves")
"""The games whose pictures the front page shows."""

FOREVER = "public, max-age=31536000, immutable"

_FOLDER = re.compile(r"v[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class File:
    """A static file. Its ETag is a hash of its bytes, so every instance sends the same one."""

    body: bytes
    media_type: str
    etag: str


@cache
def files() -> dict[str, File]:
    """Read every file of the viewer, by path. Only these paths are served."""
    own = {
        path.relative_to(WEB).as_posix(): read(path)
        for path in sorted(WEB.rglob("*"))
        if path.suffix in MEDIA_TYPES and DOCS not in path.parents
    }
    made = {path: file_of(text.encode(), ".js") for path, text in bundles(modules(own)).items()}
    return own | made | {"data/deals.json": file_of(orjson.dumps(known_deals()), ".json")}


def modules(of: Mapping[str, File]) -> dict[str, str]:
    """Return the texts of the modules among files."""
    return {path: file.body.decode() for path, file in of.items() if path.endswith(".js")}


@cache
def folder() -> str:
    """Return the name of the folder of the current files: a hash of their names and content."""
    listed = "".join(f"{name} {file.etag}\n" for name, file in files().items())
    return f"v{sha256(listed.encode()).hexdigest()[:12]}"


@cache
def page(*, has_days: bool) -> dict[str, File]:
    """Return the page, which starts with a bundle and links to the folder of the current files.

    It has room for the deals of the day from the start where the service has them, so nothing moves later.
    """
    body = files()["index.html"].body.replace(b'"web/start.js"', f'"web/{FIRST}"'.encode())
    body = body.replace(b'"web/', f'"web/{folder()}/'.encode())
    if not has_days:
        body = body.replace(b'class="starting"', b'class="starting without-days"', 1)
    return {"index.html": file_of(body, ".html")}


def known_deals() -> dict[str, Any]:
    """Return what the front page knows of games.

    These are its favourites, and by variant the options with tables of winnable deals, those with grades,
    and the usual odds.
    """
    sources = {"winnable": options_with_tables, "graded": options_with_grades, "odds": usual_odds}
    known_by_variant = {
        name: {variant: known for variant in VARIANTS if (known := source(variant))}
        for name, source in sources.items()
    }
    return {"favourites": FAVOURITES, **known_by_variant}


def usual_odds(variant: str) -> tuple[float, float] | None:
    """Return bounds of the share of deals that can be won with default options, None where there is no table.

    They hold with 95 % confidence (`patience.search.winnable_tables`).
    """
    usual = {option.name: option.default for option in VARIANTS[variant].options}
    tables = (table.made for table in shipped_tables())
    return next(
        (made.share for made in tables if made.variant == variant and dict(made.rules) == usual), None
    )


def read(path: Path) -> File:
    """Read a file."""
    return file_of(path.read_bytes(), path.suffix)


def file_of(body: bytes, suffix: str) -> File:
    """Build a file whose media type follows from `suffix`."""
    return File(body, MEDIA_TYPES[suffix], sha256(body).hexdigest()[:32])


def _has_days() -> bool:
    return "daily" not in current_app.config["SETTINGS"].missing_features


@views.get("/")
def get_viewer() -> Response:
    """Return the viewer."""
    return send(page(has_days=_has_days()), "index.html", POLICY)


@cache
def worker() -> dict[str, File]:
    """Return the service worker, which keeps every file that the page may load, and the page's manifest.

    A browser installs it anew when a byte of it differs, so it changes with any file.
    """
    unneeded = ("data/examples/", "index.html", "offline.js", "loader.js", "rules.", "icon-", "element/")
    sources = modules(files())
    bundled = {module for members in members_of(sources).values() for module in members}
    # The search runs in a worker, which imports its modules one by one.
    bundled -= set(closure(["prospects/worker.js"], sources))
    listed = [
        f"web/{folder()}/{name}" for name in files() if not name.startswith(unneeded) and name not in bundled
    ]
    pictures = [f"games/{variant}.svg" for variant in FAVOURITES]
    texts = {"VERSION": folder(), "FILES": listed, "PICTURES": pictures}
    head = "".join(f"const {name} = {orjson.dumps(text).decode()};\n" for name, text in texts.items())
    return {
        "offline.js": file_of(head.encode() + files()["offline.js"].body, ".js"),
        "manifest.webmanifest": files()["manifest.webmanifest"],
    }


@views.get("/offline.js")
@views.get("/manifest.webmanifest")
def get_worker() -> Response:
    """Return the service worker or the manifest. They are beside the page, whose scope they have."""
    # The policy of a worker is that of its script.
    return send(worker(), request.path.rpartition("/")[2], POLICY)


@views.get("/embed")
def get_embedded_viewer() -> Response:
    """Return the viewer for a frame on another site: the board and its controls alone."""
    return send(page(has_days=_has_days()), "index.html", EMBED_POLICY)


@views.get("/web/<path:name>")
def get_file(name: str) -> Response:
    """Return a file that the viewer loads."""
    version, _, rest = name.partition("/")
    if not _FOLDER.fullmatch(version):
        return send(files(), name, POLICIES.get(name))
    response = send(files(), rest, POLICIES.get(rest))
    if version == folder():
        response.headers["Cache-Control"] = FOREVER
    return response


NO_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found – Patience Referee</title>
<link rel="icon" href="{root}/web/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{root}/web/rules.css">
<main>
<h1>Page not found</h1>
<p>This address does not exist. Perhaps the link was cut off.</p>
<ul>
<li><a href="{root}/">Play, or check a game</a></li>
<li><a href="{root}/rules">The rules of all games</a></li>
<li><a href="{root}/docs">The API</a></li>
</ul>
</main>
</html>
"""


@views.app_errorhandler(NotFound)
def page_not_found(error: NotFound) -> Response:
    """Answer a browser with a page that leads on, and all other clients with a problem."""
    accepted = request.accept_mimetypes
    if request.path.startswith("/v1") or accepted["text/html"] <= accepted["application/json"]:
        return problem_response(error)
    body = NO_PAGE.format(root=escape(request.script_root))
    headers = {"Content-Security-Policy": POLICY}
    return Response(body, HTTPStatus.NOT_FOUND, headers, content_type="text/html; charset=utf-8")


def without_slash() -> Response | None:
    """Redirect a path with a slash at its end, because the page's relative links would break."""
    path = request.path
    if not path.endswith("/"):
        return None
    location = "../" + quote(path.rstrip("/").rpartition("/")[2])
    return Response(status=HTTPStatus.PERMANENT_REDIRECT, headers={"Location": location})


def language() -> str:
    """Return the language that the address names, else the client's, else English."""
    code = request.args.get("lang", "").partition("-")[0]
    return code if code in LANGUAGES else accepted_language()


def in_language(response: Response, lang: str) -> Response:
    """Return the response with the language that the client was given."""
    response.headers["Content-Language"] = lang
    response.vary.add("Accept-Language")
    return response


def send(known: Mapping[str, File], name: str, policy: str | None = None) -> Response:
    """Return a file, a page with its Content-Security-Policy; 304 if the client has it already.

    Raises Problem if the file does not exist, or if the client does not accept its media type.
    """
    if name not in known:
        raise Problem(HTTPStatus.NOT_FOUND, f"No file has the name {brief(name)}.")
    file = known[name]
    require_acceptable(file.media_type)
    body, etag = file.body, file.etag
    is_picture = file.media_type == MEDIA_TYPES[".png"]
    compressed = not is_picture and prefers_brotli(request.environ.get("HTTP_ACCEPT_ENCODING", ""))
    if compressed:
        body, etag = compressed_file(body), f"{etag}:br"
    charset = "" if is_picture or file.media_type == MEDIA_TYPES[".wasm"] else "; charset=utf-8"
    response = Response(body, content_type=file.media_type + charset)
    if compressed:
        response.headers["Content-Encoding"] = "br"
    if policy:
        response.headers["Content-Security-Policy"] = policy
    else:
        # A file has none of the other headers of the usual list, and a first visit loads some 35 files.
        response.headers["Access-Control-Expose-Headers"] = "ETag"
    # Names without a version: browsers ask each time and usually get a 304.
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(etag)
    response.make_conditional(request)
    return response
