"""What a path says to ``OPTIONS``: the methods it has, to browsers that ask before they send too."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Final

from flask import Flask, Response
from flask.globals import request_ctx

_SENT: Final = {
    "GET": ("If-None-Match",),
    "POST": ("Authorization", "Content-Encoding", "Content-Type"),
}
"""By method: the header fields that a page may send with it."""


def register_preflights(app: Flask) -> None:
    """Answer ``OPTIONS`` of every path of this app."""
    app.make_default_options_response = _preflight  # type: ignore[method-assign]


def _preflight() -> Response:
    adapter = request_ctx.url_adapter
    assert adapter, "only a path that is routed is asked for its methods"
    return answer(adapter.allowed_methods())


def answer(methods: Iterable[str]) -> Response:
    """A 204 that names these methods, and the fields that a page may send with them."""
    allowed = ", ".join(sorted(methods))
    sent = sorted(name for method, names in _SENT.items() if method in methods for name in names)
    response = Response(status=HTTPStatus.NO_CONTENT)
    del response.headers["Content-Type"]
    response.headers["Allow"] = allowed
    response.headers["Access-Control-Allow-Methods"] = allowed
    response.headers["Access-Control-Allow-Headers"] = ", ".join([*sent, "X-Request-Id"])
    response.headers["Access-Control-Max-Age"] = "86400"
    return response
