"""Request ids, the access log, and the format of all logs: JSON lines, or plain text on a terminal."""

import logging
import re
import sys
import threading
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from random import getrandbits
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import orjson
import structlog
from flask import has_request_context, request
from structlog.typing import EventDict, Processor, WrappedLogger
from werkzeug.wsgi import ClosingIterator

from service.config import Settings
from service.http.metrics import ROUTE, Metrics

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

WriteLine = Callable[[dict[str, object]], None]
"""Write a line about a request."""

_log: Final = logging.getLogger(__name__)

_ID: Final = "patience_referee.request_id"
_VALID_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,128}")

_TIME: Final = structlog.processors.TimeStamper(fmt="iso", utc=True)


def request_id() -> str:
    """Return the id of the current request; empty outside of requests."""
    return request.environ.get(_ID, "") if has_request_context() else ""


class AccessLog:
    """WSGI middleware that gives each request an id, a line in the log and its time in the metrics.

    The id is the client's ``X-Request-Id`` if it is valid. Below Flask this costs half of what hooks would.
    """

    def __init__(
        self, application: "WSGIApplication", write: WriteLine | None, metrics: Metrics | None
    ) -> None:
        self._application = application
        self._write = write
        self._metrics = metrics

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request; observe it once the answer is complete."""
        started = perf_counter()
        name = environ.get("HTTP_X_REQUEST_ID", "")
        if not _VALID_ID.fullmatch(name):
            # Ids need to be unique, not secret: secret numbers would cost a system call.
            name = f"{getrandbits(128):032x}"
        environ[_ID] = name
        status, is_complete = 0, False

        def start(line: str, headers: list[tuple[str, str]], *failure: Any) -> Any:
            nonlocal status, is_complete
            status = int(line[:3])
            # An answer without a length is only beginning.
            is_complete = "Content-Length" in dict(headers)
            return start_response(line, [*headers, ("X-Request-Id", name)], *failure)

        answer = self._application(environ, start)
        if not is_complete:
            return ClosingIterator(answer, partial(self._observe, environ, name, status, started))
        self._observe(environ, name, status, started)
        return answer

    def _observe(self, environ: "WSGIEnvironment", name: str, status: int, started: float) -> None:
        seconds = perf_counter() - started
        method = environ["REQUEST_METHOD"]
        if self._metrics:
            self._metrics.observe_request(environ.get(ROUTE, "none"), method, status, seconds)
        if self._write:
            self._write(
                {
                    "event": "request",
                    "level": "info",
                    "timestamp": datetime.now(UTC),
                    "method": method,
                    "path": environ["PATH_INFO"].encode("latin-1").decode(errors="replace"),
                    "status": status,
                    "client": environ.get("REMOTE_ADDR"),
                    "request_id": name,
                    "milliseconds": round(seconds * 1000, 3),
                }
            )


def line_writer(settings: Settings) -> WriteLine | None:
    """Return what writes a line about a request to stderr; None if the log level excludes it.

    JSON is written directly, at a fifth of the cost of a logger.
    """
    if _level(settings) > logging.INFO:
        return None
    if _as_text(settings):
        console = structlog.dev.ConsoleRenderer()
        return lambda line: print(console(None, "", line), file=sys.stderr)  # noqa: T201
    stream = sys.stderr.buffer

    def write(line: dict[str, object]) -> None:
        stream.write(orjson.dumps(line, option=orjson.OPT_UTC_Z | orjson.OPT_APPEND_NEWLINE))
        stream.flush()

    return write


def as_line(event: str, **fields: object) -> bytes:
    """Return an event as a line of a JSON log, without its end."""
    line = {"event": event, "level": "info", "timestamp": datetime.now(UTC), **fields}
    return orjson.dumps(line, option=orjson.OPT_UTC_Z)


def logging_config(settings: Settings) -> dict[str, Any]:
    """Return the configuration for ``logging.config`` that gives all log records the format of requests."""
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_renderers(settings)],
        "foreign_pre_chain": [structlog.stdlib.add_log_level, _TIME, _add_request_id],
    }
    handler = {"class": "logging.StreamHandler", "formatter": "structured", "stream": "ext://sys.stderr"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"structured": formatter},
        "handlers": {"stderr": handler},
        "root": {"level": _level(settings), "handlers": ["stderr"]},
        # Gunicorn's loggers have handlers of their own by default.
        "loggers": {
            name: {"level": _level(settings), "handlers": [], "propagate": True}
            for name in ("gunicorn.error", "gunicorn.access")
        },
    }


def log_what_python_prints() -> None:
    """Log warnings and uncaught exceptions like everything else."""
    logging.captureWarnings(capture=True)
    sys.unraisablehook = _log_unraisable
    threading.excepthook = _log_thread_exception


def _log_unraisable(event: "sys.UnraisableHookArgs") -> None:
    what = event.err_msg or "Exception ignored in"
    _log.error("%s %r", what, event.object, exc_info=event.exc_value)


def _log_thread_exception(event: threading.ExceptHookArgs) -> None:
    name = event.thread.name if event.thread else "unknown"
    _log.error("Exception in thread %s", name, exc_info=event.exc_value)


def _renderers(settings: Settings) -> list[Processor]:
    if _as_text(settings):
        return [structlog.dev.ConsoleRenderer()]
    return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(_dumps)]


def _as_text(settings: Settings) -> bool:
    return settings.log_format == "text" or (settings.log_format == "auto" and sys.stderr.isatty())


def _level(settings: Settings) -> int:
    return logging.getLevelNamesMapping()[settings.log_level.upper()]


def _dumps(event: EventDict, **_: object) -> str:
    return orjson.dumps(event, default=str).decode()


def _add_request_id(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    if name := request_id():
        event["request_id"] = name
    return event
