"""How a command says that it cannot do what it was asked."""

import click


class CannotRun(click.ClickException):
    """The command could not be carried out at all, which is no result: exit code 2."""

    exit_code = 2


class Silent(CannotRun):
    """Likewise, where it has been said already."""

    def __init__(self) -> None:
        super().__init__("")

    def show(self, _file: object = None) -> None:
        """Say nothing."""
