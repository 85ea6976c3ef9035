"""Hooks of MkDocs: pages at the top of the repository, and the generated parts of the reference."""

import re
from pathlib import Path
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from tools.reference_pages import PARTS, whole_page

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
"""The files, and their names on the site."""

_LINK: Final = re.compile(r"\[([^]]+)\]\((?!https?:|#)([^)]*)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages; their links lead to other pages of the site."""
    for name, page in PAGES.items():
        files.append(
            File.generated(config, page, content=_LINK.sub(_site_link, (ROOT / name).read_text("utf-8")))
        )
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Fill in the part of a page of the reference that follows from the code."""
    name = page.file.src_uri.removeprefix("reference/")
    return whole_page(name, markdown) if name in PARTS else markdown


def _site_link(link: re.Match[str]) -> str:
    """Return a link to the same page on the site; to a file that the site lacks, only the text."""
    path, _, anchor = link[2].partition("#")
    target = PAGES.get(path) or path.removeprefix("docs/")
    if not target.endswith(".md") or (target == path and path not in PAGES.values()):
        return link[1]
    return f"[{link[1]}]({target}{f'#{anchor}' if anchor else ''})"
