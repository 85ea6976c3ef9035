"""Write what derives from the declaration language: ``python -m tools.declaration_schema``.

The dataclasses of ``patience.rules`` are the source: their fields, types, bounds and docstrings. From them
follow the JSON Schema of answers, and from that the shape that the JavaScript engine checks and its package's
types; the JSON Schema of a file with a game of one's own, which has the defaults; and the concepts that the
page's proofs and search know.
tests/api/test_declarations.py fails while a file is out of date.
"""

import argparse
import ast
import inspect
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING
from enum import StrEnum
from pathlib import Path
from textwrap import wrap
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from patience.cards.notation import NUMBER
from patience.rules import Part, Rules
from patience.rules.bounds import Items, PileNames, Text, Whole
from patience.rules.concepts import CONDITIONS, known_by
from patience.rules.declaration import declared_fields, default_json
from patience.rules.scoring_rules import LONGEST_NAME, MOST_POINTS, TIME_LIMITS, Event, Standing, TimePoints
from service.judging.house_variants import FAMILY, LONGEST, MOST_NAMES, MOST_SCORINGS, PREFIX

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "service" / "web" / "engine"
HEAD = "// Generated from docs/reference/declaration.schema.json by python -m tools.declaration_schema."
NAMES = f"([FWS]|{'|'.join(f'{kind}{NUMBER}(-{kind}{NUMBER})?' for kind in 'TRF')})"

Json = dict[str, Any]


def schema() -> Json:
    """Return the JSON Schema of declarations as the service writes them: with every field."""
    parts: dict[str, Json] = {}
    whole = _part(Rules, parts, writing=False)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:patience-referee:declaration",
        "title": "Declaration",
        **whole,
        "$defs": parts,
    }


