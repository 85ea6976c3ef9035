"""Reads files that commands are given, and no more of them than is taken."""

import click

from service.commands.errors import CannotRun
from service.config import Settings, variable


def read(file: str, most: int, advice: str = "") -> bytes:
    """What is in a file; - is standard input.

    Raises CannotRun if it cannot be read or has more than so many bytes, with advice on that.
    """
    try:
        with click.open_file(file, "rb") as stream:
            data: bytes = stream.read(most + 1)
    except OSError as error:
        how = "" if file == "-" else " as a file"
        raise CannotRun(f"{called(file):.80} cannot be read{how}: {error.strerror}.") from None
    if len(data) > most:
        raise CannotRun(f"{called(file):.80} has more than {most} bytes.{advice}")
    return data


def read_game(file: str) -> bytes:
    """What is in a file of one game, which may be as large as a request to the service.

    Raises CannotRun as ``read``, and SettingError.
    """
    return read(file, Settings.load().most_body_bytes, f" {variable('most_body_bytes')} allows more.")


def called(file: str) -> str:
    """What a message calls a file."""
    return "Standard input" if file == "-" else ascii(file)
