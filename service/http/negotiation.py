"""What every view needs of HTTP: the body in, the answer out, and who may have which media type."""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import orjson
from flask import Response, current_app, request
from werkzeug.datastructures import MIMEAccept, WWWAuthenticate
from werkzeug.exceptions import Unauthorized
from werkzeug.http import parse_accept_header, parse_options_header

from service.config import Settings
from service.http.uploads import GZIP
from service.http.uploads import read_body as read_whole
from service.judging.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


class WholeResponse(Response):
    """An answer to POST whose body is there: it goes out as it is.

    Flask would look whether there is to be a body at all, of what length, and where a Location leads.
    """

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:  # noqa: ARG002
        """Answer a request."""
        start_response(self.status, self.headers.to_wsgi_list())
        return self.response  # type: ignore[return-value]  # bytes, as they were given


def settings() -> Settings:
    """The settings of the app that serves this request."""
    found: Settings = current_app.config["SETTINGS"]
    return found


def unauthorized(detail: str) -> Unauthorized:
    """A 401 that asks for a bearer token."""
    return Unauthorized(detail, www_authenticate=WWWAuthenticate("bearer"))


def read_body() -> bytes:
    """The whole body of this request.

    Raises Problem if it is longer than allowed, however it is sent, or does not come to its end.
    """
    return read_whole(request.environ, settings().most_body_bytes)


def read_json(limits: Settings) -> bytes:
    """The whole body of this request, which is JSON, from a client that takes JSON.

    Raises Problem if it is not, or as ``read_body``.
    """
    environ = request.environ
    _require_media_type(environ, ("application/json",))
    _require_acceptable(environ, "application/json")
    return read_whole(environ, limits.most_body_bytes)


def bearer_token() -> bytes:
    """The token that the client presents (RFC 6750 §2.1); empty where it presents none."""
    scheme, _, token = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    # As the client sent it: WSGI has every byte as the character of that number.
    return token.strip().encode("latin-1") if scheme.lower() == "bearer" else b""


def require_media_type(*accepted: str, may_be_packed: bool = False) -> None:
    """Raise Problem unless the body is declared to be one of these ("": need not be).

    It may not be compressed, or by gzip alone where it may be packed.
    """
    _require_media_type(request.environ, accepted, may_be_packed)


def _require_media_type(
    environ: "WSGIEnvironment", accepted: tuple[str, ...], may_be_packed: bool = False
) -> None:
    coding = environ.get("HTTP_CONTENT_ENCODING")
    if coding is not None and not (may_be_packed and coding.lower() == GZIP):
        expected = f"{GZIP} or no Content-Encoding" if may_be_packed else "no Content-Encoding"
        raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"Expected {expected}.")
    given = _media_type(environ.get("CONTENT_TYPE", ""))
    if given not in accepted:
        expected = " or ".join(filter(None, accepted))
        raise Problem(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            f"Expected Content-Type {expected}, found {given or 'no Content-Type'}.",
        )


@lru_cache(maxsize=256)
def _media_type(content_type: str) -> str:
    return parse_options_header(content_type)[0].lower()


def json_response(answer: Any, headers: dict[str, str] | None = None) -> Response:
    """An answer as JSON.

    Raises Problem if the client takes no JSON.
    """
    require_acceptable("application/json")
    return Response(orjson.dumps(answer), headers=headers, content_type="application/json")


def cached_json(answer: Any, cache_control: str) -> Response:
    """An answer as JSON that may be kept, under a strong ETag of its bytes; 304 if the client has them.

    Raises Problem if the client takes no JSON.
    """
    require_acceptable("application/json")
    body = orjson.dumps(answer)
    etag = sha256(body).hexdigest()[:32]
    known = _known(etag)
    headers = {"ETag": f'"{known or etag}"', "Cache-Control": cache_control}
    if known:
        return Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(body, headers=headers, content_type="application/json")


def _known(etag: str) -> str | None:
    """The client's own tag for these bytes, if it has one: a compressed answer's ends in its coding."""
    if request.if_none_match.star_tag:
        return etag
    # Werkzeug reads an empty tag as None.
    tags = sorted(tag for tag in request.if_none_match.as_set(include_weak=True) if tag)
    return next((tag for tag in tags if tag.partition(":")[0] == etag), None)


def require_acceptable(media_type: str) -> None:
    """Raise Problem if the client does not take this media type."""
    _require_acceptable(request.environ, media_type)


def _require_acceptable(environ: "WSGIEnvironment", media_type: str) -> None:
    # No Accept header, or an empty one, asks for nothing in particular.
    accept = environ.get("HTTP_ACCEPT")
    if accept and not _is_acceptable(accept, media_type):
        raise Problem(HTTPStatus.NOT_ACCEPTABLE, f"This resource is {media_type}.")


@lru_cache(maxsize=256)
def _is_acceptable(accept: str, media_type: str) -> bool:
    return parse_accept_header(accept, MIMEAccept).quality(media_type) > 0
