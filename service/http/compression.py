"""Compression of answers by a content coding that the client accepts."""

from functools import lru_cache
from typing import Final

import brotli
from flask import Flask, Request
from flask_compress import Compress
from werkzeug.http import parse_accept_header

CODINGS: Final = ("zstd", "br", "gzip")
"""The preferred coding first."""
_MOST_BYTES_AT_BEST: Final = 100_000

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


_CONSTANT: Final = frozenset(
    {"/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css", "/openapi.json", "/openapi.yaml", "/v1/variants"}
)
"""The paths of long answers that never change while the service runs, whatever the query."""


class _Compressed(dict[str, bytes]):
    """The compressed answers of constant paths, by coding and path."""

    def set(self, key: str, body: bytes) -> None:
        """Keep an answer; the library gives it every answer."""
        if not key.endswith(";"):
            self[key] = body


def _constant_path(request: Request) -> str:
    """Return the path of a request whose answer never changes, "" of any other."""
    return request.path if request.path in _CONSTANT else ""


def compression(app: Flask) -> Compress:
    """Return what compresses answers that are long enough, streams piece by piece.

    An ETag gets the coding as a suffix, since a strong ETag identifies bytes.
    """
    app.config.from_mapping(
        COMPRESS_CACHE_BACKEND=_Compressed,
        COMPRESS_CACHE_KEY=_constant_path,
        COMPRESS_MIMETYPES=list(_MEDIA_TYPES),
        COMPRESS_ALGORITHM=list(CODINGS),
        COMPRESS_ALGORITHM_STREAMING=list(CODINGS),
        COMPRESS_REGISTER=False,
    )
    return Compress(app)


@lru_cache(maxsize=512)
def compressed_file(body: bytes) -> bytes:
    """Return a static text file at a high compression level, once per process.

    At the highest, a file of 20 kB takes 30 ms and is a sixth smaller than at the level for answers. For
    Swagger UI's 1.4 MB it would be seconds, for which the first visitor waits.
    """
    quality = 11 if len(body) <= _MOST_BYTES_AT_BEST else 9
    return bytes(brotli.compress(body, mode=brotli.MODE_TEXT, quality=quality))


@lru_cache(maxsize=256)
def prefers_brotli(accepted: str) -> bool:
    """Return whether no coding suits a client better than Brotli."""
    return parse_accept_header(accepted).quality("br") == 1


@lru_cache(maxsize=256)
def accepts_coding(accepted: str) -> bool:
    """Return whether a client accepts a coding; the library would send one that ";q=0" refuses."""
    return bool(parse_accept_header(accepted).best_match(CODINGS))
