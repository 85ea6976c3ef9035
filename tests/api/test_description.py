"""openapi.yaml is current, valid, and says the same as the service."""

import re
from pathlib import Path

import yaml
from openapi_spec_validator import validate

from service.description.document import as_yaml, document

ROOT = Path(__file__).parents[2]


def test_openapi_yaml_is_current():
    """``python -m service.description.document`` rewrites it."""
    assert (ROOT / "openapi.yaml").read_text("utf-8") == as_yaml()


def test_the_description_is_valid_openapi():
    validate(document())


def test_it_is_served(client):
    assert client.get("/openapi.json").json == document()
    served = client.get("/openapi.yaml")
    assert served.content_type == "application/yaml"
    assert yaml.safe_load(served.data) == document()
    assert client.get("/openapi.yaml", headers={"Accept": "application/json"}).status_code == 406


def test_every_route_is_described(client):
    """Pages and the description itself are for people and tools, not part of the API."""
    routes = {
        re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule): rule.methods - {"HEAD", "OPTIONS"}
        for rule in client.application.url_map.iter_rules()
        if rule.rule.startswith(("/v1/", "/livez", "/readyz", "/.well-known/"))
    }
    described = {
        path: {method.upper() for method in operations} for path, operations in document()["paths"].items()
    }
    assert described == routes
