"""``referee receipt verify``: verifies a receipt without contacting the service that signed it."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from http import HTTPStatus
from http.client import HTTPException
from typing import Any, Final
from urllib import request

import click

from service.commands.errors import CannotRun
from service.commands.input_files import read
from service.commands.terminal import printable
from service.receipts.keys import KeyFormatError, Keys, usable_keys
from service.receipts.receipts import ReceiptError, check

TIMEOUT: Final = 10
"""Seconds without a byte from the server of the key set."""

MOST_BYTES: Final = 1_000_000
"""The most bytes of a receipt and of a key set. A set of a thousand keys has a fifth of it."""

# Without the handler of redirects: only the URL of the command line is trusted.
_HANDLERS: Final[tuple[type[request.BaseHandler], ...]] = (
    request.ProxyHandler,
    request.HTTPHandler,
    request.HTTPSHandler,
)


@click.group(short_help="Verify receipts of claims.")
def receipt() -> None:
    """Verify receipts of claims."""


@receipt.command(short_help="Verify a receipt and print its content.")
@click.argument("receipt", metavar="RECEIPT|FILE|-")
@click.option("--jwks", required=True, metavar="FILE|URL", help="The issuer's public keys, as a JWK set.")
@click.option("--issuer", help="The issuer that the receipt must have.")
@click.option("--audience", help="The audience that the receipt must have. Without: it must not have any.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of lines.")
@click.pass_context
def verify(  # noqa: PLR0913, PLR0917 - an argument for each option
    context: click.Context,
    receipt: str,
    jwks: str,
    issuer: str | None,
    audience: str | None,
    as_json: bool,
) -> None:
    """Verify the signature of a receipt and print what the receipt certifies.

    Give the receipt itself, a FILE, or - for standard input. The command fetches nothing but the key set, and
    that only from a URL.

    \b
    Exit codes:
      0  genuine
      1  not genuine: forged, changed, of an unknown key, or of another issuer or audience
      2  the receipt or the key set cannot be read

    \b
    Examples:
      referee receipt verify receipt.txt --jwks jwks.json
      referee receipt verify eyJhbGci… --jwks https://referee.example/.well-known/jwks.json
      jq -r .receipt answer.json | referee receipt verify - --jwks jwks.json --json
    """
    keys = _keys(jwks)
    try:
        payload = check(_receipt(receipt), keys, issuer, audience)
    except ReceiptError as error:
        if as_json:
            click.echo(json.dumps({"genuine": False, "detail": str(error)}))
        else:
            click.echo(f"Not genuine. {error}", err=True)
        context.exit(1)
    if as_json:
        click.echo(json.dumps({"genuine": True, "payload": payload}))
    else:
        click.echo(f"Genuine.\n{_lines(payload)}")


def _receipt(argument: str) -> str:
    """Return the text of a receipt, from the argument itself or the file that it names."""
    # Base64url of {" with which every receipt begins, an unlikely file name.
    if argument.startswith("eyJ"):
        return argument
    return read(argument, MOST_BYTES).decode("ascii", "replace").strip()


def _keys(location: str) -> Keys:
    scheme, separator, _ = location.partition("://")
    if separator and scheme.lower() not in ("http", "https"):
        raise CannotRun(f"--jwks must be a file or an http or https URL, not {location!a}.")
    try:
        return usable_keys(_fetch(location) if separator else read(location, MOST_BYTES))
    except KeyFormatError as error:
        raise CannotRun(f"{location!a} does not contain a JWK set. {error}") from None


def _fetch(url: str) -> bytes:
    opener = request.OpenerDirector()
    for handler in _HANDLERS:
        opener.add_handler(handler())
    try:
        with opener.open(url, timeout=TIMEOUT) as response:
            status: int = response.status
            body: bytes = response.read(MOST_BYTES + 1)
    except (OSError, HTTPException, ValueError) as error:
        raise CannotRun(f"Cannot fetch {url!a}: {error}.") from None
    if status != HTTPStatus.OK:
        raise CannotRun(f"Cannot fetch {url!a}: status {status}.")
    if len(body) > MOST_BYTES:
        raise CannotRun(f"Cannot fetch {url!a}: it has more than {MOST_BYTES} bytes.")
    return body


def _lines(payload: Mapping[str, Any]) -> str:
    """Return a line per member. Names and values may be of any text, since receipts may have more members."""
    signed_at = f"{datetime.fromtimestamp(payload['iat'], UTC):%Y-%m-%d %H:%M:%S} UTC"
    members = {printable(name): _text(value) for name, value in {**payload, "iat": signed_at}.items()}
    width = max(map(len, members))
    return "\n".join(f"{name:{width}}  {printable(text)}" for name, text in members.items())


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
