"""Compare answers with the API's own description."""

import re
from functools import cache
from typing import Any
from urllib.parse import quote

from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator
from werkzeug.test import TestResponse

from service.openapi.document import document


@cache
def validator(*pointer: str) -> Draft202012Validator:
    """Return the validator of the schema at this place of the document."""
    place = "/".join(step.replace("~", "~0").replace("/", "~1") for step in pointer)
    return Draft202012Validator({"$ref": f"#/{quote(place)}", **document()})


def assert_described(answer: Any, schema: str) -> None:
    """Fail unless the answer matches this schema and has only described members."""
    validator("components", "schemas", schema).validate(answer)
    assert set(answer) <= set(document()["components"]["schemas"][schema]["properties"])


def assert_answer_described(response: TestResponse) -> None:
    """Fail unless the operation describes this answer and its header fields.

    Streams and compressed answers are not checked.
    """
    path = path_of(response.request.path)
    operation = document()["paths"].get(path, {}).get(response.request.method.lower())
    if operation is None:
        return
    pointer = ["paths", path, response.request.method.lower(), "responses", str(response.status_code)]
    assert str(response.status_code) in operation["responses"], response.data
    described = operation["responses"][str(response.status_code)]
    if "$ref" in described:
        pointer = described["$ref"].split("/")[1:]
        described = document()[pointer[0]][pointer[1]][pointer[2]]
    assert required(described) <= set(response.headers.keys())
    if "content" not in described:
        return
    assert response.mimetype in described["content"]
    lines = response.mimetype.endswith(("ndjson", "jsonl"))
    if not lines and "Content-Encoding" not in response.headers:
        validator(*pointer, "content", response.mimetype, "schema").validate(response.json)


def required(response: dict[str, Any]) -> set[str]:
    """Return the header fields that an answer must have."""
    headers = document()["components"]["headers"]
    return {
        name
        for name, header in response["headers"].items()
        if headers[header["$ref"].rpartition("/")[2]].get("required")
    }


@cache
def path_of(path: str) -> str:
    """Return the described path that this one is an instance of; empty if there is none."""
    for template in document()["paths"]:
        if re.fullmatch(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template)), path):
            return str(template)
    return ""


class DescribedClient(FlaskClient):
    """A client that compares every answer with the description."""

    def open(self, *arguments: Any, **named: Any) -> TestResponse:
        """Send a request, and fail unless the answer is as described."""
        response = super().open(*arguments, **named)
        assert_answer_described(response)
        return response
