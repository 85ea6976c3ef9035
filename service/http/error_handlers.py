"""Every failure of every layer becomes one shape: RFC 9457 ``application/problem+json``."""

import logging
from http import HTTPStatus

import orjson
from flask import Flask, Response
from flask_limiter import RateLimitExceeded
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from service.http.request_ids import request_id
from service.judging.problems import Problem, has_type, problem_with
from service.judging.strict_json import JsonError

log = logging.getLogger(__name__)


def problem_of(error: Exception) -> Problem:
    """The problem that stands for an error; an error that we did not foresee is our defect."""
    match error:
        case Problem() | JsonError() | ValidationError():
            return problem_with(error)
        case NotFound():
            return Problem(HTTPStatus.NOT_FOUND, "There is nothing at this path; /docs lists what there is.")
        case MethodNotAllowed(valid_methods=methods):
            allowed = ", ".join(sorted(methods or ()))
            return Problem(HTTPStatus.METHOD_NOT_ALLOWED, f"This path takes {allowed} only.")
        case RateLimitExceeded(limit=exceeded):
            return too_many(exceeded.limit.amount, "requests", exceeded.limit.get_expiry())
        case HTTPException(code=int(code)):
            # Whatever Flask may come to raise, a client finds its type in the table.
            status = HTTPStatus(code) if has_type(HTTPStatus(code)) else HTTPStatus.BAD_REQUEST
            return Problem(status, error.description or status.description)
    log.error("defect", exc_info=error)
    return Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "The referee failed; the defect has been logged.")


def too_many(limit: int, what: str, seconds: int) -> Problem:
    """A 429: a client has had so many of these in so many seconds."""
    detail = f"More than {limit} {what} in {seconds} seconds; Retry-After says when to come again."
    return Problem(HTTPStatus.TOO_MANY_REQUESTS, detail, limit=limit)


def problem_response(error: Exception) -> Response:
    """The answer that reports an error."""
    problem = problem_of(error)
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


def register_errors(app: Flask) -> None:
    """Answer every error of this app with a problem."""
    app.register_error_handler(Exception, problem_response)
