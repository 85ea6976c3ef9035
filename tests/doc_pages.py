"""The examples of the documentation: fenced blocks of Markdown pages, and how they are run.

A page is run as one shell script in an empty directory, with a server at the address that the page uses:

* ``sh`` blocks run in order, in one shell. A comment ``# exit code N`` states the expected exit code.
* Blocks with ``title="NAME"`` are files. ``sh`` blocks with ``title="… terminal"`` run in the background.
* A ``json`` or ``text`` block without a title after an ``sh`` block is part of what that block prints.

A comment before a block exempts it: ``<!-- run by: FILE -->`` names the test that runs it instead,
``<!-- not run: REASON -->`` gives the reason why none does, and ``<!-- from: FILE -->`` marks an excerpt.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]

_BLOCK = re.compile(
    r'(?:^<!-- (?P<mark>.*?) -->\n)?^```(?P<language>\w+)(?: title="(?P<title>[^"]*)")?\n(?P<text>.*?)^```$',
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A fenced block."""

    language: str
    title: str
    text: str
    mark: str


@cache
def read_blocks(page: Path) -> list[Block]:
    """Return the fenced blocks of a page, in order."""
    return [
        Block(found["language"], found["title"] or "", found["text"], found["mark"] or "")
        for found in _BLOCK.finditer(page.read_text("utf-8"))
    ]


def page_name(page: Path) -> str:
    """Return the path of a page below the repository."""
    return page.relative_to(ROOT).as_posix()
