"""Errors that end a command with exit code 2."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click

from service.commands.terminal import printable

BULK_PACKAGES: Final = {"backports", "dask", "distributed", "fsspec", "pyarrow"}
"""Packages of the extra ``bulk``, which only some commands import."""


class CannotRun(click.ClickException):
    """The command could not be carried out: exit code 2, which no result has."""

    exit_code = 2

    def __init__(self, *lines: str) -> None:
        # They may contain file names and parts of files.
        super().__init__("\n".join(map(printable, lines)))


class Silent(CannotRun):
    """A command that cannot run and has already printed why."""

    def __init__(self) -> None:
        super().__init__("")

    def show(self, _file: object = None) -> None:
        """Print nothing."""


@contextmanager
def loading() -> Iterator[None]:
    """Raise CannotRun, with advice, if a package of the extra ``bulk`` cannot be imported."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in BULK_PACKAGES:
            raise
        advice = "pip install --editable '.[bulk]'"
        raise CannotRun(f"This command needs {error.name}, which is not installed: {advice}.") from None
    except ValueError as error:
        # Dask reads its configuration when it is imported.
        raise CannotRun(*str(error).splitlines()) from None
