"""`GET /games`, `/games/{variant}`, its pictures, and what leads to them: pages of games to find and link."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape
from typing import Final

from flask import Blueprint, Response, request
from markdown_it import MarkdownIt

from patience import Game
from patience.compilation.compiled_rules import tables_for
from patience.games import VARIANTS
from patience.rules.variant import Variant
from patience.search.daily_deals import scale_for_days
from patience.words.rules_in_sentences import rules_in_sentences
from service.api import pages
from service.api.board_picture import PREVIEW_HEIGHT, PREVIEW_WIDTH, preview_of
from service.api.first_moves import FirstMove, first_moves, move_in_words
from service.api.rules_page import families_listed, page_of
from service.api.rules_tables import table
from service.config import resource_path
from service.http.negotiation import require_acceptable
from service.judging.house_variants import is_house

views = Blueprint("game_pages", __name__)

_PAGE: Final = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<meta name="description" content="{description}">
<link rel="canonical" href="{origin}{path}">
<meta property="og:type" content="website">
<meta property="og:url" content="{origin}{path}">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{description}">
<meta property="og:image" content="{origin}games/{pictured}.png">
<meta property="og:image:width" content="{width}">
<meta property="og:image:height" content="{height}">
<meta name="twitter:card" content="summary_large_image">
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
{script}</body>
</html>
"""

_SCRIPT: Final = '<script type="module" src="{}web/page/{}.js"></script>\n'

_ORIGIN: Final = "https://origin.invalid/"
"""What the address of the service replaces when a page is sent. Pictures of links need whole addresses."""

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
        "first": "The first moves of deal 1",
        "watch": "Go on from here",
        "own": "Your own best: {fewest} moves, {time}. You won {won} of {played} games.",
        "find": "Find a game",
        "shares": "A share says how many deals a player who sees all cards can win.",
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
        "first": "Die ersten Züge von Spiel 1",
        "watch": "Von hier an spielen",
        "own": "Ihre Bestleistung: {fewest} Züge, {time}. Gewonnen: {won} von {played}.",
        "find": "Spiel suchen",
        "shares": "Ein Anteil sagt, wie viele Spiele gewinnen kann, wer alle Karten sieht.",
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
        f'<p id="own-best" data-variant="{name}" data-words="{escape(words["own"])}" hidden></p>\n'
        f"<h2>{words['how']}</h2>\n<ul>\n{sentences}</ul>\n<p>{odds(variant, lang)}</p>\n"
        f"{_first_moves(name, lang)}"
        f"<h2>{words['related']}</h2>\n{_tiles(_related(variant), '')}"
        f'<details lang="en-GB"><summary>{words["exact"]}</summary>\n{exact}</details>\n'
    )
    return _file(variant.title, description, body, lang=lang, path=f"games/{name}")


def _first_moves(name: str, lang: str) -> str:
    """Return the first moves with their pictures, and a link that goes on from there."""
    words = _WORDS[lang]
    game, steps, tokens = Game(name, seed="1"), "", []
    for number, (move, after, _) in enumerate(first_moves(name), start=1):
        said = escape(move_in_words(game, move, lang))
        steps += f'<li><img src="{name}.{number}.svg" alt="" loading="lazy">{said}</li>\n'
        game = after
        tokens.append(move)
    if not tokens:
        return ""
    link = f"../#v=1&amp;variant={name}&amp;seed=1&amp;moves={','.join(tokens)}&amp;ply={len(tokens)}"
    more = f'<p><a href="{link}">{words["watch"]}</a></p>\n'
    return f'<h2>{words["first"]}</h2>\n<ol class="tiles">\n{steps}</ol>\n{more}'


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
        f'width="150" height="110">{escape(variant.title)}{_share(variant)}</a></li>\n'
        for variant in variants
    )
    return f'<ul class="tiles">\n{"".join(tiles)}</ul>\n'


