"""Structured logs: a JSON object per line, or plain text on a terminal."""

import logging
import sys
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

import orjson
import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from service.config import Settings
from service.http.request_ids import request_id

_log: Final = logging.getLogger(__name__)

_TIME: Final = structlog.processors.TimeStamper(fmt="iso", utc=True)


def request_log(settings: Settings) -> Callable[[dict[str, object]], None] | None:
    """What writes a line about a request to stderr; None if such lines are not wanted.

    Every request pays for it: JSON is written straight, at a fifth of what it costs through a logger.
    """
    if not settings.log_requests or _level(settings) > logging.INFO:
        return None
    if _as_text(settings):
        log = structlog.wrap_logger(
            structlog.PrintLogger(sys.stderr),
            processors=[structlog.processors.add_log_level, _TIME, structlog.dev.ConsoleRenderer()],
        )
        return lambda seen: log.info("request", **seen)
    stream = sys.stderr.buffer

    def write(seen: dict[str, object]) -> None:
        stream.write(_line("request", seen) + b"\n")
        stream.flush()

    return write


def as_line(event: str, **seen: object) -> bytes:
    """What happened as a line of a JSON log, without its end."""
    return _line(event, seen)


def _line(event: str, seen: Mapping[str, object]) -> bytes:
    line = {"event": event, "level": "info", "timestamp": datetime.now(UTC), **seen}
    return orjson.dumps(line, option=orjson.OPT_UTC_Z)


def logging_config(settings: Settings) -> dict[str, Any]:
    """For ``logging.config``: everything that logs through the standard library looks as requests do."""
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_renderers(settings)],
        "foreign_pre_chain": [structlog.stdlib.add_log_level, _TIME, _add_request_id],
    }
    handler = {"class": "logging.StreamHandler", "formatter": "ours", "stream": "ext://sys.stderr"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"ours": formatter},
        "handlers": {"stderr": handler},
        "root": {"level": _level(settings), "handlers": ["stderr"]},
        # Gunicorn's loggers have handlers of their own unless told otherwise.
        "loggers": {
            name: {"level": _level(settings), "handlers": [], "propagate": True}
            for name in ("gunicorn.error", "gunicorn.access")
        },
    }


def log_what_python_prints() -> None:
    """Have warnings, and exceptions that nobody catches, logged like everything else."""
    logging.captureWarnings(capture=True)
    sys.unraisablehook = _log_ignored
    threading.excepthook = _log_ended


def _log_ignored(found: "sys.UnraisableHookArgs") -> None:
    what = found.err_msg or "Exception ignored in"
    _log.error("%s %r", what, found.object, exc_info=found.exc_value)


def _log_ended(found: threading.ExceptHookArgs) -> None:
    name = found.thread.name if found.thread else "that is gone"
    _log.error("Exception in thread %s", name, exc_info=found.exc_value)


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
