"""Hooks of MkDocs: pages at the top of the repository, and what follows from the code on the others."""

import re
import unicodedata
from pathlib import Path
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from patience import Game
from patience.games import VARIANTS
from patience.rules.variant import Variant
from service.api.rules_page import FAMILIES, in_german, page_of
from service.api.rules_tables import GAME, sentences, table, with_rules
from tools.concepts import PICTURES
from tools.reference_pages import PARTS, whole_page
from tools.static_viewer import static_viewer

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
"""The files, and their names on the site."""

NOT_SEARCHED: Final = (
    "changelog.md",
    "reference/atlas.md",
    "reference/other-engines.md",
    "reference/perft.md",
    "reference/records.md",
    "reference/winnable-deals.md",
)
"""How the paths of pages begin that have numbers, names and other programs, and would hide the answers."""

SEARCHED_FIRST: Final = {
    "play.md": 3,
    "rules.md": 3,
    "rules/": 3,
    "how-to/": 2,
    "index.md": 2,
    "tutorial/": 2,
}
"""How much more a word counts on pages whose path begins so."""

_LOWER: Final = re.compile(r"^#(?=#)", re.MULTILINE)
_LINK: Final = re.compile(r"\[([^]]+)\]\((?!https?:|#)([^)]*)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add pages, whose links lead to other pages of the site, pictures of openings, and the viewer."""
    for name, page in PAGES.items():
        files.append(
            File.generated(config, page, content=_LINK.sub(_site_link, (ROOT / name).read_text("utf-8")))
        )
    for variant in VARIANTS:
        path = f"reference/{PICTURES}/{variant}.svg"
        files.append(File.generated(config, path, content=Game(variant, seed="1").svg()))
    for family in FAMILIES:
        path = f"de/regeln/{page_of(family)}.md"
        files.append(File.generated(config, path, content=_LOWER.sub("", in_german(family)).lstrip()))
    for path, content in static_viewer():
        files.append(File.generated(config, f"demo/{path}", content=content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Fill in what follows from the code (the list of the games, their rules, parts of the reference).

    Say how the page is searched, too.
    """
    source = page.file.src_uri
    boost = next((boost for start, boost in SEARCHED_FIRST.items() if source.startswith(start)), 1)
    page.meta["search"] = {"exclude": source.startswith(NOT_SEARCHED), "boost": boost}
    if source == "rules.md":
        return markdown.replace("<!-- games -->\n", list_of_games())
    if source == "de/regeln.md":
        return markdown.replace("<!-- games -->\n", _games_in_german())
    if source.startswith("rules/"):
        # The heading answers a search for "how to play klondike", and the navigation shows the name alone.
        heading, _, rest = markdown.partition("\n")
        page.meta["title"] = heading.removeprefix("# ")
        return with_rules(f"{heading}: rules and how to play\n{rest}", illustrated)
    name = source.removeprefix("reference/")
    return whole_page(name, markdown) if name in PARTS else markdown


def illustrated(variant: Variant, notes: str) -> str:
    """Return the section of a game: its opening, notes, its rules in sentences, and as a table, folded."""
    opening = f"![The opening of {variant.title}](../reference/{PICTURES}/{variant.id}.svg)"
    exact = (
        f"<details markdown>\n<summary>The exact rules</summary>\n\n{table(variant, piles=True)}\n</details>"
    )
    return f"{opening}{{loading=lazy width=360}}\n\n{notes}\n\n{sentences(variant)}\n{exact}\n"


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG001
    """Name the language of a German page. The navigation around it is English."""
    return (
        output.replace("<article ", '<article lang="de" ') if page.file.src_uri.startswith("de/") else output
    )


def _games_in_german() -> str:
    """Return a list of the games by family, with links to their German pages."""
    titles: dict[str, list[str]] = {family: [] for family in FAMILIES}
    for variant in VARIANTS.values():
        titles[variant.family].append(variant.title)
    rows = (
        f"| [{family}](regeln/{page_of(family)}.md) | {', '.join(games)} |\n"
        for family, games in titles.items()
    )
    return "| Familie | Spiele |\n| --- | --- |\n" + "".join(rows)


def list_of_games() -> str:
    """Return the list of the games by family, with links.

    Before each link is an empty anchor with the name that its target had when the rules were one page.
    """
    rows = ["| family | games |", "| --- | --- |"]
    for family in FAMILIES:
        page = f"{page_of(family)}.md"
        headings = GAME.findall((ROOT / "docs" / "rules" / page).read_text("utf-8"))
        links = [
            _link(VARIANTS[variant].title, f"rules/{page}", _anchor(heading.removeprefix("## ")))
            for heading, variant in headings
        ]
        rows.append(f"| **{_link(family, f'rules/{page}', '', _anchor(family))}** | {', '.join(links)} |")
    return "".join(f"{row}\n" for row in rows)


def _link(text: str, page: str, anchor: str, old: str = "") -> str:
    target = f"{page}#{anchor}" if anchor else page
    return f'<a id="{old or anchor}"></a>[{text}]({target})'


def _anchor(heading: str) -> str:
    """Return the anchor that MkDocs gives a heading."""
    words = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", words).strip().lower())


def _site_link(link: re.Match[str]) -> str:
    """Return a link to the same page on the site; to a file that the site lacks, only the text."""
    path, _, anchor = link[2].partition("#")
    target = PAGES.get(path) or path.removeprefix("docs/")
    if not target.endswith(".md") or (target == path and path not in PAGES.values()):
        return link[1]
    return f"[{link[1]}]({target}{f'#{anchor}' if anchor else ''})"
