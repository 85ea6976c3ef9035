"""`GET /rules`, `GET /daily-deals` and `GET /tutorial`: pages of the documentation as HTML or Markdown."""

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from typing import Final

from flask import Blueprint, Response, request
from markdown_it import MarkdownIt

from patience.games import VARIANTS
from patience.rules.variant import Variant
from service.api import pages
from service.api.rules_tables import sentences, table, with_rules
from service.config import resource_path
from service.judging.house_variants import is_house

views = Blueprint("rules", __name__)

FAMILIES: Final = tuple(
    dict.fromkeys(variant.family for variant in VARIANTS.values() if not is_house(variant))
)
"""The families whose rules are documented, in the order of their games."""

_WORDS: Final = {
    "en": {
        "lang": "en-GB",
        "play": "Play and check games",
        "api": "The API",
        "contents": "Contents",
        "find": "Find a game",
        "title": "rules of play",
        "about": "The rules by which the Patience Referee judges.",
        "other": '<a href="rules?lang=de" lang="de" hreflang="de">Deutsch</a>',
    },
    "de": {
        "lang": "de",
        "play": "Spielen und Spiele prüfen",
        "api": "Die Schnittstelle",
        "contents": "Inhalt",
        "find": "Spiel suchen",
        "title": "Spielregeln",
        "about": "Die Regeln aller Patiencen in Sätzen.",
        "other": '<a href="rules?lang=en" lang="en" hreflang="en">English, exact rules</a>',
    },
}
"""What the pages say besides the rules, by language."""

_GERMAN_START: Final = """# Spielregeln

Jedes Spiel in Sätzen, die aus seiner Erklärung folgen. Die genauen Regeln mit allen Wahlmöglichkeiten, den
Namen der Stapel und den Quellen sind englisch. Nach ihnen wird entschieden.
"""

_CONTENTS: Final = """<div id="contents" role="navigation" aria-label="{contents}">
{general}<p><input type="search" id="find" placeholder="{find}" aria-label="{find}"></p>
<div id="games">
{games}</div>
</div>
"""

MARKDOWN: Final = "text/markdown"
HTML: Final = "text/html"

_PAGE: Final = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Patience Referee: {title}</title>
<meta name="description" content="{description}">
<link rel="icon" href="web/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="web/rules.css">
{head}</head>
<body>
<nav><a href=".">{play}</a> <a href="docs">{api}</a>{other}</nav>
<main>
{body}</main>
</body>
</html>
"""

_SCRIPT: Final = '<script type="module" src="web/page/find-game.js"></script>\n'

_HEADING: Final = re.compile(r"<h([234])>((?:(\d+)\. )?(.*?))</h\1>")
_CODE: Final = re.compile(r"<code>(.*?)</code>")
_HEADING_MARK: Final = re.compile(r"^(#+ )", re.MULTILINE)
_LIST: Final = "<!-- games -->\n"
_LINK: Final = re.compile(r"\[([^]]+)\]\((?!https?:|#|games/)[^)]*\)")


def families_listed() -> list[str]:
    """Return the families of all games that are served, in their order."""
    return list(dict.fromkeys(variant.family for variant in VARIANTS.values()))


def page_of(family: str) -> str:
    """Return the name of a family's page in docs/rules/, without its ending."""
    words = family.partition(" (")[0].lower().replace("'", "")
    return words.replace(" ", "-")


def rules_text(lang: str = "en") -> str:
    """Return the rules as one Markdown text: the rules page with the pages of the families, or sentences."""
    if lang != "en":
        return _GERMAN_START + "".join(map(in_german, families_listed()))
    pages_of_families = (
        with_rules(resource_path(f"docs/rules/{page_of(family)}.md").read_text("utf-8"), _section)
        for family in FAMILIES
    )
    games = "\n".join(_HEADING_MARK.sub(r"##\1", page) for page in pages_of_families)
    return resource_path("docs/rules.md").read_text("utf-8").replace(_LIST, games)


def _section(variant: Variant, notes: str) -> str:
    return f"{notes}\n\n{sentences(variant)}\n{table(variant, piles=False)}"


def in_german(family: str) -> str:
    """Return a section with the games of a family, each with its rules in sentences, as Markdown."""
    sections = (
        f"\n### {variant.title} `{variant.id}`\n\n" + sentences(variant, "de")
        for variant in VARIANTS.values()
        if variant.family == family
    )
    return f"\n## {family}\n" + "".join(sections)


