"""Which preconditions a request may set: none against lost updates, since nothing here is ever written."""

from flask import Flask, request

from service.config import Settings


def register_preconditions(app: Flask, _settings: Settings) -> None:
    """Answer as if If-Match and If-Unmodified-Since were not there (RFC 9110 §13.1.1).

    The libraries below would answer 412 with the body of a 200.
    """
    app.before_request(_forget)


def _forget() -> None:
    for name in ("HTTP_IF_MATCH", "HTTP_IF_UNMODIFIED_SINCE"):
        request.environ.pop(name, None)
