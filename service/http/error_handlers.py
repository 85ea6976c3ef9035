"""Errors of every layer as RFC 9457 ``application/problem+json``."""

import logging
from http import HTTPStatus
from time import sleep
from typing import Final

import orjson
from flask import Response, request
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from schemas.field_errors import brief
from schemas.problems import Problem, defect, has_type, problem_with
from schemas.strict_json import JsonError
from service.http.logs import request_id

log = logging.getLogger(__name__)

HOLD_SECONDS: Final = 0.25
"""How long some refusals are held back, so that clients that repeat them at once leave others the CPU.

A worker has threads enough for all that wait: in this time it refuses fewer requests than it has threads.
"""

_HELD: Final = frozenset({"damaged-body", "search-busy"})
"""The names of these problems."""


def problem_of(error: Exception) -> Problem:
    """Return the problem that reports an error; an unforeseen error is a defect of the service."""
    match error:
        case Problem() | JsonError() | ValidationError():
            return problem_with(error)
        case NotFound():
            return Problem(HTTPStatus.NOT_FOUND, "This path does not exist. /docs lists all paths.")
        case MethodNotAllowed(valid_methods=methods):
            allowed = ", ".join(sorted(methods or ()))
            detail = f"This path has no {brief(request.method)} method. Its methods: {allowed}."
            return Problem(HTTPStatus.METHOD_NOT_ALLOWED, detail)
        case HTTPException(code=int(code)):
            # A client finds the type of every problem in the documentation, whatever Flask may raise.
            status = HTTPStatus(code) if has_type(HTTPStatus(code)) else HTTPStatus.BAD_REQUEST
            return Problem(status, error.description or status.description)
        case MemoryError():
            log.warning("memory is exhausted", exc_info=error)
            detail = "The server has no memory for the request at present."
            return Problem(HTTPStatus.SERVICE_UNAVAILABLE, detail, name="no-room")
    log.error("defect", exc_info=error)
    return defect()


def too_many(limit: int, what: str, seconds: int) -> Problem:
    """Build a 429 problem: more than `limit` of `what` in `seconds`."""
    detail = f"More than {limit} {what} in {seconds} seconds. Try again after the time in Retry-After."
    return Problem(HTTPStatus.TOO_MANY_REQUESTS, detail, limit=limit)


def problem_response(error: Exception) -> Response:
    """Return the response that reports an error."""
    problem = problem_of(error)
    # A worker without threads would keep all other clients waiting.
    if problem.name in _HELD and request.environ["wsgi.multithread"]:
        sleep(HOLD_SECONDS)
    body = {**problem.body(), "request_id": request_id()}
    response = Response(orjson.dumps(body), problem.status, content_type="application/problem+json")
    if problem.status == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = "1"
    if isinstance(error, HTTPException):
        headers = error.get_response().headers if error.response else error.get_headers()
        for name, value in headers.items() if hasattr(headers, "items") else headers:
            if name.lower() in {"allow", "location", "retry-after", "www-authenticate"}:
                response.headers[name] = value
    return response
