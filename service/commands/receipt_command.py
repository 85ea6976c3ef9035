"""``referee receipt verify``: verifies a receipt without contacting the service that signed it."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final, Literal

import click

from patience.cards.reasons import Outcome
from patience.rules.variant import OptionValue
from schemas.rule_options import read_options
from service.commands.arguments import seed_of
from service.commands.errors import CannotRun
from service.commands.input_files import read
from service.commands.key_sets import read_keys
from service.commands.terminal import printable
from service.receipts.expectations import Expected
from service.receipts.receipts import NotAsExpectedError, OtherVersionError, check
from service.receipts.signed_texts import ReceiptError

MOST_BYTES: Final = 1_000_000
"""The most bytes of a receipt."""


@click.group()
def receipt() -> None:
    """Verify receipts of claims."""


@receipt.command(short_help="Verify a receipt and print its content.")
@click.argument("receipt", metavar="RECEIPT|FILE|-")
@click.option("--jwks", required=True, metavar="FILE|URL", help="The issuer's public keys, as a JWK set.")
@click.option("--issuer", help="The issuer that the receipt must have.")
@click.option("--audience", help="The audience that the receipt must have. Without: it must not have any.")
@click.option("--variant", help="The variant that must have been played.")
@click.option(
    "--rules",
    metavar="NAME:VALUE,…",
    callback=lambda _context, _parameter, text: _rules(text),
    help='The rule options that must have been played; others must have their defaults. "" for all defaults.',
)
@click.option(
    "--outcome", type=click.Choice([*map(str, Outcome)]), help="The outcome that the game must have."
)
@click.option("--deal-id", help="The deal_id that the receipt must have.")
@click.option(
    "--seed",
    callback=lambda _context, _parameter, text: None if text is None else seed_of(text),
    help="The seed that must have dealt the cards.",
)
@click.option(
    "--own-deals",
    is_flag=True,
    help="Accept a deck or board that the client chose card by card, and receipts that do not say.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of lines.")
@click.pass_context
def verify(context: click.Context, /, receipt: str, jwks: str, *, as_json: bool, **expected: Any) -> None:
    """Verify the signature of a receipt and print what the receipt certifies.

    Give the receipt itself, a FILE, or - for standard input. The command fetches nothing but the key set, and
    that only from a URL.

    A genuine receipt is accepted if it has everything that the options ask for. A leaderboard asks for
    --issuer, --audience, --variant, --rules, --outcome, and --seed or --deal-id, because players can win
    decks of their own making. Without --seed and --deal-id, receipts for such decks are not accepted.

    \b
    Exit codes:
      0  genuine, and as the options ask
      1  not genuine: forged, changed, or signed with an unknown key
      2  the receipt or the key set cannot be read, or the receipt has another version
      3  genuine, but not as the options ask: another issuer, audience, game or deal

    \b
    Examples:
      referee receipt verify receipt.txt --jwks jwks.json
      referee receipt verify receipt.txt --jwks jwks.json --issuer https://referee.example
        --audience https://board.example --variant klondike --rules draw:three --outcome won --seed 24
      referee receipt verify eyJhbGci… --jwks https://referee.example/.well-known/jwks.json
      jq -r .receipt answer.json | referee receipt verify - --jwks jwks.json --json
    """
    keys = read_keys(jwks)
    try:
        payload = check(_receipt(receipt), keys, Expected(**expected))
    except NotAsExpectedError as error:
        found = {"detail": str(error), "payload": error.payload}
        _refuse(f"Genuine, but not accepted. {error}", as_json and found)
        context.exit(3)
    except OtherVersionError as error:
        raise CannotRun(str(error)) from None
    except ReceiptError as error:
        _refuse(f"Not genuine. {error}", as_json and {"genuine": False, "detail": str(error)})
        context.exit(1)
    if as_json:
        click.echo(json.dumps({"accepted": True, "genuine": True, "payload": payload}))
    else:
        is_first = "receipt_version" not in payload
        about = "Genuine, of version 1. Its ids are not those of later versions." if is_first else "Genuine."
        click.echo(f"{about}\n{_lines(payload)}")


def _refuse(sentence: str, members: Mapping[str, Any] | Literal[False]) -> None:
    """Print why a receipt is not accepted: as one JSON object with these members, if there are any."""
    if members:
        click.echo(json.dumps({"accepted": False, **members}))
    else:
        click.echo(sentence, err=True)


def _rules(text: str | None) -> Mapping[str, OptionValue] | None:
    try:
        return None if text is None else read_options(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="'--rules'") from None


def _receipt(argument: str) -> str:
    """Return the text of a receipt, from the argument itself or the file that it names."""
    # Base64url of {" with which every receipt begins, an unlikely file name.
    if argument.startswith("eyJ"):
        return argument
    return read(argument, MOST_BYTES).decode("ascii", "replace").strip()


def _lines(payload: Mapping[str, Any]) -> str:
    """Return a line per member. Names and values may be of any text, since receipts may have more members."""
    signed_at = f"{datetime.fromtimestamp(payload['iat'], UTC):%Y-%m-%d %H:%M:%S} UTC"
    members = {printable(name): _text(value) for name, value in {**payload, "iat": signed_at}.items()}
    width = max(map(len, members))
    return "\n".join(f"{name:{width}}  {printable(text)}" for name, text in members.items())


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
