"""`GET /games`, `/games/{variant}` and its picture: a page for each game, to be found and linked."""

import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from html import escape
from typing import Final

from flask import Blueprint, Response
from markdown_it import MarkdownIt

from patience.compilation.compiled_rules import tables_for
from patience.games import VARIANTS
from patience.rules.variant import Variant
from patience.search.daily_deals import scale_for_days
from patience.words.rules_in_sentences import rules_in_sentences
from service.api import pages
from service.api.board_picture import picture_of
from service.api.rules_page import families_listed, page_of
from service.api.rules_tables import table
from service.config import resource_path
from service.judging.house_variants import is_house

views = Blueprint("game_pages", __name__)

_PAGE: Final = """<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<meta name="description" content="{description}">
<link rel="icon" href="{root}web/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{root}web/rules.css">
</head>
<body>
<nav>
<a href="{root}.">Play and check games</a> <a href="{games}">All games</a> <a href="{root}rules">The rules</a>
</nav>
<main>
{body}</main>
</body>
</html>
"""

_SECTION: Final = r"^## [^\n]*`{}`\n(.*?)(?=^## |\Z)"
_LINK: Final = re.compile(r"\[([^]]+)\]\([^)]*\)")


def odds(variant: Variant) -> str:
    """Say how many deals can be won with default options, or that it is not known."""
    if share := pages.usual_odds(variant.id):
        return f"A player who sees all cards can win between {share[0]:.1%} and {share[1]:.1%} of all deals."
    return "It has not been counted yet how many of its deals can be won."


@cache
def game_page(name: str) -> pages.File:
    """Render the page of a game: a picture, its rules and options, its odds, and doors to play."""
    variant = VARIANTS[name]
    daily = f'<a href="../#v=1&amp;variant={name}&amp;daily=today">Today’s deal</a>'
    doors = [f'<a href="../#game={name}"><b>Play {escape(variant.title)}</b></a>']
    doors += [daily] * (scale_for_days(tables_for(name)) is not None)
    body = (
        f"<h1>{escape(variant.title)}</h1>\n"
        f'<p><img src="{name}.svg" alt="The opening of {escape(variant.title)}" class="board"></p>\n'
        f"<p>{' · '.join(doors)}</p>\n<p>{odds(variant)}</p>\n"
        f"<h2>Rules and options</h2>\n{MarkdownIt('commonmark').enable('table').render(_rules(variant))}"
    )
    description = f"Play {variant.title} and see why a move is illegal and whether it can still be won."
    return _file(variant.title, description, body, root="../", games="../games")


def _rules(variant: Variant) -> str:
    """Return the rules of a game as Markdown: in sentences, what their documentation adds, and as a table."""
    told = "".join(f"* {sentence}\n" for sentence in rules_in_sentences(variant.rules))
    return f"{told}\n{_notes(variant)}\n{table(variant, piles=True)}"


def _notes(variant: Variant) -> str:
    """Return the section of a game on the page of its family, without tables and links."""
    if is_house(variant):
        return ""
    text = resource_path(f"docs/rules/{page_of(variant.family)}.md").read_text("utf-8")
    found = re.search(_SECTION.format(re.escape(variant.id)), text, re.MULTILINE | re.DOTALL)
    return _LINK.sub(r"\1", found[1] if found else "")


@cache
def list_page() -> pages.File:
    """Render the list of all games by family."""
    body = "<h1>All games</h1>\n" + "".join(
        f"<h2>{escape(family)}</h2>\n<ul>\n{''.join(_entries(family))}</ul>\n" for family in families_listed()
    )
    description = f"{len(VARIANTS)} solitaire (patience) games to play and to check."
    return _file("All games", description, body, root="", games="games")


def _entries(family: str) -> Iterator[str]:
    for variant in VARIANTS.values():
        if variant.family == family:
            yield f'<li><a href="games/{variant.id}">{escape(variant.title)}</a></li>\n'


def _file(title: str, description: str, body: str, *, root: str, games: str) -> pages.File:
    page = _PAGE.format(
        title=f"{escape(title)} – Patience Referee",
        description=escape(description),
        body=body,
        root=root,
        games=games,
    )
    return pages.file_of(page.encode(), ".html")


@cache
def picture(name: str) -> pages.File:
    """Draw the picture of a game."""
    body = picture_of(VARIANTS[name]).encode()
    return pages.File(body, "image/svg+xml", sha256(body).hexdigest()[:32])


@views.get("/games")
def get_games() -> Response:
    """Return the list of all games."""
    return pages.without_slash() or pages.send({"games": list_page()}, "games", pages.POLICY)


@views.get("/games/<name>")
def get_game(name: str) -> Response:
    """Return the page of a game, or its picture below its name with `.svg`."""
    if redirect := pages.without_slash():
        return redirect
    game, _, suffix = name.partition(".")
    if game not in VARIANTS or suffix not in ("", "svg"):
        return pages.send({}, name)
    if suffix:
        return pages.send({name: picture(game)}, name, PICTURE_POLICY)
    return pages.send({name: game_page(game)}, name, pages.POLICY)


PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""A picture has styles of its own, and nothing else."""
