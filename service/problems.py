"""Why a request cannot be answered, in the one shape of RFC 9457; knows nothing of HTTP servers."""

import sys
from collections.abc import Iterator
from http import HTTPStatus
from itertools import islice
from typing import Any, Final

from marshmallow import ValidationError

from service.strict_json import JsonError

MOST_ERRORS: Final = 100
"""Places named in one problem, so that a bad request cannot ask for an answer many times its size."""

LONGEST_NAME: Final = 100
"""Of a longer name, a problem's pointer has only so many characters, and an ellipsis."""


_TITLES: Final = {
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "Content Too Large",
    HTTPStatus.REQUEST_URI_TOO_LONG: "URI Too Long",
    HTTPStatus.UNPROCESSABLE_ENTITY: "Unprocessable Content",
}
"""The names of RFC 9110, where those of ``HTTPStatus`` depend on the version of Python."""


class Problem(Exception):  # noqa: N818
    """A request that cannot be answered, and why."""

    def __init__(
        self, status: HTTPStatus, detail: str, *, name: str = "", errors: list[dict[str, str]] | None = None
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.title = _TITLES.get(status, status.phrase)
        self.name = name or self.title.lower().replace(" ", "-")
        self.errors = errors

    def body(self) -> dict[str, Any]:
        """The problem object, without its request id."""
        body: dict[str, Any] = {
            "type": f"urn:patience-referee:problem:{self.name}",
            "title": self.title,
            "status": int(self.status),
            "detail": self.detail,
        }
        if self.errors is not None:
            body["errors"] = self.errors
        return body


def problem_with(error: "JsonError | ValidationError | Problem") -> Problem:
    """The problem with a request that could not be read."""
    match error:
        case JsonError():
            return not_json(error)
        case ValidationError():
            return invalid_request(error)
    return error


def not_json(error: JsonError) -> Problem:
    """A 400 that says why a text is not the JSON we take."""
    return Problem(HTTPStatus.BAD_REQUEST, str(error), name="not-json")


def invalid_request(error: ValidationError) -> Problem:
    """A 422 that names the places where a request is wrong: all of them, up to ``MOST_ERRORS``."""
    found = list(islice(_flatten("", error.messages), MOST_ERRORS + 1))
    errors = [{"pointer": pointer, "detail": detail} for pointer, detail in found[:MOST_ERRORS]]
    first = errors[0]
    more = f" ({len(errors) - 1} more in errors)" if len(errors) > 1 else ""
    if len(found) > MOST_ERRORS:
        more = f" (the first {MOST_ERRORS} in errors)"
    place = f"{first['pointer']}: " if first["pointer"] else ""
    return Problem(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        f"{place}{first['detail']}{more}",
        name="invalid-request",
        errors=errors,
    )


def _flatten(pointer: str, messages: object) -> Iterator[tuple[str, str]]:
    if isinstance(messages, dict):
        for name, inner in sorted(messages.items(), key=_order):
            step = "" if name == "_schema" else f"/{_escape(str(name))}"
            yield from _flatten(pointer + step, inner)
    elif isinstance(messages, list):
        for inner in messages:
            yield from _flatten(pointer, inner)
    else:
        yield pointer, str(messages)


def _order(message: tuple[object, object]) -> tuple[int, str]:
    """Places in a list by their number, then names: the order of marshmallow's own sets is not fixed."""
    name = message[0]
    return (name, "") if isinstance(name, int) else (sys.maxsize, str(name))


def _escape(name: str) -> str:
    if len(name) > LONGEST_NAME:
        name = f"{name[:LONGEST_NAME]}…"
    return name.replace("~", "~0").replace("/", "~1")
