"""What operations take and answer, with examples; and what they may have to say instead."""

from collections.abc import Iterable
from typing import Final

from marshmallow import Schema

from schemas.stream import MEDIA_TYPES
from service.openapi.examples import Example
from service.openapi.fields import Json, headers
from service.openapi.problem_responses import answers

Paths = dict[str, dict[str, Json]]
"""By path: the operation of each method."""

RATES: Final = ("RateLimit", "RateLimit-Policy")
"""Header fields of whatever is limited."""

ANY: Final = ("MethodNotAllowed", "NotAcceptable", "Defect")
"""Problems that any request can meet."""

LIMITED: Final = (*ANY, "TooManyRequests")
"""Those below ``/v1``."""


def shown(found: Iterable[Example], part: str) -> Json:
    """The ``request`` or the ``answer`` of each example."""
    return {example.name: {"summary": example.summary, "value": getattr(example, part)} for example in found}


def json_answer(schema: type[Schema], description: str, found: Iterable[Example], *names: str) -> Json:
    """What is answered where all is well, with these header fields."""
    content = {"schema": schema, "examples": shown(found, "answer")}
    return {"description": description, "headers": headers(*names), "content": {"application/json": content}}


def json_body(schema: type[Schema], found: Iterable[Example]) -> Json:
    """What is sent."""
    content = {"schema": schema, "examples": shown(found, "request")}
    return {"required": True, "content": {"application/json": content}}


def lines(about: str, found: Iterable[Example], part: str) -> Json:
    """A stream of lines, sent or answered."""
    content = {
        "schema": {"type": "string", "description": about},
        "examples": shown(found, part),
    }
    return dict.fromkeys(MEDIA_TYPES, content)


def binary(about: str) -> Json:
    """A body that is no text."""
    return {"schema": {"type": "string", "format": "binary", "description": about}}


def problems(*names: str) -> dict[str, str]:
    """Responses by status, in order; a name stands for its component."""
    found = answers()
    return {str(int(found[name].status)): name for name in sorted(names, key=lambda name: found[name].status)}
