"""The format of all logs: JSON lines, or plain text on a terminal."""

import logging
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any, BinaryIO, Final, NamedTuple

import orjson
import structlog
from flask import has_request_context, request
from structlog.typing import EventDict, Processor, WrappedLogger

from service.config import Settings, color_choice

_log: Final = logging.getLogger(__name__)

REQUEST_ID: Final = "patience_referee.request_id"
"""The name under which the environment of a request has its id."""

_TIME: Final = structlog.processors.TimeStamper(fmt="iso", utc=True)


def request_id() -> str:
    """Return the id of the current request; empty outside of requests."""
    return request.environ.get(REQUEST_ID, "") if has_request_context() else ""


class RequestLog(NamedTuple):
    """The stream of the lines about requests, and the function that renders one."""

    stream: BinaryIO
    render: Callable[[dict[str, object]], bytes]

    def write(self, line: dict[str, object]) -> None:
        """Write a line at once: what has been answered has been logged, even if the process is killed.

        Where that fails, as on a full disk, the service goes on without its log.
        """
        with suppress(OSError):
            self.stream.write(self.render(line))


def request_log(settings: Settings) -> RequestLog | None:
    """Return how requests are logged, on stderr; None if the log level excludes them.

    JSON is rendered directly, at a fifth of the cost of a logger.
    """
    if _level(settings) > logging.INFO:
        return None
    # Each line is complete, so nothing is gained by a buffer.
    stream = getattr(sys.stderr.buffer, "raw", sys.stderr.buffer)
    if _as_text(settings):
        console = _console()
        return RequestLog(stream, lambda line: f"{console(None, '', line)}\n".encode())
    options = orjson.OPT_UTC_Z | orjson.OPT_APPEND_NEWLINE
    return RequestLog(stream, partial(orjson.dumps, option=options))


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
        return [_console()]
    return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(_dumps)]


def _console() -> structlog.dev.ConsoleRenderer:
    choice = color_choice()
    return structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty() if choice is None else choice)


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
