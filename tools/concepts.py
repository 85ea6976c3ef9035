"""The declaration language field by field, each with the picture of a game that uses it.

``tools/site_pages.py`` puts the text and the pictures on the site when MkDocs builds it.
"""

import json
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from patience.games import VARIANTS
from patience.rules.variant import Variant

SCHEMA: Final = Path(__file__).parents[1] / "docs" / "reference" / "declaration.schema.json"
PICTURES: Final = "openings"
"""The folder of the pictures, beside the page."""


def concepts() -> str:
    """Return a table of fields for each part of a declaration."""
    schema = json.loads(SCHEMA.read_text("utf-8"))
    parts = {"Rules": schema, **{n: part for n, part in schema["$defs"].items() if "properties" in part}}
    return "\n".join(line for name, part in parts.items() for line in _section(name, part))


@cache
def examples() -> dict[tuple[str, str], Variant]:
    """Return the plainest game in which a field differs from its default, by the field's class and name."""
    declared = {variant: frozenset(_declared(variant.rules)) for variant in VARIANTS.values()}
    found: dict[tuple[str, str], Variant] = {}
    for variant in sorted(declared, key=lambda variant: len(declared[variant]), reverse=True):
        found |= dict.fromkeys(declared[variant], variant)
    return found


def _section(name: str, part: dict[str, Any]) -> Iterator[str]:
    yield f"\n### {'The declaration' if name == 'Rules' else name}\n"
    yield "| field | what it says | a game that uses it |\n| --- | --- | --- |"
    for field, known in part["properties"].items():
        variant = examples().get((name, field))
        words = " ".join(known.get("description", "").split()).replace("|", "\\|")
        yield f"| `{field}` | {words} | {_picture(variant) if variant else 'none yet'} |"


def _picture(variant: Variant) -> str:
    picture = f"![The opening of {variant.title}]({PICTURES}/{variant.id}.svg){{ loading=lazy width=200 }}"
    return f"{picture}<br>{variant.title}"


def _declared(value: object) -> Iterator[tuple[str, str]]:
    """Yield the fields that differ from their defaults, in a part of the rules and all that it contains."""
    if isinstance(value, tuple):
        for member in value:
            yield from _declared(member)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            member = getattr(value, field.name)
            if member != _default(field):
                yield type(value).__name__, field.name
            yield from _declared(member)


def _default(field: Field[Any]) -> object:
    return field.default_factory() if field.default_factory is not MISSING else field.default
