"""The WSGI middleware: the id of a request, the headers of its answer, its line in the log and its metrics.

One class below Flask does it all, since every layer and every hook costs each request some microseconds.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import partial
from http import HTTPStatus
from random import getrandbits
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from werkzeug.wsgi import ClosingIterator

from service.http.logs import REQUEST_ID, RequestLog
from service.http.metrics import Metrics

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
"""Security and CORS headers of every answer that has not set them itself."""

_NAMES: Final = frozenset(name for name, _ in ALWAYS)

_IGNORED: Final = frozenset(
    {"HTTP_IF_MATCH", "HTTP_IF_UNMODIFIED_SINCE", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_RANGE"}
)

_LISTS: Final = frozenset({"HTTP_ACCEPT", "HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH"})

_CHECKED: Final = _IGNORED | _LISTS

_LONGEST_LIST: Final = 1000
"""Characters of a header field that is a list. Parsing 4 kB of them takes 8 ms, and browsers send 200."""

_TRACE: Final = re.compile(r"00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}")
"""A ``traceparent`` (W3C Trace Context, version 00): the ids of the trace and of the caller's span."""

_VALID_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,128}")


class Middleware:
    """Gives each request an id, its answer the usual headers, and observes it once the answer is complete.

    The id is the client's ``X-Request-Id`` if it is valid. Of the preconditions (RFC 9110 §13.1) only
    If-None-Match reaches the application: nothing here is ever written or has a date. Werkzeug would answer
    others with 412 and fail on dates with long numbers. Preferences of more than 1000 characters are ignored.
    """

    def __init__(
        self, application: "WSGIApplication", log: RequestLog | None, metrics: Metrics | None
    ) -> None:
        self._application = application
        self._log = log
        self._metrics = metrics

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        started = perf_counter()
        if self._metrics:
            self._metrics.begin_request()
        request_id = environ.get("HTTP_X_REQUEST_ID", "")
        if not _VALID_ID.fullmatch(request_id):
            # Ids need to be unique, not secret: secret numbers would cost a system call.
            request_id = f"{getrandbits(128):032x}"
        environ[REQUEST_ID] = request_id
        for name in () if _CHECKED.isdisjoint(environ) else environ.keys() & _CHECKED:
            if name in _IGNORED or len(environ[name]) > _LONGEST_LIST:
                del environ[name]
        status, route, is_complete = 0, "none", False
        # The body of this project's worker has it; other servers skip in ways of their own.
        skip_rest = getattr(environ["wsgi.input"], "skip_rest", None)

        def start(line: str, headers: list[tuple[str, str]], *failure: Any) -> Any:
            nonlocal status, route, is_complete
            status, own = int(line[:3]), dict(headers)
            # Flask removes its request from the environment before the answer is complete.
            if self._metrics and (rule := environ["werkzeug.request"].url_rule):
                route = rule.rule
            # An answer without a length is only beginning.
            is_complete = "Content-Length" in own
            # Only a stream may still read the body while it answers.
            if (is_complete or status != HTTPStatus.OK) and skip_rest:
                skip_rest()
            missing = ALWAYS if _NAMES.isdisjoint(own) else [item for item in ALWAYS if item[0] not in own]
            return start_response(line, [*headers, *missing, ("X-Request-Id", request_id)], *failure)

        answer = self._application(environ, start)
        if not is_complete:
            return ClosingIterator(answer, partial(self._observe, environ, started, route, status))
        self._observe(environ, started, route, status)
        return answer

    def _observe(self, environ: "WSGIEnvironment", started: float, route: str, status: int) -> None:
        seconds = perf_counter() - started
        method = environ["REQUEST_METHOD"]
        if self._metrics:
            self._metrics.observe_request(route, method, status, seconds)
        if self._log:
            path: str = environ["PATH_INFO"]
            line = {
                "event": "request",
                "level": "info",
                "timestamp": datetime.now(UTC),
                "method": method,
                "path": path if path.isascii() else path.encode("latin-1").decode(errors="replace"),
                "status": status,
                "client": environ.get("REMOTE_ADDR"),
                "request_id": environ[REQUEST_ID],
                "milliseconds": round(seconds * 1000, 3),
            }
            if traced := _TRACE.fullmatch(environ.get("HTTP_TRACEPARENT", "")):
                line |= {"trace_id": traced[1], "parent_id": traced[2]}
            self._log.write(line)
