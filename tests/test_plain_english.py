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

OTHER_TERMS = re.compile(
    r"(?<![`\w])provers?\b(?!`)"  # solver
    r"|(?<!or )(?<!\*)\bvacanc(?:y|ies)\b"  # empty column, empty pile
    r"|\bspaces (?:for|are for)\b"  # empty columns
    r"|\b(?:any|only|whose) runs?\b|\bas a run\b"  # sequence
    r"|\bruns? (?:in (?:one )?suit|in alternating|of any|move|only)\b",
    re.IGNORECASE,
)
"""Terms for which docs/glossary.md has another: prover, vacancy, space, run. Identifiers of the code and the
contract keep some."""

MARKDOWN = [
    *(
        ROOT / name
        for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "fixtures/README.md")
    ),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "conformance").rglob("*.md")),
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


def violations(text: str, *more: re.Pattern[str]) -> list[str]:
    """Return each banned expression, and each of `more`, with the words around it."""
    flat = " ".join(text.split())
    return [
        flat[max(0, found.start() - 30) : found.end() + 30]
        for expressions in (BANNED, *more)
        for found in expressions.finditer(flat)
    ]


def test_pages():
    texts = {path: path.read_text("utf-8") for path in [*MARKDOWN, *OTHER]}
    assert {path: wrong for path, text in texts.items() if (wrong := violations(text, OTHER_TERMS))} == {}


def test_strings_of_modules():
    texts = ((path, text) for path in PYTHON for text in string_literals(path))
    assert [(path, wrong) for path, text in texts if (wrong := violations(text))] == []


def test_help_of_commands():
    assert {name: wrong for name, text in commands() if (wrong := violations(text, OTHER_TERMS))} == {}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("REFEREE_PROT is no setting.", 1),
        ("It is no\nlonger there, and there is no other.", 0),
        ("Wait for so many seconds; nobody is told.", 3),
        ("REFEREE_PROT is not a setting.", 0),
        ("Any run moves to a vacancy, says the prover of `prover_version` 9.", 3),
        ("Runs in alternating colours move, and spaces are for Kings.", 2),
    ],
)
def test_expressions_are_found(text, number):
    assert len(violations(text, OTHER_TERMS)) == number
