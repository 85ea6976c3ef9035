"""Bearer tokens (RFC 6750)."""

from flask import request
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Unauthorized


def unauthorized(detail: str) -> Unauthorized:
    """Build a 401 that asks for a bearer token."""
    return Unauthorized(detail, www_authenticate=WWWAuthenticate("bearer"))


def bearer_token() -> bytes:
    """Return the bearer token of the current request (RFC 6750 §2.1), empty for none."""
    # Werkzeug's request.authorization raises ValueError for "Basic" with bytes that are not ASCII.
    scheme, _, token = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    return token.strip().encode("latin-1") if scheme.lower() == "bearer" else b""
