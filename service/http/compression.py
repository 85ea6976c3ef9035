"""Compression of answers by a content coding that the client accepts."""

from functools import lru_cache
from typing import Final

from flask import Flask, Response, request
from flask_compress import Compress
from werkzeug.http import parse_accept_header

CODINGS: Final = ("zstd", "br", "gzip")
"""The preferred coding first."""

_MEDIA_TYPES: Final = (
    "application/json",
    "application/jsonl",
    "application/jwk-set+json",
    "application/problem+json",
    "application/x-ndjson",
    "application/yaml",
    "image/svg+xml",
    "text/css",
    "text/html",
    "text/javascript",
    "text/plain",
)


def register_compression(app: Flask) -> None:
    """Compress answers that are long enough, streams piece by piece.

    An ETag gets the coding as a suffix, since a strong ETag identifies bytes.
    """
    app.config.from_mapping(
        COMPRESS_MIMETYPES=list(_MEDIA_TYPES),
        COMPRESS_ALGORITHM=list(CODINGS),
        COMPRESS_ALGORITHM_STREAMING=list(CODINGS),
        COMPRESS_REGISTER=False,
    )
    library = Compress(app)

    def compress(response: Response) -> Response:
        environ = request.environ
        # The library would send a coding that ";q=0" refuses, if the client names no other.
        if _accepts_coding(environ.get("HTTP_ACCEPT_ENCODING", "")):
            return library.after_request(response)
        # Caches keep answers to these methods only.
        if environ["REQUEST_METHOD"] in ("GET", "HEAD"):
            response.headers.add("Vary", "Accept-Encoding")
        return response

    app.after_request(compress)


@lru_cache(maxsize=256)
def _accepts_coding(accepted: str) -> bool:
    return bool(parse_accept_header(accepted).best_match(CODINGS))