@cache
def files(lang: str) -> dict[str, pages.File]:
    """Render the page, by media type. Its sections are `/rules#1` and so on, its games `/rules#klondike`."""
    text, words = rules_text(lang), _WORDS[lang]
    start, heading, rest = _rendered(_LINK.sub(r"\1", text)).partition("<h2>")
    sections = heading + rest
    page = _PAGE.format(
        title=words["title"],
        description=words["about"],
        head=_SCRIPT,
        body=f"{start}{_contents(sections, lang)}{_HEADING.sub(_with_id, sections)}",
        **{**_nav(lang), "other": f" {words['other']}"},
    )
    return _by_type(page, text)


def _nav(lang: str) -> dict[str, str]:
    return {name: _WORDS[lang][name] for name in ("lang", "play", "api")} | {"other": ""}


@cache
def article(source: str, title: str, description: str) -> dict[str, pages.File]:
    """Render a page of the documentation, by media type. Links to pages that are not served are text."""
    text = resource_path(source).read_text("utf-8")
    # A wide table scrolls on a phone, by keys as well.
    body = _rendered(_LINK.sub(r"\1", text)).replace("<table>", '<table tabindex="0">')
    page = _PAGE.format(
        title=title,
        description=description,
        head="",
        body=_HEADING.sub(_with_id, body),
        **_nav("en"),
    )
    return _by_type(page, text)


def _rendered(text: str) -> str:
    return str(MarkdownIt("commonmark").enable("table").render(text))


def _with_id(heading: re.Match[str]) -> str:
    """Return the heading with its id; a game with a number has that as an anchor too."""
    number = f'<a id="{heading[3]}"></a>' if heading[3] and _CODE.search(heading[2]) else ""
    return f'<h{heading[1]} id="{_id_of(heading)}">{number}{heading[2]}</h{heading[1]}>'


def _id_of(heading: re.Match[str]) -> str:
    """Return the id of a game, the number of a section, or the words of another heading."""
    if game := _CODE.search(heading[2]):
        return game[1]
    # The prefix tells a family from a game of the same name.
    return heading[3] or "section-" + re.sub("[^a-z0-9]+", "-", heading[2].lower()).strip("-")


def _contents(body: str, lang: str) -> str:
    """Return links to the general sections, and to the games by family, with a box to find a game."""
    general, games = [], {}
    for heading in _HEADING.finditer(body):
        link = f'<a href="#{_id_of(heading)}">'
        if game := _CODE.search(heading[2]):
            games[game[1]] = link
        elif heading[3]:
            general.append(f"<li>{link}{heading[2]}</a></li>\n")
    families = {
        family: "".join(_entry(variant, games) for variant in VARIANTS.values() if variant.family == family)
        for family in families_listed()
    }
    sections = (
        f"<section><h2>{escape(name)}</h2>\n<ul>\n{items}</ul></section>\n"
        for name, items in families.items()
    )
    return _CONTENTS.format(
        general=f"<ul>\n{''.join(general)}</ul>\n" if general else "",
        games="".join(sections),
        **{name: _WORDS[lang][name] for name in ("contents", "find")},
    )


def _entry(variant: Variant, links: Mapping[str, str]) -> str:
    link = links.get(variant.id, f'<a href="games/{variant.id}">')
    words = escape(" ".join((variant.id, *variant.names, *map(str, variant.pysolfc))))
    return f'<li data-words="{words}">{link}{escape(variant.title)}</a></li>\n'


@views.get("/rules")
def get_rules() -> Response:
    """Return the rules page: the exact rules in English, or sentences in German."""
    lang = pages.language()
    return pages.without_slash() or pages.in_language(_send(files(lang)), lang)


@views.get("/daily-deals")
def get_daily_deals() -> Response:
    """Return the explanation of daily deals."""
    return pages.without_slash() or _send(
        article(
            "docs/explanation/daily-deals.md",
            "daily deals",
            "How the deal of the day is chosen, and what its receipt proves.",
        )
    )


@views.get("/tutorial")
def get_tutorial() -> Response:
    """Return the tutorial for developers."""
    return pages.without_slash() or _send(
        article(
            "docs/tutorial/verify-your-players-games.md",
            "tutorial",
            "From nothing to a signed receipt for a game that was won on your own page.",
        )
    )


def _send(known: Mapping[str, pages.File]) -> Response:
    response = pages.send(known, _wanted(), pages.POLICY)
    response.vary.add("Accept")
    return response


def _wanted() -> str:
    # HTML, unless the client prefers Markdown.
    return request.accept_mimetypes.best_match((HTML, MARKDOWN), default=HTML)


def _by_type(page: str, text: str) -> dict[str, pages.File]:
    bodies = {HTML: page.encode(), MARKDOWN: text.encode()}
    return {name: pages.File(body, name, sha256(body).hexdigest()[:32]) for name, body in bodies.items()}
