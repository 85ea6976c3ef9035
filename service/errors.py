"""Every failure of every layer becomes one shape: RFC 9457 ``application/problem+json``."""

import logging
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import orjson
from flask import Flask, Response, g
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from service.strict_json import JsonError

log = logging.getLogger(__name__)


class Problem(Exception):  # noqa: N818
    """A request that cannot be answered, and why."""

    def __init__(
        self, status: HTTPStatus, detail: str, *, kind: str = "", errors: list[dict[str, str]] | None = None
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.kind = kind or status.phrase.lower().replace(" ", "-")
        self.errors = errors

    def body(self) -> dict[str, Any]:
        """The problem object, without its request id."""
        body: dict[str, Any] = {
            "type": f"urn:patience-referee:problem:{self.kind}",
            "title": self.status.phrase,
            "status": int(self.status),
            "detail": self.detail,
        }
        if self.errors is not None:
            body["errors"] = self.errors
        return body


def problem_of(error: Exception) -> Problem:
    """The problem that stands for an error; an error that we did not foresee is our defect."""
    match error:
        case Problem():
            return error
        case JsonError():
            return Problem(HTTPStatus.BAD_REQUEST, str(error), kind="not-json")
        case ValidationError():
            return invalid_request(error)
        case HTTPException(code=int(code)):
            return Problem(HTTPStatus(code), error.description or HTTPStatus(code).description)
    log.error("defect", exc_info=error)
    return Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "The referee failed; the defect has been logged.")


def invalid_request(error: ValidationError) -> Problem:
    """A 422 that names every place where a request is wrong."""
    errors = [
        {"pointer": pointer, "detail": detail} for pointer, detail in sorted(_flatten("", error.messages))
    ]
    first = errors[0]
    more = f" ({len(errors) - 1} more in errors)" if len(errors) > 1 else ""
    place = f"{first['pointer']}: " if first["pointer"] else ""
    return Problem(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        f"{place}{first['detail']}{more}",
        kind="invalid-request",
        errors=errors,
    )


def _flatten(pointer: str, messages: object) -> Iterator[tuple[str, str]]:
    if isinstance(messages, dict):
        for name, inner in messages.items():
            step = "" if name == "_schema" else f"/{_escape(str(name))}"
            yield from _flatten(pointer + step, inner)
    elif isinstance(messages, list):
        for inner in messages:
            yield from _flatten(pointer, inner)
    else:
        yield pointer, str(messages)


def _escape(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def problem_response(error: Exception) -> Response:
    """The answer that reports an error."""
    problem = problem_of(error)
    body = {**problem.body(), "request_id": g.get("request_id", "")}
    response = Response(orjson.dumps(body), problem.status, content_type="application/problem+json")
    if isinstance(error, HTTPException):
        headers = error.get_response().headers if error.response else error.get_headers()
        for name, value in headers.items() if hasattr(headers, "items") else headers:
            if name.lower() in {"allow", "retry-after", "location"}:
                response.headers[name] = value
    return response


def register_errors(app: Flask) -> None:
    """Answer every error of this app with a problem."""
    app.register_error_handler(Exception, problem_response)
