"""Which preconditions a request may set: what it has already, by its ETag, and nothing else.

None guards against lost updates, since nothing here is ever written.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from flask import Flask

from service.config import Settings
from service.http.wrapper import Wrapper

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


_IGNORED: Final = ("HTTP_IF_MATCH", "HTTP_IF_UNMODIFIED_SINCE", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_RANGE")


class Preconditions:
    """Answers as if all but If-None-Match were not there (RFC 9110 §13.1).

    The libraries below would answer 412 with the body of a 200, and fail on a date whose numbers are too
    long. No answer has a date of its own to compare.
    """

    def __init__(self, application: "WSGIApplication") -> None:
        self._application = application

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        for name in _IGNORED:
            environ.pop(name, None)
        return self._application(environ, start_response)


def register_preconditions(_app: Flask, _settings: Settings) -> Wrapper:
    """Ignore these conditions on every request."""
    return Preconditions
