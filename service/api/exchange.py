"""What every view needs of HTTP: the body in, the answer out, and who may have which media type."""

import re
from http import HTTPStatus
from typing import Any
from uuid import uuid4

import orjson
from flask import Flask, Response, current_app, g, request

from service.api.uploads import read_whole
from service.config import Settings
from service.problems import Problem

_SANE_ID = re.compile(r"[A-Za-z0-9._:-]{1,128}")


def settings() -> Settings:
    """The settings of the app that serves this request."""
    found: Settings = current_app.config["SETTINGS"]
    return found


def read_body() -> bytes:
    """The whole body of this request.

    Raises Problem if it is longer than allowed, however it is sent, or does not come to its end.
    """
    return read_whole(settings().most_body_bytes)


def require_media_type(*accepted: str) -> None:
    """Raise Problem unless the body is declared to be one of these, and not compressed."""
    if "Content-Encoding" in request.headers:
        raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Expected no Content-Encoding.")
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
    # An empty Accept header asks for nothing in particular.
    if request.headers.get("Accept") and not request.accept_mimetypes.quality(media_type):
        raise Problem(HTTPStatus.NOT_ACCEPTABLE, f"This resource is {media_type}.")


def _name_request() -> None:
    given = request.headers.get("X-Request-Id", "")
    g.request_id = given if _SANE_ID.fullmatch(given) else str(uuid4())


def _finish(response: Response) -> Response:
    response.headers["X-Request-Id"] = g.get("request_id", "")
    return response


def register_exchange(app: Flask) -> None:
    """Give every request its id."""
    app.before_request(_name_request)
    app.after_request(_finish)
