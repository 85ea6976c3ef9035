"""openapi.yaml is current and valid, and describes the service. test_examples tests its examples."""

import json
import re
from pathlib import Path

import yaml

from patience.cards.reasons import Outcome, Reason
from patience.compilation.compiled_rules import tables_for
from patience.compilation.descriptions import describe_piles
from patience.games import VARIANTS
from schemas.claim import FLAWS
from schemas.move_tokens import ACTIONS, REASONS
from schemas.variant_description import PILE_KINDS
from schemas.verdicts import OUTCOMES
from service.judging.refutations import Flaw
from service.openapi.document import as_yaml, document
from tests.api.described import validator

ROOT = Path(__file__).parents[2]


def test_openapi_yaml_is_current():
    """`python -m service.openapi.document` rewrites it."""
    assert (ROOT / "openapi.yaml").read_text("utf-8") == as_yaml()


def test_the_description_is_valid_openapi():
    # Every worker collects this file, and only one validates.
    from openapi_spec_validator import validate  # noqa: PLC0415

    validate(document())


def test_it_is_served(client):
    assert client.get("/openapi.json").json == document()
    served = client.get("/openapi.yaml")
    assert served.content_type == "application/yaml"
    assert yaml.load(served.data, yaml.CSafeLoader) == document()
    assert client.get("/openapi.yaml", headers={"Accept": "application/json"}).status_code == 406


def test_every_route_is_described(client):
    """Pages and the description itself are not part of the API."""
    routes = {
        re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule): rule.methods - {"HEAD", "OPTIONS"}
        for rule in client.application.url_map.iter_rules()
        if rule.rule.startswith(("/v1", "/livez", "/readyz", "/.well-known/"))
    }
    described = {
        path: {method.upper() for method in operations} for path, operations in document()["paths"].items()
    }
    assert described == routes


def test_every_value_is_explained():
    assert list(REASONS) == list(Reason)
    assert list(OUTCOMES) == list(Outcome)
    assert list(FLAWS) == list(Flaw)
    tables = [tables_for(variant) for variant in VARIANTS]
    assert set(PILE_KINDS) == {pile.kind for table in tables for pile in describe_piles(table)}
    stocks = [table.rules.stock for table in tables]
    assert set(ACTIONS) == {action for stock in stocks if stock for action in stock.actions}


def test_every_value_of_every_option_is_described():
    rules = validator("components", "schemas", "Rules")
    options = [option for variant in VARIANTS.values() for option in variant.options]
    for option in options:
        for value in option.extremes:
            assert rules.is_valid({option.name: value}), (option.name, value)
        assert not rules.is_valid({option.name: "no_such_value"})
    described = document()["components"]["schemas"]["Rules"]["properties"]
    assert set(described) == {option.name for option in options}


def test_every_object_is_described():
    """Each has a description, and the schemas of its members."""
    for name, schema in document()["components"]["schemas"].items():
        assert schema["description"], name
        if schema.get("type") == "object":
            assert schema.get("properties", schema.get("additionalProperties")), name
            assert {} not in schema.get("properties", {}).values(), name


ANSWERS_ONLY = {
    "Reason",
    "Outcome",
    "RefutationCode",
    "Action",
    "PileKind",
    "ProblemType",
    "ErrorCode",
    "Feature",
}


def references(schema):
    """Return the names of all schemas that this one refers to, directly or not."""
    names = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(schema)))
    return names.union(*(references(document()["components"]["schemas"][name]) for name in names))


def answers():
    """Return the names of all schemas of answers."""
    described = document()["components"]
    responses = [
        response
        for operations in document()["paths"].values()
        for operation in operations.values()
        for response in operation["responses"].values()
    ]
    return references([*responses, described["responses"], described["schemas"]["Line"]])


def test_answers_may_grow():
    """Values in answers are examples, with a sentence on unknown ones; no schema of an answer is closed."""
    named = document()["components"]["schemas"]
    # The `request` of an import is a request, which is closed.
    requests = references(named["ReplayRequest"]) | {"ReplayRequest"}
    for name in answers() - requests:
        text = json.dumps(named[name])
        assert '"enum"' not in text, name
        assert '"const"' not in text, name
        assert '"additionalProperties": false' not in text, name
    for name in ANSWERS_ONLY:
        assert "Later versions may add values: " in named[name]["description"], name


def test_requests_are_strict():
    named = document()["components"]["schemas"]
    for name in ("ReplayRequest", "ClaimRequest", "Claim", "Checkpoint", "Rules"):
        assert named[name]["additionalProperties"] is False, name
    assert named["VariantId"]["enum"] == list(VARIANTS)
    assert named["ClaimedOutcome"]["enum"] == list(Outcome)


def test_the_description_is_cached():
    """Writing it takes hundreds of times as long as any other answer."""
    assert as_yaml() is as_yaml()
