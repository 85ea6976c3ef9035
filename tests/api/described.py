"""Holds answers against the API's own description."""

from typing import Any

from jsonschema import Draft202012Validator

from service.description.document import document


def assert_described(answer: Any, schema: str) -> None:
    """Fail unless the answer is of this schema, with no field that the description lacks."""
    components = document()["components"]
    Draft202012Validator({"$ref": f"#/components/schemas/{schema}", "components": components}).validate(
        answer
    )
    assert set(answer) <= set(components["schemas"][schema]["properties"])
