"""``referee serve``: runs the service."""

import os
from dataclasses import fields
from socket import AF_INET, AF_INET6, SO_REUSEADDR, SOL_SOCKET, socket
from typing import Any

import click
from gunicorn.app.base import Application
from gunicorn.util import import_app

from service.commands.errors import CannotRun, Silent
from service.config import HIGHEST_PORT, SettingError, Settings, variable
from service.http.logs import as_line
from service.judging.kernel_loader import engine_name

_SETTINGS = {setting.name: setting for setting in fields(Settings)}

_INHERITED = {"GUNICORN_FD", "LISTEN_FDS"}
"""They name sockets that somebody has bound for us: a gunicorn that we replace, or systemd."""


class Server(Application):
    """Gunicorn under our configuration, whatever stands on the command line or in this directory."""

    def load_config(self) -> None:
        """Read the configuration file."""
        self.load_config_from_module_name_or_filename("python:service.server.configuration")

    def load(self) -> Any:
        """The WSGI application."""
        return import_app(self.cfg.wsgi_app)


def _check_address(settings: Settings) -> None:
    """Say at once what gunicorn would find out in five seconds and a dozen lines."""
    if _INHERITED & os.environ.keys():
        return
    try:
        with socket(AF_INET6 if ":" in settings.host else AF_INET) as probe:
            probe.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
            probe.bind((settings.host, settings.port))
    except OSError as error:
        raise _cannot_start(
            f"{settings.host} port {settings.port} cannot be listened on: {error.strerror}. "
            "--host and --port choose another address."
        ) from None


def _help(name: str) -> str:
    setting = _SETTINGS[name]
    meaning = setting.metadata["meaning"].replace("`", "")
    return f"{meaning}  [{variable(name)}; default: {setting.default}]"


@click.command(short_help="Run the service.")
@click.option("--host", help=_help("host"))
@click.option("--port", type=click.IntRange(0, HIGHEST_PORT), help=_help("port"))
@click.option("--workers", type=click.IntRange(0), help=_help("workers"))
def serve(**given: str | int | None) -> None:
    """Run the service until it is stopped; requests in flight are answered first.

    Every setting is an environment variable; these three may be given here instead.

    \b
    Examples:
      referee serve
      referee serve --host 0.0.0.0 --port 80 --workers 4
      REFEREE_LOG_FORMAT=json referee serve --port 0
    """
    # The environment is where gunicorn's configuration and the app look, in this and every process.
    os.environ.update({variable(name): str(value) for name, value in given.items() if value is not None})
    try:
        _check_address(Settings.load())
        engine_name()
        Server().run()
    except SettingError as error:
        raise _cannot_start(str(error)) from None


def _cannot_start(why: str) -> click.ClickException:
    """What ends the command; where the log is JSON, with a line that its readers can read."""
    if os.environ.get(variable("log_format")) != "json":
        return CannotRun(why)
    click.echo(as_line("cannot start", level="error", detail=why), err=True)
    return Silent()
