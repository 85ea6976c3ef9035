"""Compare the HTTP contract with the last release's, and name what would break a client.

python -m tools.contract

writes the contract of openapi.yaml to ``fixtures/contract.txt``, as part of a release. ``breaks`` compares a
later one with it. The contract is a set of facts, a line each: operations, their parameters, bodies and
answers, and the members, required members and values of every schema.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).parents[1]
RELEASED: Final = ROOT / "fixtures" / "contract.txt"
"""The facts of the last release, after a first line with its version."""

REPLACED: Final = {
    f"schema Declaration{fact}"
    for fact in (
        ": member same_direction is always there",
        ": member same_direction, boolean",
        "Columns: member closed, boolean",
        "Columns: member side_columns is always there",
        "Columns: member side_columns, integer",
        "Columns: member side_takes_from is always there",
        "Columns: member side_takes_from, any",
        "Foundation: member dealt_suits is always there",
        "Foundation: member dealt_suits, string",
        "Foundation: member outranked is always there",
        "Foundation: member outranked, boolean",
        "Pairs: member build, DeclarationBuild",
    )
} | {f"schema {board}: member merci_used, boolean" for board in ("BoardPosition", "State")}
"""Facts of the last release about fields that others replace, or whose values changed. Declarations of
clients may still have them as they were. `merci_used` is a number only where a merci can be used often."""

Json = dict[str, Any]

_DEMANDS: Final = "must be sent"
_METHODS: Final = ("get", "post", "put", "patch", "delete")


def facts_of(description: Json) -> set[str]:
    """Return what clients can rely on, a line each."""
    found = set()
    for path, item in description["paths"].items():
        for method in _METHODS:
            if operation := item.get(method):
                found |= set(_operation_facts(f"{method.upper()} {path}", operation))
    schemas = description["components"]["schemas"]
    sent = _reached(schemas, _bodies(description))
    for name, schema in schemas.items():
        found |= set(_schema_facts(name, schema, sent=name in sent))
    return found


def breaks(old: set[str], new: set[str]) -> list[str]:
    """Return what a client of the old contract loses or must send in addition, a sentence each."""
    lost = [f"No longer so: {fact}." for fact in old - new if _DEMANDS not in fact]
    # A new operation or schema may demand what it likes.
    subjects = {fact.split(": ")[0] for fact in old}
    demanded = [f"New: {fact}." for fact in new - old if _DEMANDS in fact and fact.split(": ")[0] in subjects]
    return sorted(lost + demanded)


def _operation_facts(name: str, operation: Json) -> Iterator[str]:
    yield f"{name}: exists"
    for parameter in operation.get("parameters", ()):
        if "name" in parameter:
            yield f"{name}: parameter {parameter['name']}"
            if parameter.get("required"):
                yield f"{name}: parameter {parameter['name']} {_DEMANDS}"
    for media, body in operation.get("requestBody", {}).get("content", {}).items():
        yield f"{name}: takes {media} {_kind(body.get('schema', {}))}"
    for status, answer in operation["responses"].items():
        for media, body in answer.get("content", {"nothing": {}}).items():
            yield f"{name}: answers {status} {media} {_kind(body.get('schema', {}))}"


def _schema_facts(name: str, schema: Json, *, sent: bool) -> Iterator[str]:
    yield f"schema {name}: {_kind(schema)}"
    for member, inner in schema.get("properties", {}).items():
        yield f"schema {name}: member {member}, {_kind(inner)}"
    for member in schema.get("required", ()):
        yield f"schema {name}: member {member} {_DEMANDS if sent else 'is always there'}"
    # Answers may gain values and not lose them: clients know which to expect.
    for value in schema.get("enum", ()):
        yield f"schema {name}: value {value}"


def _kind(schema: Json) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    kind = schema.get("type", "any")
    return "/".join(sorted(kind)) if isinstance(kind, list) else str(kind)


def _bodies(description: Json) -> list[object]:
    operations = [
        item[method] for item in description["paths"].values() for method in _METHODS if method in item
    ]
    return [[operation.get("requestBody", {}), operation.get("parameters", [])] for operation in operations]


def _reached(schemas: Json, start: object) -> set[str]:
    """Return the names of the schemas that others refer to, from a part of the description on."""
    found: set[str] = set()
    left = [start]
    while left:
        part = left.pop()
        if isinstance(part, list):
            left += part
        elif isinstance(part, dict):
            left += part.values()
            name = str(part.get("$ref", "")).rpartition("/")[2]
            if name in schemas and name not in found:
                found.add(name)
                left.append(schemas[name])
    return found


def main() -> None:
    """Write the contract of the release."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    description = yaml.safe_load((ROOT / "openapi.yaml").read_text("utf-8"))
    lines = [description["info"]["version"], *sorted(facts_of(description))]
    RELEASED.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
