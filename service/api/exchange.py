"""What every view needs of HTTP: the body in, the answer out, and who may have which media type."""

import re
from http import HTTPStatus
from typing import Any
from uuid import uuid4

import orjson
from flask import Flask, Response, current_app, g, request

from service.config import Settings
from service.errors import Problem

_SANE_ID = re.compile(r"[A-Za-z0-9._:-]{1,128}")


def settings() -> Settings:
    """The settings of the app that serves this request."""
    found: Settings = current_app.config["SETTINGS"]
    return found


def read_body() -> bytes:
    """The whole body of this request.

    Raises Problem if it is longer than allowed, however it is sent.
    """
    limit = settings().most_body_bytes
    too_long = Problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"The body is longer than {limit} bytes.")
    if (request.content_length or 0) > limit:
        raise too_long
    # One byte more than allowed tells a body that ends at its limit from one cut off there.
    body: bytes = request.stream.read(limit + 1)
    if len(body) > limit:
        raise too_long
    return body


def require_media_type(*accepted: str) -> None:
    """Raise Problem unless the body is declared to be one of these."""
    if request.mimetype not in accepted:
        given = request.mimetype or "no Content-Type"
        raise Problem(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            f"Expected Content-Type {' or '.join(accepted)}, found {given}.",
        )


def json_response(answer: Any, headers: dict[str, str] | None = None) -> Response:
    """An answer as JSON.

    Raises Problem if the client takes no JSON.
    """
    require_acceptable("application/json")
    return Response(orjson.dumps(answer), headers=headers, content_type="application/json")


def require_acceptable(media_type: str) -> None:
    """Raise Problem if the client does not take this media type."""
    if "Accept" in request.headers and not request.accept_mimetypes.quality(media_type):
        raise Problem(HTTPStatus.NOT_ACCEPTABLE, f"This resource is {media_type}.")


def _name_request() -> None:
    given = request.headers.get("X-Request-Id", "")
    g.request_id = given if _SANE_ID.fullmatch(given) else str(uuid4())


def _finish(response: Response) -> Response:
    response.headers["X-Request-Id"] = g.get("request_id", "")
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def register_exchange(app: Flask) -> None:
    """Give every request its id."""
    app.before_request(_name_request)
    app.after_request(_finish)
