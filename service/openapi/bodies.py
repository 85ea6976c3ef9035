"""Request bodies, answers and problems of operations."""

from collections.abc import Iterable
from typing import Final

from marshmallow import Schema

from schemas.stream import MEDIA_TYPES
from service.openapi.examples import Example
from service.openapi.fields import Json, headers
from service.openapi.problem_responses import problem_answers

Paths = dict[str, dict[str, Json]]
"""The operations by path and method."""

RATES: Final = ("RateLimit", "RateLimit-Policy")
"""Header fields of rate-limited operations."""

ANY: Final = ("MethodNotAllowed", "NotAcceptable", "Defect")
"""Problems of every request."""

LIMITED: Final = (*ANY, "TooManyRequests")
"""Problems of every request below `/v1`."""


UNCHANGED: Final = {
    "description": "The client has the current response.",
    "headers": headers("ETag", "Cache-Control", *RATES),
}


def shown(examples: Iterable[Example], part: str) -> Json:
    """Return the `request` or the `answer` of each example."""
    return {
        example.name: {"summary": example.summary, "value": getattr(example, part)} for example in examples
    }


def json_answer(schema: type[Schema], description: str, examples: Iterable[Example], *names: str) -> Json:
    """Describe a successful answer with these header fields."""
    content = {"schema": schema, "examples": shown(examples, "answer")}
    return {"description": description, "headers": headers(*names), "content": {"application/json": content}}


def json_body(schema: type[Schema], examples: Iterable[Example]) -> Json:
    """Describe a JSON request body."""
    content = {"schema": schema, "examples": shown(examples, "request")}
    return {"required": True, "content": {"application/json": content}}


def lines(about: str, examples: Iterable[Example], part: str) -> Json:
    """Describe a stream of lines; `part` is "request" or "answer"."""
    content = {
        "schema": {"type": "string", "description": about},
        "examples": shown(examples, part),
    }
    return dict.fromkeys(MEDIA_TYPES, content)


def binary(about: str) -> Json:
    """Describe a binary body."""
    return {"schema": {"type": "string", "format": "binary", "description": about}}


def problems(*names: str) -> dict[str, str]:
    """Return the names of problem responses by status, in order."""
    statuses = {name: problem_answers()[name].status for name in names}
    return {str(int(status)): name for name, status in sorted(statuses.items(), key=lambda item: item[1])}
