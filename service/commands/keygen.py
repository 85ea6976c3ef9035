"""``referee keygen``: a new key for receipts."""

import os
from pathlib import Path

import click

from service.commands.failures import CannotRun
from service.receipts.keys import as_text, by_name, jwk_set, new_key, private_jwk


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
def keygen(file: Path, force: bool) -> None:
    """Make a private key for receipts and print its public JWK set.

    The key is written to FILE, for REFEREE_KEY_FILE, and only the file's owner may read it. The public key
    of one that is replaced belongs into REFEREE_RETIRED_KEYS_FILE, or its receipts count as forged.

    \b
    Examples:
      referee keygen key.json > jwks.json
      REFEREE_KEY_FILE=key.json referee serve
    """
    key = new_key()
    try:
        _write(file, as_text(private_jwk(key)), replace=force)
    except OSError as error:
        advice = " --force replaces it." if isinstance(error, FileExistsError) and not force else ""
        raise CannotRun(f"{error.filename} cannot be written: {error.strerror}.{advice}") from None
    click.echo(as_text(jwk_set(by_name([key]))), nl=False)


def _write(path: Path, text: str, *, replace: bool) -> None:
    # Beside its place and then moved there, so that no service that starts meanwhile reads half a key.
    fresh = path.with_name(f"{path.name}.new") if replace else path
    with open(fresh, "x", encoding="ascii", opener=_open_private) as file:
        file.write(text)
    if replace:
        fresh.replace(path)


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
