"""``referee serve``: runs the service."""

import logging
import os
from dataclasses import fields
from socket import AF_INET, AF_INET6, SO_REUSEADDR, SOL_SOCKET, socket
from typing import Any

import click
from gunicorn.app.base import Application
from gunicorn.util import import_app

from patience.kernel.loader import KernelError, absence
from service.commands.errors import CannotRun, Silent
from service.config import HIGHEST_PORT, SettingError, Settings, variable
from service.http.logs import as_line

log = logging.getLogger(__name__)

_SETTINGS = {setting.name: setting for setting in fields(Settings)}

_INHERITED = {"GUNICORN_FD", "LISTEN_FDS"}
"""Variables that name listening sockets of systemd, or of the gunicorn that this one replaces."""


class Server(Application):
    """Gunicorn with the configuration of this project; it ignores command line and working directory."""

    def load_config(self) -> None:
        """Read the configuration file."""
        self.load_config_from_module_name_or_filename("python:service.server.configuration")

    def load(self) -> Any:
        """Return the WSGI application."""
        return import_app(self.cfg.wsgi_app)

    def reload(self) -> None:
        """Read keys and tokens again, on SIGHUP; keep those in use if a file cannot be used."""
        super().reload()
        try:
            self.callable = self.load()
        except SettingError as error:
            log.error("The files of keys and tokens stay as they were read before. %s", error)
            return
        log.info("The files of keys and tokens have been read again.")


def _check_address(settings: Settings) -> None:
    """Raise at once the error that gunicorn would report after five seconds and a dozen lines."""
    if _INHERITED & os.environ.keys():
        return
    try:
        with socket(AF_INET6 if ":" in settings.host else AF_INET) as probe:
            probe.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
            probe.bind((settings.host, settings.port))
    except OSError as error:
        raise _cannot_start(
            f"Cannot listen on {settings.host} port {settings.port}: {error.strerror}. "
            "--host and --port choose another address."
        ) from None


def _help(name: str) -> str:
    setting = _SETTINGS[name]
    meaning = setting.metadata["meaning"].replace("`", "")
    return f"{meaning}  [{variable(name)}; default: {setting.default}]"


@click.command()
@click.option("--host", help=_help("host"))
@click.option("--port", type=click.IntRange(0, HIGHEST_PORT), help=_help("port"))
@click.option("--workers", type=click.IntRange(0), help=_help("workers"))
def serve(**options: str | int | None) -> None:
    """Run the service until it is stopped. It answers the requests in flight before it ends.

    Every setting is an environment variable; `python -m service.config` lists them. These three are also
    options.

    \b
    Exit codes:
      0  the service was stopped
      2  the service cannot start: a setting is invalid or the address is in use

    \b
    Examples:
      referee serve
      referee serve --host 0.0.0.0 --port 80 --workers 4
      REFEREE_LOG_FORMAT=json referee serve --port 0
    """
    # Gunicorn's configuration and the app read the environment, in this and in every worker process.
    os.environ.update({variable(name): str(value) for name, value in options.items() if value is not None})
    try:
        _check_address(Settings.load())
        # Raises what gunicorn would report as a traceback.
        absence()
        Server().run()
    except (KernelError, SettingError) as error:
        raise _cannot_start(str(error)) from None


def _cannot_start(reason: str) -> click.ClickException:
    """Return the error that ends the command; print it as a JSON line if the log is JSON."""
    if os.environ.get(variable("log_format")) != "json":
        return CannotRun(reason)
    click.echo(as_line("cannot start", level="error", detail=reason), err=True)
    return Silent()
