"""The HTTP contract follows semantic versions: nothing breaks a client without a new major version."""

from copy import deepcopy

import pytest

from service import __version__
from service.openapi.document import document
from tools.contract import RELEASED, REPLACED, breaks, facts_of


def json_of(schema: str) -> dict[str, object]:
    return {"content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}}


LIMIT = {"name": "limit", "in": "query"}
DESCRIPTION = {
    "paths": {
        "/games": {
            "post": {
                "parameters": [LIMIT],
                "requestBody": json_of("Log"),
                "responses": {"200": json_of("Verdict")},
            }
        }
    },
    "components": {
        "schemas": {
            "Log": {"type": "object", "properties": {"seed": {"type": "string"}}, "required": ["seed"]},
            "Verdict": {
                "type": "object",
                "properties": {"outcome": {"$ref": "#/components/schemas/Outcome"}},
                "required": ["outcome"],
            },
            "Outcome": {"type": "string", "enum": ["won", "lost"]},
        }
    },
}


def changed(path: str, value: object) -> list[str]:
    """Return what breaks when a part of the description is set, or removed if the value is None."""
    description = deepcopy(DESCRIPTION)
    *parents, last = path.split(" ")
    part = description
    for name in parents:
        part = part[name]
    if value is None:
        del part[last]
    else:
        part[last] = value
    return breaks(facts_of(DESCRIPTION), facts_of(description))


@pytest.mark.parametrize(
    ("path", "value", "broken"),
    [
        ("paths /games post", None, "POST /games: exists"),
        ("paths /games post parameters", [], "parameter limit"),
        (
            "paths /games post parameters",
            [{"name": "limit", "required": True}],
            "parameter limit must be sent",
        ),
        ("paths /games post responses", {"201": {}}, "answers 200 application/json Verdict"),
        ("components schemas Log properties", {"seed": {"type": "integer"}}, "member seed, string"),
        (
            "components schemas Log required",
            ["seed", "variant"],
            "Log: member variant must be sent",
        ),
        ("components schemas Verdict properties", {}, "member outcome, Outcome"),
        ("components schemas Verdict required", [], "member outcome is always there"),
        ("components schemas Outcome enum", ["won"], "value lost"),
    ],
)
def test_a_break_is_named(path, value, broken):
    assert any(broken in sentence for sentence in changed(path, value))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("paths /more", {"get": {"parameters": [{"name": "id", "required": True}], "responses": {}}}),
        ("paths /games post parameters", [LIMIT, {"name": "page"}]),
        ("components schemas Log required", []),
        ("components schemas Log properties", {"seed": {"type": "string"}, "deck": {"type": "array"}}),
        ("components schemas Outcome enum", ["won", "lost", "drawn"]),
    ],
)
def test_an_addition_breaks_nothing(path, value):
    assert changed(path, value) == []


def test_the_contract_keeps_what_the_last_release_promised():
    """A break needs a new major version; ``python -m tools.contract`` records the contract of a release."""
    version, *facts = RELEASED.read_text("utf-8").splitlines()
    found = breaks(set(facts) - REPLACED, facts_of(document()))
    assert found == [] or _major(__version__) > _major(version)


def _major(version: str) -> int:
    return int(version.split(".", maxsplit=1)[0])
