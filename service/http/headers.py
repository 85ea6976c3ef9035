"""Security and CORS headers of every response, the answer to ``OPTIONS``, and the preconditions accepted."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from flask import Response
from flask.globals import request_ctx

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ALWAYS: Final = (
    ("X-Content-Type-Options", "nosniff"),
    # Pages send a policy of their own.
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
    # Any origin may read what any client may. Sent without an Origin too, since caches keep answers for both.
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"),
)

_NAMES: Final = frozenset(name for name, _ in ALWAYS)

_IGNORED: Final = ("HTTP_IF_MATCH", "HTTP_IF_UNMODIFIED_SINCE", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_RANGE")

_REQUEST_HEADERS: Final = {
    "GET": ("If-None-Match",),
    "POST": ("Authorization", "Content-Encoding", "Content-Type"),
}
"""By method: the header fields that a page may send."""


class Headers:
    """WSGI middleware that adds ``ALWAYS`` to the answers, unless an answer has such a header already.

    Of the preconditions (RFC 9110 §13.1) only If-None-Match reaches the application: nothing here is ever
    written or has a date. Werkzeug would answer others with 412 and fail on dates with long numbers.
    """

    def __init__(self, application: "WSGIApplication") -> None:
        self._application = application

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        for name in _IGNORED:
            environ.pop(name, None)

        def start(status: str, headers: list[tuple[str, str]], *failure: Any) -> Any:
            own = _NAMES & dict(headers).keys()
            missing = [header for header in ALWAYS if header[0] not in own] if own else ALWAYS
            return start_response(status, [*headers, *missing], *failure)

        return self._application(environ, start)


def options_response() -> Response:
    """Answer ``OPTIONS``: the methods of the path, and the header fields that a page may send with them."""
    adapter = request_ctx.url_adapter
    assert adapter, "only a path that has a route is asked for its methods"
    return preflight(adapter.allowed_methods())


def preflight(methods: Iterable[str]) -> Response:
    """Return a 204 that names these methods, and the header fields that a page may send with them."""
    allowed = ", ".join(sorted(methods))
    fields = sorted(name for method, names in _REQUEST_HEADERS.items() if method in methods for name in names)
    response = Response(status=HTTPStatus.NO_CONTENT)
    del response.headers["Content-Type"]
    response.headers["Allow"] = allowed
    response.headers["Access-Control-Allow-Methods"] = allowed
    response.headers["Access-Control-Allow-Headers"] = ", ".join([*fields, "X-Request-Id"])
    response.headers["Access-Control-Max-Age"] = "86400"
    return response
