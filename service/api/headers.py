"""What every answer says of itself to browsers: from any origin it may be read, and nothing it may do."""

from typing import Final

from flask import Flask, Response, request

_ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    # A page among the answers brings a policy of its own.
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "cross-origin",
    # Without credentials, so that any origin may read what anybody may; with an Origin or without, since
    # caches keep answers for both.
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id",
}
_PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST",
    "Access-Control-Allow-Headers": "Content-Type, If-None-Match, X-Request-Id",
    "Access-Control-Max-Age": "86400",
}


def register_headers(app: Flask) -> None:
    """Add these headers to every answer."""
    app.after_request(_add)


def _add(response: Response) -> Response:
    headers = response.headers
    for name, value in _ALWAYS.items():
        headers.setdefault(name, value)
    if request.method == "OPTIONS":
        headers.update(_PREFLIGHT)
    return response
