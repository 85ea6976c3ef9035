"""Errors that end a command with exit code 2."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click

from service.commands.terminal import printable

EXTRAS: Final = {
    **dict.fromkeys(("backports", "fsspec", "pyarrow"), "bulk"),
    **dict.fromkeys(("dask", "distributed"), "cluster"),
}
"""The extra of each package that only some commands import."""


POSIX_ONLY: Final = frozenset({"fcntl", "gunicorn", "resource", "termios"})
"""Packages that Windows lacks."""


class CannotRun(click.ClickException):
    """The command could not be carried out: exit code 2, which no result has."""

    exit_code = 2

    def __init__(self, *lines: str) -> None:
        # They may contain file names and parts of files.
        super().__init__("\n".join(map(printable, lines)))


class Interrupted(CannotRun):
    """A command that was interrupted: the exit code that a shell reports after SIGINT."""

    exit_code = 128 + 2


class Silent(CannotRun):
    """A command that cannot run and has already printed why."""

    def __init__(self) -> None:
        super().__init__("")

    def show(self, _file: object = None) -> None:
        """Print nothing."""


def is_of_posix(error: ModuleNotFoundError) -> bool:
    """Return whether a package is missing that Windows lacks."""
    return (error.name or "").partition(".")[0] in POSIX_ONLY


@contextmanager
def loading() -> Iterator[None]:
    """Raise CannotRun, with advice, if a package of an extra or of POSIX cannot be imported."""
    try:
        yield
    except ModuleNotFoundError as error:
        if is_of_posix(error):
            advice = "run it in the container (docs/how-to/deploy.md) or in the Windows Subsystem for Linux"
            raise CannotRun(f"This command needs Linux, macOS or another POSIX system: {advice}.") from None
        extra = EXTRAS.get((error.name or "").partition(".")[0])
        if extra is None:
            raise
        advice = f"pip install --editable '.[{extra}]'"
        raise CannotRun(f"This command needs {error.name}, which is not installed: {advice}.") from None
    except ValueError as error:
        # Dask reads its configuration when it is imported.
        raise CannotRun(*str(error).splitlines()) from None
