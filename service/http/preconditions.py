"""Which preconditions a request may set: none against lost updates, since nothing here is ever written."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask

from service.config import Settings
from service.http.wrapper import Wrapper

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class Preconditions:
    """Answers as if If-Match and If-Unmodified-Since were not there (RFC 9110 §13.1.1).

    The libraries below would answer 412 with the body of a 200.
    """

    def __init__(self, application: "WSGIApplication") -> None:
        self._application = application

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        environ.pop("HTTP_IF_MATCH", None)
        environ.pop("HTTP_IF_UNMODIFIED_SINCE", None)
        return self._application(environ, start_response)


def register_preconditions(_app: Flask, _settings: Settings) -> Wrapper:
    """Ignore these conditions on every request."""
    return Preconditions
