"""How gunicorn runs the service: by ``referee serve``, or as ``python:service.server.configuration``."""

import resource
import socket
import sys
import warnings
from typing import Any

import click

from patience.kernel.loader import engine_name
from service.config import Settings, cpus, memory_limit, workers_that_fit
from service.http.logs import as_line
from service.server.hooks import (
    IN_MEMORY,
    StructuredLogger,
    child_exit,
    has_throw_away_key,
    on_exit,
    on_starting,
    pre_exec,
    pre_fork,
    provide_daily_key,
    share_metrics,
)

__all__ = ["child_exit", "on_exit", "on_starting", "pre_exec", "pre_fork"]

_settings = Settings.load()
with warnings.catch_warnings(action="ignore", category=RuntimeWarning):
    # ``on_starting`` reports a stale kernel in the format of the log.
    _engine = engine_name()


def _address(settings: Settings) -> str:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"{host}:{settings.port}"


wsgi_app = "service.app:create_app()"
bind = _address(_settings)

# Replaying keeps a CPU busy: one process per CPU is fastest.
workers = _settings.workers or min(cpus(), workers_that_fit(_settings, memory_limit()))

worker_class = "service.server.worker.PatientWorker"

# Connections open at once per worker; the other file descriptors are for files and libraries.
worker_connections = max(32, min(1000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 100))

# Started when needed. A thread that waits for a slow client costs little.
threads = worker_connections // 2

# Seconds after which a thread that waits for Python's lock gets it: a tenth of the default, so that small
# requests hardly wait for a batch.
sys.setswitchinterval(0.0005)

# Load once and share the memory; a bad setting then stops the server before any worker starts.
preload_app = True

# Seconds after which a worker whose main loop hangs is killed; requests run in threads and do not count.
timeout = 30

# Requests in flight end before Kubernetes kills the process, by default after 30 seconds.
graceful_timeout = 25

# Longer than load balancers keep idle connections (60 seconds): they should be the first to close them.
keepalive = 75

# The heartbeat is a file; in memory it never waits for a disk.
worker_tmp_dir = IN_MEMORY

# The longest URL of the API has some hundred characters.
limit_request_line = 2048

# The worker limits the whole head to 32 kB, and refuses too many fields before it splits them.
limit_request_fields = 64
limit_request_field_size = 4096

# A header name with an underscore could pass for another one: 400 instead of dropping it uncounted.
header_map = "refuse"

# Only the application knows which proxies are trusted; gunicorn would trust any client on this machine.
forwarded_allow_ips = ""
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}

# The control socket would be in the home directory, which two servers would share.
control_socket_disable = True

# One format for all logs. With gunicorn's logconfig_dict it would also prepare a line per request.
logger_class = StructuredLogger

share_metrics(_settings)
provide_daily_key(_settings)


def post_worker_init(worker: Any) -> None:
    """Let the kernel end connections whose clients read no answer, and choose daily deals ahead.

    Accepted sockets inherit the option of their listener. A throw-away key is not worth the CPU time.
    """
    deals = worker.wsgi.extensions.get("daily_deals")
    if deals and not has_throw_away_key(Settings.load()):
        deals.choose_ahead()
    if sys.platform == "linux":
        for listener in worker.sockets:
            if listener.family != socket.AF_UNIX:
                milliseconds = 1000 * _settings.stall_seconds
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)


def when_ready(server: Any) -> None:
    """Report the addresses on stdout: with port 0 they are not known before."""
    addresses = [str(listener) for listener in server.LISTENERS]
    if _settings.log_format == "json":
        click.echo(as_line("listening", addresses=addresses, workers=workers, engine=_engine))
        return
    by = f"with {workers} worker{'' if workers == 1 else 's'}; engine: {_engine}"
    click.echo(f"Patience Referee listens on {' and '.join(addresses)} {by}. Ctrl-C stops it.")
