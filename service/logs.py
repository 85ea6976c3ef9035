"""Structured logs: a JSON object per line, or plain text on a terminal."""

import logging
import sys
from typing import Any, Final

import orjson
import structlog
from structlog.typing import EventDict, FilteringBoundLogger, Processor, WrappedLogger

from service.config import Settings
from service.request_ids import request_id

_TIME: Final = structlog.processors.TimeStamper(fmt="iso", utc=True)


def request_log(settings: Settings) -> FilteringBoundLogger:
    """The log of requests: straight from structlog to stderr, since every request pays for it."""
    as_text = _as_text(settings)
    log: FilteringBoundLogger = structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr) if as_text else structlog.BytesLogger(sys.stderr.buffer),
        processors=[
            structlog.processors.add_log_level,
            _TIME,
            structlog.dev.ConsoleRenderer() if as_text else structlog.processors.JSONRenderer(orjson.dumps),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_level(settings)),
        cache_logger_on_first_use=True,
    )
    return log.bind()


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
