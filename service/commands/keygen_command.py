"""``referee keygen``: makes a key that signs receipts, or one of daily deals."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from secrets import token_hex

import click

from service.commands.errors import CannotRun
from service.receipts.keys import as_text, by_name, jwk_set, new_daily_key, new_key, private_jwk


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--daily", is_flag=True, help="Make a key of daily deals instead.")
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
def keygen(file: Path, daily: bool, force: bool) -> None:
    """Write a new private key for receipts to FILE and print its public JWK set.

    REFEREE_KEY_FILE names FILE for the service. Only the owner can read it. Add the public key of a replaced
    key to REFEREE_RETIRED_KEYS_FILE, so that its receipts stay genuine.

    With --daily, write a secret key for daily deals to FILE and print nothing. REFEREE_DAILY_KEY_FILE names
    FILE for the service. Another key makes other deals and breaks the published commitments.

    \b
    Exit codes:
      0  the key is written
      2  FILE exists (without --force) or cannot be written

    \b
    Examples:
      referee keygen key.json > jwks.json
      REFEREE_KEY_FILE=key.json REFEREE_ISSUER=https://referee.example referee serve
      referee keygen --daily daily.key
    """
    if daily:
        text, public = new_daily_key(), ""
    else:
        key = new_key()
        text, public = as_text(private_jwk(key)), as_text(jwk_set(by_name([key])))
    with ExitStack() as cleanup:
        with _os_errors_named(file):
            temporary = _write_temporary(file, text, cleanup, replace=force)
        _print(file, public)
        with _os_errors_named(file):
            temporary.replace(file)
        cleanup.pop_all()


def _write_temporary(path: Path, text: str, cleanup: ExitStack, *, replace: bool) -> Path:
    """Write a file beside ``path``, so that a service that starts meanwhile never reads half a key.

    Register the removal of everything written with ``cleanup``. Raises OSError.
    """
    if not replace:
        # Reserves the name.
        path.touch(0o600, exist_ok=False)
        cleanup.callback(path.unlink)
    temporary = path.with_name(f"{path.name}.{token_hex(8)}.new")
    with open(temporary, "x", encoding="ascii", opener=_open_private) as file:
        cleanup.callback(temporary.unlink)
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    return temporary


def _print(path: Path, public: str) -> None:
    """Print the public key. Raises OSError, after a message that the key was not written."""
    try:
        click.echo(public, nl=False)
    except OSError:
        click.echo(f"{path} was not written, because its public key could not be printed.", err=True)
        raise


@contextmanager
def _os_errors_named(path: Path) -> Iterator[None]:
    """Raise CannotRun, with the path, instead of OSError."""
    try:
        yield
    except OSError as error:
        advice = " --force replaces it." if isinstance(error, FileExistsError) else ""
        raise CannotRun(f"Cannot write {path}: {error.strerror}.{advice}") from None


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