def house_schema() -> Json:
    """Return the JSON Schema of a file with a game of an operator's own, for people who write one.

    Its declaration needs only the fields without a default.
    """
    parts: dict[str, Json] = {}
    parts["Declaration"] = _part(Rules, parts, writing=True)
    text = {"type": "string", "minLength": 1, "maxLength": LONGEST}
    members: Json = {
        "$schema": {"type": "string", "description": "The address of this schema, for editors."},
        "id": {**text, "pattern": f"^{PREFIX}[a-z0-9-]+$", "description": "The id of the game."},
        "title": {**text, "description": "The name that people see."},
        "declaration": {"$ref": "#/$defs/Declaration"},
        "family": {**text, "default": FAMILY, "description": "The heading in lists."},
        "names": {
            "type": "array",
            "items": text,
            "maxItems": MOST_NAMES,
            "default": [],
            "description": "Other names by which people search.",
        },
        "rules_version": {**text, "default": "1", "description": "Change it when you change the rules."},
        "scorings": {
            "type": "array",
            "maxItems": MOST_SCORINGS,
            "default": [],
            "items": _closed(_scoring(), ["name", "points"]),
            "description": "The scorings that claims can name.",
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:patience-referee:house-game",
        "title": "House game",
        "description": "A game of your own, as a file in the folder of REFEREE_VARIANTS.",
        **_closed(members, ["id", "title", "declaration"]),
        "$defs": parts,
    }


def _scoring() -> Json:
    """Return the members of a scoring."""
    points = {"type": "integer", "minimum": -MOST_POINTS, "maximum": MOST_POINTS}
    events = {event.value: points for event in Event}

    def by_event(about: str) -> Json:
        return {**_closed(events, []), "description": about}

    return {
        "name": {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
        "start": {**points, "default": 0, "description": "The score before the first move."},
        "floor": {**points, "description": "The score never falls below it."},
        "points": by_event("The points of each event."),
        "grows": by_event(
            "What each further event of a row is worth in addition. A move without the event ends the row."
        ),
        "doubles": {
            "type": "array",
            "items": {"enum": [*events]},
            "default": [],
            "description": "Events that are worth twice as much as the one before in their row.",
        },
        "floors": by_event("An event takes the score no lower than this."),
        "position": {
            **_closed({standing.value: points for standing in Standing}, []),
            "description": "The points of the position that is reached.",
        },
        "time": {
            **_closed(
                {
                    name: {
                        "type": "integer",
                        "minimum": least,
                        "maximum": most,
                        "default": getattr(TimePoints(), name),
                    }
                    for name, (least, most) in TIME_LIMITS.items()
                },
                [],
            ),
            "minProperties": 1,
            "description": "The points of the time that a referee measured: `points` for each full period "
            "of `every` seconds, and in a won game of at least `bonus_from` seconds `bonus` divided by them.",
        },
    }


def _closed(properties: Json, required: list[str]) -> Json:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _part(part: type[Part], parts: dict[str, Json], *, writing: bool) -> Json:
    """Return the schema of a part, for people who are ``writing`` a declaration or for those who read one."""
    texts = dict(_docstrings(part))
    properties, required = {}, []
    for name, (hint, item) in declared_fields(part).items():
        properties[name] = _value(hint, parts, writing=writing) | {"description": texts[name]}
        if writing and item.default is not MISSING:
            properties[name]["default"] = default_json(hint, item)
        else:
            required.append(name)
    return {"type": "object", "description": texts[""], **_closed(properties, required)}


def _value(hint: Any, parts: dict[str, Json], *, writing: bool) -> Json:
    """Return the schema of a value of a type; parts and sets of words go to ``parts`` under their names."""
    if get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
        for piles in (note for note in notes if isinstance(note, PileNames)):
            names = f"{NAMES}( {NAMES})*"
            text = {"type": "string", "pattern": f"^{names}$" if piles.least else f"^({names})?$"}
            listed = {"type": "array", "items": {"type": "string", "pattern": f"^{NAMES}$"}}
            return {"anyOf": [text, listed]} if writing else text
        found = _value(hint, parts, writing=writing)
        for note in notes:
            found |= _bounds(note)
        return found
    if get_origin(hint) in (Union, UnionType):
        return {"anyOf": [_value(choice, parts, writing=writing) for choice in get_args(hint)]}
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _value(get_args(hint)[0], parts, writing=writing)}
    if issubclass(hint, Part | StrEnum):
        if hint.__name__ not in parts:
            is_part = issubclass(hint, Part)
            parts[hint.__name__] = _part(hint, parts, writing=writing) if is_part else _words(hint)
        return {"$ref": f"#/$defs/{hint.__name__}"}
    return {"type": {int: "integer", bool: "boolean", str: "string", NoneType: "null"}[hint]}


def _bounds(note: object) -> Json:
    match note:
        case Whole(lowest, highest):
            return {"minimum": lowest} | ({} if highest is None else {"maximum": highest})
        case Text(pattern):
            return {"pattern": f"^({pattern})$" if "|" in pattern else f"^{pattern}$"}
        case Items(_, _, _, choices) if choices:
            return {"enum": [list(choice) for choice in choices]}
        case Items(least, most, distinct):
            length = {} if most is None else {"minItems": least, "maxItems": most}
            return length | ({"uniqueItems": True} if distinct else {})
    raise TypeError(note)


def _words(words: type[StrEnum]) -> Json:
    texts = dict(_docstrings(words))
    meanings = [f"`{word.value}`: {_lowered(texts[word.name])}" for word in words]
    return {
        "type": "string",
        "enum": [word.value for word in words],
        "description": " ".join([texts[""], *meanings]),
    }


def _lowered(text: str) -> str:
    return text if text[1:2].isupper() else text[0].lower() + text[1:]


def _docstrings(part: type) -> Iterator[tuple[str, str]]:
    """Yield the docstring of a class under "", and those of its fields or members under their names.

    The fields of a part that it is based on come first, and its own docstring replaces that one's.
    """
    for base in part.__bases__:
        if issubclass(base, Part) and base is not Part:
            yield from _docstrings(base)
    (tree,) = ast.parse(inspect.getsource(part)).body
    assert isinstance(tree, ast.ClassDef)
    yield "", _one_line(ast.get_docstring(tree) or "")
    for field, text in zip(tree.body, tree.body[1:], strict=False):
        targets = field.targets if isinstance(field, ast.Assign) else []
        target = field.target if isinstance(field, ast.AnnAssign) else next(iter(targets), None)
        if (
            isinstance(target, ast.Name)
            and isinstance(text, ast.Expr)
            and isinstance(text.value, ast.Constant)
        ):
            yield target.id, _one_line(str(text.value.value))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def schema_text() -> str:
    """Return the schema as the documentation has it."""
    return _text(schema())


def house_schema_text() -> str:
    """Return the schema of a file with a game of one's own as the documentation has it."""
    return _text(house_schema())


def _text(schema: Json) -> str:
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


def shape_text() -> str:
    """Return the JavaScript module with the schema without its descriptions."""
    bare = _without_texts(schema())
    for name in ("$schema", "$id", "title"):
        del bare[name]
    return f"{HEAD}\n\nexport const SHAPE = {json.dumps(bare, ensure_ascii=False, separators=(',', ':'))};\n"


def _without_texts(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_texts(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    # A field could be named description, but its schema would be an object.
    kept = {name: item for name, item in value.items() if name != "description" or isinstance(item, Mapping)}
    return {name: _without_texts(item) for name, item in kept.items()}


def types_text() -> str:
    """Return the TypeScript types of a declaration."""
    whole = schema()
    parts = [("Declaration", whole), *whole["$defs"].items()]
    return "\n\n".join([HEAD, *(_type_of_part(name, part) for name, part in parts)]) + "\n"


def _type_of_part(name: str, part: Json) -> str:
    comment = _comment(part["description"], "")
    if part["type"] == "string":
        return f"{comment}\nexport type {name} = {_type(part)};"
    fields = [
        f"{_comment(value['description'], '  ')}\n  {field}: {_type(value)};"
        for field, value in part["properties"].items()
    ]
    return "\n".join([comment, f"export interface {name} {{", *fields, "}"])


def _comment(text: str, indent: str) -> str:
    first, *more = wrap(text, 110)
    if not more:
        return f"{indent}/** {first} */"
    return "\n".join([f"{indent}/**", *(f"{indent} * {line}" for line in (first, *more)), f"{indent} */"])


def _type(value: Json) -> str:
    if "$ref" in value:
        return str(value["$ref"].rpartition("/")[2])
    if "anyOf" in value:
        return " | ".join(_type(choice) for choice in value["anyOf"])
    if value["type"] == "array":
        return f"{_type(value['items'])}[]"
    if "enum" in value:
        return " | ".join(f"'{word}'" for word in value["enum"])
    return "number" if value["type"] == "integer" else str(value["type"])


def concepts_text() -> str:
    """Return the concepts that the page's proofs and its search know, and those that a field says."""
    lists = {"PROVED": known_by("proofs"), "SEARCHED": known_by("cut")}
    lines = [f"export const {name} = {json.dumps(sorted(known))};" for name, known in lists.items()]
    head = "// Generated from patience/rules/concepts.py by python -m tools.declaration_schema."
    fields = "// When a declaration uses a concept, where a field says it."
    lines += [fields, f"export const CONDITIONS = {json.dumps(CONDITIONS)};"]
    return "\n".join([head, "// Rules with a concept that is not in a list are declined.", *lines, ""])


FILES: dict[Path, Callable[[], str]] = {
    ROOT / "docs" / "reference" / "declaration.schema.json": schema_text,
    ROOT / "docs" / "reference" / "house-game.schema.json": house_schema_text,
    ENGINE / "shape.js": shape_text,
    ENGINE / "fields.d.ts": types_text,
    ENGINE.parent / "prospects" / "concepts.js": concepts_text,
}
"""Each file with what writes its text."""


def main() -> None:
    """Write the files that are out of date."""
    argparse.ArgumentParser(
        prog="python -m tools.declaration_schema",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    ).parse_args()
    for path, text in FILES.items():
        path.write_text(text(), "utf-8")
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
