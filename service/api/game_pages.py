"""`GET /games`, `/games/{variant}`, its picture, and `/sitemap.xml`: pages of games to find and link."""

import re
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from html import escape
from typing import Final

from flask import Blueprint, Response, request
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
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<meta name="description" content="{description}">
<meta property="og:type" content="website">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{description}">
<link rel="alternate" hreflang="en" href="?lang=en">
<link rel="alternate" hreflang="de" href="?lang=de">
<link rel="icon" href="{root}web/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{root}web/rules.css">
</head>
<body>
<nav>
<a href="{root}.">{play}</a> <a href="{root}games">{all}</a> <a href="{root}rules">{rules}</a>
</nav>
<main>
{body}</main>
</body>
</html>
"""

_WORDS: Final = {
    "en": {
        "play": "Play and check games",
        "all": "All games",
        "rules": "The rules",
        "game": "Play {}",
        "today": "Today’s deal",
        "opening": "The opening of {}",
        "odds": "A player who sees all cards can win between {:.1%} and {:.1%} of all deals.",
        "no odds": "It has not been counted yet how many of its deals can be won.",
        "how": "How it is played",
        "exact": "The exact rules and options",
        "related": "Related games",
        "game about": "Play {} and see why a move is illegal and whether it can still be won.",
        "all about": "{} solitaire (patience) games to play and to check.",
    },
    "de": {
        "play": "Spielen und Spiele prüfen",
        "all": "Alle Spiele",
        "rules": "Die Regeln",
        "game": "{} spielen",
        "today": "Spiel des Tages",
        "opening": "Der Anfang von {}",
        "odds": "Zwischen {:.1%} und {:.1%} aller Spiele kann gewinnen, wer alle Karten sieht.",
        "no odds": "Wie viele Spiele zu gewinnen sind, ist noch nicht gezählt.",
        "how": "So wird gespielt",
        "exact": "Die genauen Regeln und Wahlmöglichkeiten (englisch)",
        "related": "Verwandte Spiele",
        "game about": "{} spielen und sehen, warum ein Zug regelwidrig und ob das Spiel zu gewinnen ist.",
        "all about": "{} Patiencen zum Spielen und Prüfen.",
    },
}
"""The texts of the pages by language. The rules of a game have their own (`patience.words`)."""

_RELATED: Final = 6

_SECTION: Final = r"^## [^\n]*`{}`\n(.*?)(?=^## |\Z)"
_LINK: Final = re.compile(r"\[([^]]+)\]\([^)]*\)")


def odds(variant: Variant, lang: str) -> str:
    """Say how many deals can be won with default options, or that it is not known."""
    share = pages.usual_odds(variant.id)
    return _WORDS[lang]["odds"].format(*share) if share else _WORDS[lang]["no odds"]


@cache
def game_page(name: str, lang: str) -> pages.File:
    """Render the page of a game: links to play it, its rules, its odds, and games like it."""
    variant, words = VARIANTS[name], _WORDS[lang]
    title = escape(variant.title)
    daily = f'<a class="play" href="../#v=1&amp;variant={name}&amp;daily=today">{words["today"]}</a>'
    doors = [f'<a class="play" href="../#game={name}"><b>{words["game"].format(title)}</b></a>']
    doors += [daily] * (scale_for_days(tables_for(name)) is not None)
    description = words["game about"].format(variant.title)
    sentences = "".join(f"<li>{escape(text)}</li>\n" for text in rules_in_sentences(variant.rules, lang))
    exact = MarkdownIt("commonmark").enable("table").render(_exact_rules(variant))
    picture = f'src="{name}.svg" alt="{words["opening"].format(title)}" class="board" itemprop="image"'
    body = (
        '<div itemscope itemtype="https://schema.org/Game">\n'
        f'<meta itemprop="description" content="{escape(description)}">\n'
        f'<h1 itemprop="name">{title}</h1>\n'
        f"<p><img {picture}></p>\n"
        f"</div>\n<p>{' '.join(doors)}</p>\n"
        f"<h2>{words['how']}</h2>\n<ul>\n{sentences}</ul>\n<p>{odds(variant, lang)}</p>\n"
        f"<h2>{words['related']}</h2>\n{_tiles(_related(variant), '')}"
        f'<details lang="en-GB"><summary>{words["exact"]}</summary>\n{exact}</details>\n'
    )
    return _file(variant.title, description, body, lang=lang, root="../")


def _exact_rules(variant: Variant) -> str:
    """Return what the documentation adds to the sentences, and the table of piles, as Markdown."""
    return f"{_notes(variant)}\n{table(variant, piles=True)}"


def _related(variant: Variant) -> list[Variant]:
    """Return the games of the same family that are nearest in the list."""
    family = [other for other in VARIANTS.values() if other.family == variant.family]
    at = family.index(variant)
    near = sorted(range(len(family)), key=lambda other: abs(other - at))
    return [family[other] for other in near[1 : _RELATED + 1]]


def _tiles(variants: Iterable[Variant], folder: str) -> str:
    """Return pictures with titles that lead to the pages of games. The folder is that of the pages."""
    tiles = (
        f'<li><a href="{folder}{variant.id}"><img src="{folder}{variant.id}.svg" alt="" loading="lazy" '
        f'width="150" height="110">{escape(variant.title)}</a></li>\n'
        for variant in variants
    )
    return f'<ul class="tiles">\n{"".join(tiles)}</ul>\n'


def _notes(variant: Variant) -> str:
    """Return the section of a game on the page of its family, without links."""
    if is_house(variant):
        return ""
    text = resource_path(f"docs/rules/{page_of(variant.family)}.md").read_text("utf-8")
    found = re.search(_SECTION.format(re.escape(variant.id)), text, re.MULTILINE | re.DOTALL)
    return _LINK.sub(r"\1", found[1] if found else "")


@cache
def list_page(lang: str) -> pages.File:
    """Render the list of all games by family, with their pictures."""
    words = _WORDS[lang]
    families = (
        (family, [one for one in VARIANTS.values() if one.family == family]) for family in families_listed()
    )
    body = f"<h1>{words['all']}</h1>\n" + "".join(
        f"<h2>{escape(family)}</h2>\n{_tiles(variants, 'games/')}" for family, variants in families
    )
    description = words["all about"].format(len(VARIANTS))
    return _file(words["all"], description, body, lang=lang, root="")


def _file(title: str, description: str, body: str, *, lang: str, root: str) -> pages.File:
    page = _PAGE.format(
        title=f"{escape(title)} – Patience Referee",
        description=escape(description),
        body=body,
        lang=lang,
        root=root,
        **{name: _WORDS[lang][name] for name in ("play", "all", "rules")},
    )
    return pages.file_of(page.encode(), ".html")


def _sent(name: str, file: pages.File, lang: str) -> Response:
    return pages.in_language(pages.send({name: file}, name, pages.POLICY), lang)


@cache
def picture(name: str) -> pages.File:
    """Draw the picture of a game."""
    body = picture_of(VARIANTS[name]).encode()
    return pages.File(body, "image/svg+xml", sha256(body).hexdigest()[:32])


@views.get("/games")
def get_games() -> Response:
    """Return the list of all games."""
    lang = pages.language()
    return pages.without_slash() or _sent("games", list_page(lang), lang)


@views.get("/sitemap.xml")
def get_sitemap() -> Response:
    """Return the addresses of all pages for search engines."""
    paths = ("", "games", "rules", *(f"games/{name}" for name in VARIANTS))
    urls = "".join(f"<url><loc>{escape(request.url_root)}{path}</loc></url>\n" for path in paths)
    body = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>\n'
    )
    return Response(body, content_type="application/xml; charset=utf-8")


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
    lang = pages.language()
    return _sent(name, game_page(game, lang), lang)


PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""A picture has styles of its own, and nothing else."""
