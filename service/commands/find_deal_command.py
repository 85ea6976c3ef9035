"""``referee find-deal``: finds the number of a board."""

import click

from patience.compilation.compiled_rules import OptionError
from patience.formats.deal_numbers import UnknownOrderError, numbers_of
from patience.formats.foreign_boards import is_board, read_board_of
from patience.formats.plain_text import text_of
from patience.formats.position_logs import ForeignLogError
from patience.play.board import BoardError
from patience.play.dealing import Deal, deal_board, deal_position
from patience.play.position_text import PositionTextError
from patience.rules.variant import OptionValue
from schemas.replay_request import load_replay_request
from schemas.strict_json import parse
from service.commands import arguments
from service.commands.errors import CannotRun
from service.commands.input_files import name_of, read_request_or_text
from service.commands.replay_command import problems_reported


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--variant", callback=arguments.variant_id, default="freecell", help="The game of a board.")
@arguments.rule_options
@click.pass_context
def find_deal(context: click.Context, file: str, variant: str, rules: dict[str, OptionValue]) -> None:
    """Print the number of the deal in FILE (- is standard input), a line for each program that deals it.

    FILE is a replay request or a saved game, of which the opening counts, the text of a position, or a board
    of fc-solve, Solvitaire or Klondike-Solver. The seeds are those of Microsoft's shuffle, ms1 to
    ms8589934591, which KPatience shares; in games of several packs, those up to ms1000000. For Klondike, the
    numbers of programs that read them as permutations are computed.

    \b
    Exit codes:
      0  a number is printed
      1  no number deals this board
      2  FILE is not a deal, or the game arranges its cards before it deals them

    \b
    Examples:
      referee find-deal game.json
      pi-make-microsoft-freecell-board 24 | referee find-deal -
    """
    deal = _deal(file, variant, rules)
    try:
        found = list(numbers_of(deal))
    except UnknownOrderError as error:
        raise CannotRun(f"{name_of(file)}: {error}") from None
    for program, number in found:
        click.echo(f"{program:<20} {number}")
    if not found:
        click.echo(
            f"No number of Microsoft's shuffle deals this board of {deal.tables.variant.id}.", err=True
        )
        context.exit(1)


def _deal(file: str, variant: str, rules: dict[str, OptionValue]) -> Deal:
    """Return the deal in a file. Raises CannotRun."""
    data, _ = read_request_or_text(file)
    if data.lstrip().startswith(b"{") and b'"tableau piles"' not in data:
        with problems_reported(file):
            return load_replay_request(parse(data)).log.deal
    try:
        text = text_of(data).strip()
        if not is_board(text):
            return deal_position(text)
        tables = arguments.tables(variant, rules)
        return deal_board(tables, read_board_of(text, tables))
    except KeyError:
        raise CannotRun(f"{name_of(file)}: Unknown variant.") from None
    except (UnicodeDecodeError, ForeignLogError, PositionTextError, OptionError, BoardError) as error:
        raise CannotRun(f"{name_of(file)}: {str(error)[:400]}") from None
