"""How gunicorn runs the service: by ``referee serve``, or as ``python:service.server.configuration``."""

import resource
from typing import Any

import click

from service.config import Settings, cpus
from service.http.logs import as_line
from service.judging.kernel_loader import engine_name
from service.server.hooks import (
    IN_MEMORY,
    StructuredLogger,
    child_exit,
    on_exit,
    on_starting,
    pre_fork,
    share_metrics,
)

__all__ = ["child_exit", "on_exit", "on_starting", "pre_fork"]

_settings = Settings.load()
_engine = engine_name()


def _address(settings: Settings) -> str:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"{host}:{settings.port}"


wsgi_app = "service.http.app:create_app()"
bind = _address(_settings)

# Replaying keeps a CPU busy, so one process for each is as fast as it gets.
workers = _settings.workers or cpus()

# Threads wait for slow clients, connections without a request need none: a sync worker would stand still.
worker_class = "service.server.worker.PatientWorker"

# So many requests are judged in turn; there are more threads, but those wait for their clients.
threads = 16

# As many as may be open at once, and what else a process has open beside them.
worker_connections = max(32, min(1000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 100))

# Load once and share the memory; a bad setting then stops us before any worker starts.
preload_app = True

# A worker whose main loop is silent for so long hangs; long requests run in threads and do not count.
timeout = 30

# Requests in flight get to their end before Kubernetes kills what has not stopped after 30 seconds.
graceful_timeout = 25

# Longer than load balancers keep idle connections (60 seconds), which must be the first to close them.
keepalive = 75

# The heartbeat is a file; in memory it never waits for a disk.
worker_tmp_dir = IN_MEMORY

# Our longest URL has some hundred characters.
limit_request_line = 2048

# Only the app knows which proxies are trusted; gunicorn would believe whoever asks from this machine.
forwarded_allow_ips = ""
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}

# No second way in; its socket would lie in the home directory, which two servers would share.
control_socket_disable = True

# One shape for all logs. Gunicorn's logconfig_dict would have it prepare a line per request too.
logger_class = StructuredLogger

share_metrics(_settings)


def when_ready(server: Any) -> None:
    """Say where we listen, on stdout: with port 0, nobody else knows."""
    places = [str(listener) for listener in server.LISTENERS]
    if _settings.log_format == "json":
        click.echo(as_line("listening", addresses=places, workers=workers, engine=_engine))
        return
    by = f"with {workers} worker{'' if workers == 1 else 's'}; engine: {_engine}"
    click.echo(f"Patience Referee listens on {' and '.join(places)} {by}. Ctrl-C stops it.")
