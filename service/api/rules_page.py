"""`GET /rules`: the normative rules page, as HTML or Markdown."""

import re
from functools import cache
from hashlib import sha256
from typing import Final

from flask import Blueprint, Response, request
from markdown_it import MarkdownIt

from service.api import pages
from service.config import resource_path

views = Blueprint("rules", __name__)

MARKDOWN: Final = "text/markdown"
HTML: Final = "text/html"

_PAGE: Final = """<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Patience Referee: rules of play</title>
<meta name="description" content="The rules by which the Patience Referee judges.">
<link rel="icon" href="web/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="web/rules.css">
</head>
<body>
<nav><a href=".">Replay viewer</a> <a href="docs">The API</a></nav>
<main>
{}</main>
</body>
</html>
"""

_SECTION: Final = re.compile(r"<h2>(\d+)\. ")


@cache
def files() -> dict[str, pages.File]:
    """Render the page, by media type. Its sections are `/rules#1` and so on."""
    text = resource_path("docs/rules.md").read_text("utf-8")
    body = MarkdownIt("commonmark").enable("table").render(text)
    page = _PAGE.format(_SECTION.sub(r'<h2 id="\1">\1. ', body))
    return {
        media_type: _file(media_type, content) for media_type, content in ((HTML, page), (MARKDOWN, text))
    }


@views.get("/rules")
def get_rules() -> Response:
    """Return the rules page."""
    if moved := pages.without_slash():
        return moved
    response = pages.send(files(), _wanted(), pages.POLICY)
    response.vary.add("Accept")
    return response


def _wanted() -> str:
    # HTML, unless the client prefers Markdown.
    return request.accept_mimetypes.best_match((HTML, MARKDOWN), default=HTML)


def _file(media_type: str, text: str) -> pages.File:
    body = text.encode()
    return pages.File(body, media_type, sha256(body).hexdigest()[:32])
