"""``referee import`` and ``referee export``: logs of other programs as replay requests, and back."""

import click
import orjson

from patience.board import BoardError
from patience.compiled import OptionError
from patience.dealing import Deal, deal_position, deal_seed
from patience.foreign_logs import READERS, ForeignLogError, to_freecell
from patience.position_text import PositionTextError
from schemas.import_request import request_json
from service.commands import arguments
from service.commands.errors import CannotRun
from service.commands.input_files import import_game, name_of, read_game
from service.commands.replay_command import problems_reported
from service.config import Settings
from service.judging.judge import examine

PYSOLFC = "pysolfc"


@click.command("import", short_help="Convert a game of another program to a replay request.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option(
    "--format",
    "notation",
    type=click.Choice([PYSOLFC, *READERS]),
    default=PYSOLFC,
    help="The format of FILE: a saved game of PySolFC, FreeCell's standard notation or a solution of "
    "fc-solve, or the moves of MinimalKlondike.",
)
@click.option("--seed", help="Of a text: the deal's seed. The variant is that of the format.")
@click.option("--position", help="Of a text: the position in which the game begins, in place of a seed.")
def import_(file: str, notation: str, seed: str | None, position: str | None) -> None:
    """Print the game in FILE (- is standard input) as a replay request.

    `referee replay`, POST /v1/replays and, with a claim added, POST /v1/claims accept the request. Moves that
    were undone are left out. The import never runs code from FILE. A text of moves does not name its deal:
    add --seed or --position.

    \b
    Exit codes:
      0  the moves are legal, and lead to the saved position if there is one
      2  FILE cannot be read, is not a game of this format, or its game or deal is not supported

    \b
    Examples:
      referee import game.pso > game.json
      referee import game.pso | referee replay --json - | jq .outcome
      fc-solve -p -t -sam board.txt | referee import --format freecell --seed 24 - | referee replay -
    """
    data = read_game(file)
    if notation == PYSOLFC:
        imported = import_game(file, data)
        for warning in imported.warnings:
            click.echo(warning, err=True)
        click.echo(orjson.dumps(request_json(imported)))
        return
    deal = _deal("freecell" if notation == "freecell" else "klondike", seed, position)
    try:
        moves = READERS[notation](data.decode(), deal.opening)
    except (ForeignLogError, UnicodeDecodeError) as error:
        raise CannotRun(f"{name_of(file)}: {error}") from None
    tables = deal.tables
    dealt = {"board": deal.board} if deal.is_board else {"seed": deal.seed}
    request = {"variant": tables.variant.id, "rules": dict(tables.options), **dealt, "moves": moves}
    click.echo(orjson.dumps(request))


def _deal(variant: str, seed: str | None, position: str | None) -> Deal:
    if (seed is None) == (position is None):
        raise click.UsageError("A text of moves needs either --seed or --position.")
    try:
        if position is not None:
            return deal_position(position)
        return deal_seed(arguments.tables(variant, {}), arguments.seed_of(seed or ""))
    except (PositionTextError, OptionError, BoardError) as error:
        raise click.BadParameter(str(error), param_hint="--position") from None
    except KeyError:
        raise click.BadParameter("The position names an unknown variant.", param_hint="--position") from None


@click.command(short_help="Write a game of FreeCell in standard notation.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
def export(file: str) -> None:
    """Print the moves of the replay request in FILE (- is standard input) in FreeCell's standard notation.

    In `26 a5 3h`, digits are columns, a to d are cells and h is the foundations. Where fewer cards go to an
    empty column than could, their number follows in hexadecimal: `26v1`.

    \b
    Exit codes:
      0  the moves are printed
      2  FILE is not a game log, a move is illegal, or the notation does not have it

    \b
    Examples:
      referee export game.json
      referee import game.pso | referee export -
    """
    with problems_reported(file):
        verdict = examine(read_game(file), Settings.load().most_moves)
    try:
        click.echo(to_freecell(verdict.log.moves, verdict.log.deal.opening))
    except ForeignLogError as error:
        raise CannotRun(f"{name_of(file)}: {error}") from None
