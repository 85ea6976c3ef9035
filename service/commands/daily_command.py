"""``referee daily verify``: verifies a published daily deal without contacting the service."""

from datetime import date as Date  # noqa: N812 - a type
from typing import Any, Final

import click
import orjson

from patience.cards import CODES
from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.search.daily_deals import candidates, choose, commitment_to, grade_of
from patience.search.difficulty import GRADE_VERSION, scale_of
from patience.search.findings import PROVER_VERSION
from patience.search.search_runner import is_available
from service.commands.errors import CannotRun
from service.commands.input_files import name_of, read

MOST_BYTES: Final = 1_000_000
"""The most bytes of an answer. A deal of four packs has a hundredth of it."""


@click.group()
def daily() -> None:
    """Verify daily deals."""


@daily.command(short_help="Verify the deal of a day that is over.")
@click.argument("answer", metavar="FILE|-")
@click.option("--commitment", metavar="sha256:…", help="The commitment that was saved before the day.")
@click.pass_context
def verify(context: click.Context, answer: str, commitment: str | None) -> None:
    """Verify the response of GET /v1/daily/{variant}/{date} for a day that is over.

    Two facts are checked: the commitment is the hash of the secret, and the deal is one of the candidates
    that follow from the secret. If the deal was chosen by the version of the solver that is installed here,
    the choice among the candidates is made again and must be the same.

    \b
    Exit codes:
      0  the deal follows from the commitment
      1  it does not
      2  the answer cannot be read, or has no secret yet

    \b
    Examples:
      curl -s https://referee.example/v1/daily/klondike/2026-11-23 | referee daily verify -
      referee daily verify answer.json --commitment sha256:0b5a…
    """
    try:
        problem, repeated = _verified(orjson.loads(read(answer, MOST_BYTES)), commitment)
    except (LookupError, TypeError, ValueError):
        expected = "Expected the answer of GET /v1/daily/{variant}/{date} for a day that is over."
        raise CannotRun(f"{name_of(answer)} cannot be verified. {expected}") from None
    if problem:
        click.echo(f"Not genuine. {problem}", err=True)
        context.exit(1)
    click.echo(f"Genuine. {'The choice was repeated.' if repeated else 'Another version chose.'}")


def _verified(answer: dict[str, Any], saved: str | None) -> tuple[str, bool]:
    """Return what is wrong, if anything, and whether the choice was repeated."""
    secret, deal = bytes.fromhex(answer["secret"]), answer["deal"]
    tables, grade = (
        tables_for(answer["variant"], answer.get("rules")),
        grade_of(Date.fromisoformat(answer["date"])),
    )
    seed = [*candidates(secret)][answer["candidate"]]
    if commitment_to(secret) != answer["commitment"]:
        return "The secret does not match the commitment.", False
    if saved is not None and saved != answer["commitment"]:
        return "The commitment is not the one that was saved.", False
    if (seed, [CODES[card] for card in deal_seed(tables, seed).deck]) != (deal["seed"], deal["deck"]):
        return f"The deal is not candidate {answer['candidate']} of the secret, which is seed {seed}.", False
    scale, versions = scale_of(tables), (answer["prover_version"], deal["difficulty"]["grade_version"])
    if versions != (PROVER_VERSION, GRADE_VERSION) or scale is None or not is_available():
        return "", False
    choice = choose(tables, scale, secret, grade).choice
    wrong = choice is None or choice.candidate != answer["candidate"]
    return "Another candidate should have been chosen." if wrong else "", True
