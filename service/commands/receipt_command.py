"""``referee receipt verify``: checks a receipt without asking the service that signed it."""

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
"""Seconds for which a server may be silent."""

LARGEST: Final = 1_000_000
"""Bytes of a receipt, and of a key set; one of a thousand keys has a fifth of them."""

# None that follows redirects, since nobody has said that where they lead can be trusted.
_HANDLERS: Final[tuple[type[request.BaseHandler], ...]] = (
    request.ProxyHandler,
    request.HTTPHandler,
    request.HTTPSHandler,
)


@click.group()
def receipt() -> None:
    """Check receipts of claims."""


@receipt.command()
@click.argument("receipt", metavar="RECEIPT|FILE|-")
@click.option("--jwks", required=True, metavar="FILE|URL", help="The issuer's public keys, as a JWK set.")
@click.option("--issuer", help="Refuse receipts of any other issuer.")
@click.option("--audience", help="Who you are: whom the receipt must be for, if it is for anybody.")
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
    """Check that a receipt is genuine, and print what it says.

    The receipt is given itself, in a FILE, or on standard input (-). Only the key set is fetched, if it is
    given by its URL.

    \b
    Exit codes:
      0  genuine
      1  forged, changed, of an unknown key or another issuer, or for somebody else
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


def _receipt(given: str) -> str:
    """The text of a receipt, however it is given."""
    # Base64url of {" with which every receipt begins, and hardly a file's name.
    if given.startswith("eyJ"):
        return given
    return read(given, LARGEST).decode("ascii", "replace").strip()


def _keys(place: str) -> Keys:
    scheme, is_url, _ = place.partition("://")
    if is_url and scheme.lower() not in ("http", "https"):
        raise CannotRun(f"--jwks is a file or an http or https URL, not {place!a}.")
    try:
        return usable_keys(_fetch(place) if is_url else read(place, LARGEST))
    except KeyFormatError as error:
        raise CannotRun(f"{place!a} holds no JWK set. {error}") from None


def _fetch(url: str) -> bytes:
    opener = request.OpenerDirector()
    for handler in _HANDLERS:
        opener.add_handler(handler())
    try:
        with opener.open(url, timeout=TIMEOUT) as response:
            status: int = response.status
            body: bytes = response.read(LARGEST + 1)
    except (OSError, HTTPException, ValueError) as error:
        raise CannotRun(f"{url!a} cannot be fetched: {error}.") from None
    if status != HTTPStatus.OK:
        raise CannotRun(f"{url!a} cannot be fetched: status {status}.")
    if len(body) > LARGEST:
        raise CannotRun(f"{url!a} cannot be fetched: it has more than {LARGEST} bytes.")
    return body


def _lines(payload: Mapping[str, Any]) -> str:
    said = {**payload, "iat": f"{datetime.fromtimestamp(payload['iat'], UTC):%Y-%m-%d %H:%M:%S} UTC"}
    width = max(map(len, said))
    return "\n".join(f"{name:{width}}  {printable(_told(value))}" for name, value in said.items())


def _told(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
