"""What views need of HTTP: bodies, media types and responses."""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import orjson
from flask import Response, request
from werkzeug.datastructures import LanguageAccept, MIMEAccept
from werkzeug.http import parse_accept_header

from patience.words import LANGUAGES
from schemas.field_errors import brief
from schemas.problems import Problem
from service.http.uploads import GZIP, received

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


class WholeResponse(Response):
    """An answer to POST whose body is complete: Flask need not check its length, body and Location."""

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:  # noqa: ARG002
        """Answer a request."""
        start_response(self.status, self.headers.to_wsgi_list())
        return self.response  # type: ignore[return-value]  # bytes


def read_body(
    environ: "WSGIEnvironment", length: int | None, limit: int, media_types: tuple[str, ...]
) -> bytes:
    """Return the body of the current request, which must have one of these types and accept JSON.

    Raises Problem otherwise, or if the body has more than `limit` bytes or is incomplete.
    """
    # Nearly every request is exactly so; the others are parsed.
    if environ.get("CONTENT_TYPE") != media_types[0] or "HTTP_CONTENT_ENCODING" in environ:
        require_media_type(*media_types)
    if environ.get("HTTP_ACCEPT", "*/*") != "*/*":
        require_acceptable("application/json")
    return b"".join(received(environ, length, limit))


def require_media_type(*accepted: str, may_be_packed: bool = False) -> None:
    """Raise Problem unless the body has one of these media types ("" for none), without content coding.

    With `may_be_packed` it may be gzipped.
    """
    environ = request.environ
    coding = environ.get("HTTP_CONTENT_ENCODING")
    if coding is not None and not (may_be_packed and coding.lower() == GZIP):
        expected = f"{GZIP} or no Content-Encoding" if may_be_packed else "no Content-Encoding"
        detail = f"Expected {expected}, found Content-Encoding {brief(coding)}."
        raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, detail)
    media_type = media_type_of(environ)
    if media_type not in accepted:
        expected = " or ".join(filter(None, accepted))
        detail = f"Expected Content-Type {expected}, found {media_type or 'no Content-Type'}."
        raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, detail)


def media_type_of(environ: "WSGIEnvironment") -> str:
    """Return the media type of a body, without parameters; "" for none."""
    content_type: str = environ.get("CONTENT_TYPE", "")
    return content_type.partition(";")[0].strip().lower()


def require_acceptable(media_type: str) -> None:
    """Raise Problem if the client does not accept this media type."""
    # Without an Accept header, or with an empty one, a client accepts anything.
    accept = request.environ.get("HTTP_ACCEPT")
    if accept and not _is_acceptable(accept, media_type):
        raise Problem(
            HTTPStatus.NOT_ACCEPTABLE, f"The answer is {media_type}, which the Accept header excludes."
        )


@lru_cache(maxsize=256)
def _is_acceptable(accept: str, media_type: str) -> bool:
    return parse_accept_header(accept, MIMEAccept).quality(media_type) > 0


def chosen_language() -> str:
    """Return the code of the language that the current request asks for: by `lang`, else by header field.

    The default is that of ``LANGUAGES``.
    """
    environ = request.environ
    named = request.args.get("lang") if environ.get("QUERY_STRING") else None
    return named or _accepted_language(environ)


def accepted_language() -> str:
    """Return the code of the language that the header field of the current request prefers."""
    return _accepted_language(request.environ)


def _accepted_language(environ: "WSGIEnvironment") -> str:
    accepted = environ.get("HTTP_ACCEPT_LANGUAGE")
    return _best_language(accepted) if accepted else LANGUAGES[0]


@lru_cache(maxsize=256)
def _best_language(accepted: str) -> str:
    # Here ``de-CH`` is German, even if English is accepted too and named without a country.
    tags = parse_accept_header(accepted, LanguageAccept)
    codes = (tag.partition("-")[0].lower() for tag, quality in tags if quality)
    return next((code for code in codes if code in LANGUAGES), LANGUAGES[0])


def json_response(answer: Any, headers: dict[str, str] | None = None) -> Response:
    """Return an answer as JSON.

    Raises Problem if the client does not accept JSON.
    """
    require_acceptable("application/json")
    return Response(orjson.dumps(answer), headers=headers, content_type="application/json")


def cached_json(answer: Any, cache_control: str) -> Response:
    """Return an answer as JSON with a strong ETag of its bytes; 304 if the client has them.

    Raises Problem if the client does not accept JSON.
    """
    response = json_response(answer, {"Cache-Control": cache_control})
    response.set_etag(sha256(response.get_data()).hexdigest()[:32])
    response.make_conditional(request)
    return response
