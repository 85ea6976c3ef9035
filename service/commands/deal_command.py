"""``referee deal``: draws the board in which a game opens."""

import click
import orjson

from schemas.deal import deal_json
from service.commands import arguments
from service.commands.board_text import draw
from service.commands.report import deal_entries, sheet
from service.engine.dealing import deal_seed
from service.engine.variant import OptionValue


@click.command(short_help="Draw the board of a deal.")
@click.argument("variant", callback=arguments.variant_id, shell_complete=arguments.variants_like)
@click.argument("seed", callback=arguments.seed)
@arguments.rule_options
@click.option("--json", "as_json", is_flag=True, help="Print what GET /v1/deals/VARIANT/SEED answers.")
@click.option("--hide", is_flag=True, help="In JSON too, keep face-down and stock cards secret.")
def deal(variant: str, seed: str, rules: dict[str, OptionValue], as_json: bool, hide: bool) -> None:
    """Deal a SEED of a VARIANT and draw the board.

    A SEED is a PySolFC game number: digits, or ms and digits. `referee variants` lists every VARIANT and
    its rule options. On the board face-down cards lie face down, whether hidden or not; T, F and R are
    columns, foundations and reserve cells, S the stock and W the waste, as moves name them.

    \b
    Examples:
      referee deal rouge-et-noir 31999
      referee deal royal-rendezvous 7 --rule twos=eight
      referee deal double-russian ms7 --json --hide > deal.json
    """
    dealt = deal_seed(arguments.tables(variant, rules), seed)
    if as_json:
        click.echo(orjson.dumps(deal_json(dealt, hidden=hide)))
    else:
        click.echo(f"{sheet(deal_entries(dealt))}\n\n{draw(dealt.opening)}")