def _share(variant: Variant) -> str:
    """Return how many deals can be won in short form, empty if it is not known."""
    share = pages.usual_odds(variant.id)
    if not share:
        return ""
    low, high = (f"{bound:.0%}"[:-1] for bound in share)
    return f" <small>{low if low == high else f'{low}–{high}'} %</small>"


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
    listed = "".join(
        f"<section>\n<h2>{escape(family)}</h2>\n{_tiles(variants, 'games/')}</section>\n"
        for family, variants in families
    )
    box = f'<input type="search" id="find" placeholder="{words["find"]}" aria-label="{words["find"]}">'
    body = (
        f'<h1>{words["all"]}</h1>\n<p>{box}</p>\n<p>{words["shares"]}</p>\n<div id="games">\n{listed}</div>\n'
    )
    description = words["all about"].format(len(VARIANTS))
    return _file(words["all"], description, body, lang=lang, path="games")


def _file(title: str, description: str, body: str, *, lang: str, path: str) -> pages.File:
    """Build a page. `path` is its own, below the address of the service: that of a game, or of the list."""
    root, name = "../" * path.count("/"), path.partition("/")[2]
    page = _PAGE.format(
        title=f"{escape(title)} – Patience Referee",
        description=escape(description),
        body=body,
        lang=lang,
        root=root,
        origin=_ORIGIN,
        path=path,
        pictured=name or "klondike",
        width=PREVIEW_WIDTH,
        height=PREVIEW_HEIGHT,
        script=_SCRIPT.format(root, "own-best" if name else "find-game"),
        **{name: _WORDS[lang][name] for name in ("play", "all", "rules")},
    )
    return pages.file_of(page.encode(), ".html")


def _sent(file: pages.File, lang: str) -> Response:
    """Return a page with the address that the client asked in its place."""
    require_acceptable(file.media_type)
    origin = escape(request.url_root).encode()
    response = Response(
        file.body.replace(_ORIGIN.encode(), origin), content_type=f"{file.media_type}; charset=utf-8"
    )
    response.headers.update({"Content-Security-Policy": pages.POLICY, "Cache-Control": "no-cache"})
    response.add_etag()
    response.make_conditional(request)
    return pages.in_language(response, lang)


@cache
def picture(name: str) -> pages.File:
    """Draw the opening of a game."""
    return pages.file_of(Game(name, seed="1").svg().encode(), ".svg")


@lru_cache(maxsize=256)
def picture_after(name: str, number: int) -> pages.File | None:
    """Draw the board of a game after one of its first moves, None if it has fewer."""
    steps: list[FirstMove] = [*first_moves(name)]
    if not 0 < number <= len(steps):
        return None
    _, after, marked = steps[number - 1]
    return pages.file_of(after.svg(marked=marked).encode(), ".svg")


@lru_cache(maxsize=128)
def preview(name: str) -> pages.File:
    """Draw the opening of a game for programs that show a picture beside a link."""
    return pages.file_of(preview_of(Game(name, seed="1")), ".png")


@views.get("/games")
def get_games() -> Response:
    """Return the list of all games."""
    lang = pages.language()
    return pages.without_slash() or _sent(list_page(lang), lang)


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


@views.get("/robots.txt")
def get_robots() -> Response:
    """Return what search engines may visit: pages, but no answers."""
    body = f"User-agent: *\nDisallow: /v1/\nSitemap: {request.url_root}sitemap.xml\n"
    return Response(body, content_type="text/plain; charset=utf-8")


@views.get("/favicon.ico")
def get_icon() -> Response:
    """Lead programs that ask for the icon by its usual name, as feed readers do, to it."""
    return Response(status=308, headers={"Location": "web/icon.svg"})


@views.get("/games/<name>")
def get_game(name: str) -> Response:
    """Return the page of a game, or below its name a picture: its opening as `.svg` or as a large `.png`,
    or the board after one of its first moves as `.1.svg`."""
    if redirect := pages.without_slash():
        return redirect
    game, _, suffix = name.partition(".")
    lang = pages.language()
    if game in VARIANTS and not suffix:
        return _sent(game_page(game, lang), lang)
    drawn = _drawn(game, suffix) if game in VARIANTS else None
    return pages.send({name: drawn} if drawn else {}, name, PICTURE_POLICY if drawn else None)


def _drawn(game: str, suffix: str) -> pages.File | None:
    if suffix == "svg":
        return picture(game)
    if suffix == "png":
        return preview(game)
    number, _, ending = suffix.partition(".")
    return picture_after(game, int(number)) if number in {"1", "2", "3"} and ending == "svg" else None


PICTURE_POLICY: Final = "default-src 'none'"
"""A picture needs nothing else."""
