"""Every request gets an id, a line in the log and its time in the metrics."""

from collections.abc import Callable, Iterable
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, request
from werkzeug.wsgi import ClosingIterator

from service.config import Settings
from service.http.logs import request_log
from service.http.metrics import metrics_of
from service.http.request_ids import name_request
from service.http.wrapper import Wrapper

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

    from service.http.prometheus import Metrics

_ROUTE: Final = "patience_referee.route"

_METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
"""All that any path takes."""


class Observed:
    """Observes the requests to an application, each until its answer is whole.

    Below Flask, where it costs half of what it would in hooks.
    """

    def __init__(
        self,
        application: "WSGIApplication",
        log: Callable[[dict[str, object]], None] | None,
        metrics: "Metrics | None",
    ) -> None:
        self._application = application
        self._log = log
        self._metrics = metrics

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request."""
        started = perf_counter()
        name = name_request(environ)
        status, is_whole = 0, False

        def start(line: str, headers: list[tuple[str, str]], *failure: Any) -> Any:
            nonlocal status, is_whole
            status = int(line[:3])
            # An answer whose length is known is whole; others have only begun.
            is_whole = "Content-Length" in [header for header, _ in headers]
            return start_response(line, [*headers, ("X-Request-Id", name)], *failure)

        answer = self._application(environ, start)
        if not is_whole:
            return ClosingIterator(answer, partial(self._observe, environ, name, status, started))
        self._observe(environ, name, status, started)
        return answer

    def _observe(self, environ: "WSGIEnvironment", name: str, status: int, started: float) -> None:
        seconds = perf_counter() - started
        method = environ["REQUEST_METHOD"]
        if self._metrics:
            # A client may invent methods without end; each would be a series of its own.
            known = method if method in _METHODS else "other"
            self._metrics.observe_request(environ.get(_ROUTE, "none"), known, status, seconds)
        if self._log:
            self._log(
                {
                    "method": method,
                    "path": environ["PATH_INFO"].encode("latin-1").decode(errors="replace"),
                    "status": status,
                    "client": environ.get("REMOTE_ADDR"),
                    "request_id": name,
                    "milliseconds": round(seconds * 1000, 3),
                }
            )


def register_observation(app: Flask, settings: Settings) -> Wrapper:
    """Observe every request of an app, for its log and its metrics as far as these are wanted."""
    metrics = metrics_of(app)
    if metrics:
        app.before_request(_note_route)
    log = request_log(settings)
    return lambda application: Observed(application, log, metrics)


def _note_route() -> None:
    if request.url_rule:
        request.environ[_ROUTE] = request.url_rule.rule
