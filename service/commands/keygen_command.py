"""``referee keygen``: a new key for receipts."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from secrets import token_hex

import click

from service.commands.errors import CannotRun
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
    with ExitStack() as if_it_fails:
        with _naming(file):
            fresh = _written(file, as_text(private_jwk(key)), if_it_fails, replace=force)
        _print(file, as_text(jwk_set(by_name([key]))))
        with _naming(file):
            fresh.replace(file)
        if_it_fails.pop_all()


def _written(path: Path, text: str, if_it_fails: ExitStack, *, replace: bool) -> Path:
    """A file beside its place, so that no service that starts meanwhile reads half a key.

    Raises OSError.
    """
    if not replace:
        # Nobody else takes the place meanwhile.
        path.touch(0o600, exist_ok=False)
        if_it_fails.callback(path.unlink)
    fresh = path.with_name(f"{path.name}.{token_hex(8)}.new")
    with open(fresh, "x", encoding="ascii", opener=_open_private) as file:
        if_it_fails.callback(fresh.unlink)
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    return fresh


def _print(path: Path, public: str) -> None:
    """Raises OSError."""
    try:
        click.echo(public, nl=False)
    except OSError:
        click.echo(f"{path} is not written, since its public key cannot be printed.", err=True)
        raise


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Raises CannotRun, with the path, instead of OSError."""
    try:
        yield
    except OSError as error:
        advice = " --force replaces it." if isinstance(error, FileExistsError) else ""
        raise CannotRun(f"{path} cannot be written: {error.strerror}.{advice}") from None


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
