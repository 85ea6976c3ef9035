"""Text that people read avoids expressions that CONTRIBUTING.md rules out, such as "X is no Y".

"There is no stock" is usual English and allowed.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.doc_pages import ROOT
from tools.reference_pages import commands

BANNED = re.compile(
    r"\b(?:"
    r"(?<!there )(?:is|are|was|were|be|means) no (?!longer\b|more than\b|less than\b)"
    r"|so many|as many as|as many again"
    r"|whoever|nobody|somebody|(?<!\.)ours"
    r"|told|in vain|speaks? of|takes? down|by and by|thereby|comes? to its end"
    r"|takes? (?:its|their) leave|for strangers"
    r")",
    re.IGNORECASE,
)

MARKDOWN = [
    *(
        ROOT / name
        for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "fixtures/README.md")
    ),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "service").rglob("*.md")),
]
PYTHON = [
    path
    for folder in ("patience", "service", "schemas", "conformance", "tools")
    for path in sorted((ROOT / folder).rglob("*.py"))
]
OTHER = [
    ROOT / "openapi.yaml",
    *sorted((ROOT / "service" / "web").rglob("*.html")),
    *sorted((ROOT / "service" / "web" / "i18n").rglob("*.js")),
]


def string_literals(path: Path) -> Iterator[str]:
    """Yield the strings of a Python file: docstrings, messages, and the constant parts of f-strings."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def violations(text: str) -> list[str]:
    """Return each banned expression with the words around it."""
    flat = " ".join(text.split())
    return [flat[max(0, found.start() - 30) : found.end() + 30] for found in BANNED.finditer(flat)]


def test_pages():
    assert {
        path: wrong for path in [*MARKDOWN, *OTHER] if (wrong := violations(path.read_text("utf-8")))
    } == {}


def test_strings_of_modules():
    texts = ((path, text) for path in PYTHON for text in string_literals(path))
    assert [(path, wrong) for path, text in texts if (wrong := violations(text))] == []


def test_help_of_commands():
    assert {name: wrong for name, text in commands() if (wrong := violations(text))} == {}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("REFEREE_PROT is no setting.", 1),
        ("It is no\nlonger there, and there is no other.", 0),
        ("Wait for so many seconds; nobody is told.", 3),
        ("REFEREE_PROT is not a setting.", 0),
    ],
)
def test_expressions_are_found(text, number):
    assert len(violations(text)) == number
