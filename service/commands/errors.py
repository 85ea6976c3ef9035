"""How a command says that it cannot do what it was asked."""

import click

from service.commands.terminal import printable


class CannotRun(click.ClickException):
    """The command could not be carried out at all, which is no result: exit code 2."""

    exit_code = 2

    def __init__(self, *lines: str) -> None:
        # They may name files, and quote what stands in them.
        super().__init__("\n".join(map(printable, lines)))


class Silent(CannotRun):
    """Likewise, where it has been said already."""

    def __init__(self) -> None:
        super().__init__("")

    def show(self, _file: object = None) -> None:
        """Say nothing."""
