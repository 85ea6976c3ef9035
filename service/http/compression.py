"""Answers in the content codings that a client takes."""

from functools import lru_cache
from typing import Final

from flask import Flask, Response, request
from flask_compress import Compress
from werkzeug.http import parse_accept_header

from service.config import SettingError, Settings, variable

CODINGS: Final = ("zstd", "br", "gzip")

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


def register_compression(app: Flask, settings: Settings) -> None:
    """Compress answers that are worth it, streamed ones piece by piece.

    An ETag gets the coding as a suffix, since a strong one names bytes.
    Raises SettingError for a coding that we lack.
    """
    unknown = [coding for coding in settings.compression if coding not in CODINGS]
    if unknown:
        raise SettingError(f"{variable('compression')} is any of {', '.join(CODINGS)}, not {unknown[0]!r}.")
    if not settings.compression:
        return
    app.config.from_mapping(
        COMPRESS_MIMETYPES=list(_MEDIA_TYPES),
        COMPRESS_ALGORITHM=list(settings.compression),
        COMPRESS_ALGORITHM_STREAMING=list(settings.compression),
        COMPRESS_REGISTER=False,
    )
    library = Compress(app)

    @lru_cache(maxsize=256)
    def is_welcome(accepted: str) -> bool:
        return bool(parse_accept_header(accepted).best_match(settings.compression))

    def compress(response: Response) -> Response:
        environ = request.environ
        # The library would send a coding that is refused by ";q=0" if no other is asked for.
        if is_welcome(environ.get("HTTP_ACCEPT_ENCODING", "")):
            return library.after_request(response)
        # Caches keep no answers to other methods.
        if environ["REQUEST_METHOD"] in ("GET", "HEAD"):
            response.headers.add("Vary", "Accept-Encoding")
        return response

    app.after_request(compress)
