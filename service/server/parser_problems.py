"""The answers to requests that gunicorn's HTTP parser refuses: problems, as everywhere else (RFC 9457)."""

from http import HTTPStatus
from typing import Final

import orjson
from gunicorn.http import errors

from schemas.problems import Problem
from service.http.middleware import ALWAYS

_PROBLEMS: Final = (
    (errors.LimitRequestLine, HTTPStatus.REQUEST_URI_TOO_LONG, "The request line is too long."),
    (
        errors.LimitRequestHeaders,
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        "The header has too many fields or bytes. Send fewer cookies or other fields.",
    ),
    (errors.ExpectationFailed, HTTPStatus.EXPECTATION_FAILED, "The only Expect supported is 100-continue."),
    (
        errors.UnsupportedTransferCoding,
        HTTPStatus.NOT_IMPLEMENTED,
        "The only Transfer-Encoding supported is chunked.",
    ),
    (errors.ForbiddenProxyRequest, HTTPStatus.FORBIDDEN, "The PROXY protocol is not accepted."),
    (errors.ParseException, HTTPStatus.BAD_REQUEST, "The request is not valid HTTP/1.1."),
    (BaseException, HTTPStatus.INTERNAL_SERVER_ERROR, "The server failed to handle the request."),
)
"""By error, the more specific ones first: the status and detail of its problem."""


def problem_answer(error: BaseException) -> bytes:
    """Return an HTTP response for an error of gunicorn; without a request id, since no request was parsed."""
    status, detail = next((status, detail) for kind, status, detail in _PROBLEMS if isinstance(error, kind))
    body = orjson.dumps({**Problem(status, detail).body(), "request_id": ""})
    headers = (
        ("Connection", "close"),
        ("Content-Type", "application/problem+json"),
        ("Content-Length", str(len(body))),
        *ALWAYS,
    )
    lines = (f"HTTP/1.1 {status.value} {status.phrase}", *(f"{name}: {value}" for name, value in headers))
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode() + body
