"""Every failure of every layer becomes one shape: RFC 9457 ``application/problem+json``."""

import logging
from http import HTTPStatus

import orjson
from flask import Flask, Response
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from service.http.request_ids import request_id
from service.problems import Problem, problem_with
from service.strict_json import JsonError

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
        case HTTPException(code=int(code)):
            return Problem(HTTPStatus(code), error.description or HTTPStatus(code).description)
    log.error("defect", exc_info=error)
    return Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "The referee failed; the defect has been logged.")


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
