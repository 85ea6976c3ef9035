"""``referee deal``: draws the opening board of a deal."""

import click
import orjson

from patience.formats.drawing import draw
from patience.kernel.loader import NO_SEARCH
from patience.play.dealing import Deal
from patience.rules.variant import OptionValue
from patience.search.difficulty import SCALE, Difficulty, difficulty_of, scale_of
from patience.search.search_runner import SearchUnavailableError
from schemas.deal import deal_json
from schemas.position_answer import position_json
from schemas.problems import GRADES_NEED_IT
from service.commands import arguments
from service.commands.deal_report import deal_entries
from service.commands.errors import CannotRun
from service.commands.terminal import Entry, report


@click.command()
@click.argument("variant", callback=arguments.variant_id, shell_complete=arguments.variants_like)
@click.argument("seed")
@arguments.rule_options
@click.option("--json", "as_json", is_flag=True, help="Print the answer of GET /v1/deals/VARIANT/SEED.")
@click.option("--difficulty", is_flag=True, help="Measure how difficult the deal is.")
@arguments.program
@click.option("--hide", is_flag=True, help="With --json: hide the stock and the face-down cards.")
def deal(  # noqa: PLR0913, PLR0917 - an argument for each option
    variant: str,
    seed: str,
    rules: dict[str, OptionValue],
    as_json: bool,
    difficulty: bool,
    hide: bool,
    program: str | None,
) -> None:
    """Deal SEED of VARIANT and draw the board.

    SEED is a PySolFC game number: digits, or ms and digits. `referee variants` lists the variants and their
    rule options. The piles have the names that moves use: T are columns, F foundations, R reserve piles or
    cells, S is the stock and W the waste.

    \b
    Exit codes:
      0  the deal is printed
      2  the variant, the seed or a rule option does not exist; with --difficulty: deals are not graded

    \b
    Examples:
      referee deal klondike 31999
      referee deal klondike 31999 --difficulty
      referee deal spider 4711 --rule suits=two
      referee deal royal-rendezvous 7 --rule twos=eight
      referee deal klondike 17 --program klondike-solver --json | jq -r .position
      referee deal double-russian ms7 --json --hide > deal.json
    """
    tables = arguments.tables(variant, rules)
    dealt = arguments.dealt(tables, seed, program)
    measured = _measure(dealt) if difficulty else None
    if as_json and program:
        click.echo(orjson.dumps(position_json(dealt)))
        return
    if as_json:
        click.echo(orjson.dumps(deal_json(dealt, hidden=hide, difficulty=measured)))
        return
    entries = [*deal_entries(dealt)]
    if measured:
        entries.append(Entry("Difficulty", f"{measured.grade}, score {measured.score} of {SCALE}"))
    click.echo(f"{report(entries)}\n\n{draw(dealt.opening, colored=True)}")


def _measure(dealt: Deal) -> Difficulty:
    scale = scale_of(dealt.tables)
    if scale is None:
        raise CannotRun("Deals are not graded under these rule options.")
    try:
        return difficulty_of(dealt.opening, scale)
    except SearchUnavailableError:
        raise CannotRun(f"{NO_SEARCH} {GRADES_NEED_IT}") from None
