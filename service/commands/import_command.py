"""``referee import``: another program's saved game as a replay request."""

import click
import orjson

from schemas.import_request import request_json
from service.commands.errors import CannotRun
from service.commands.input_files import called, read_game
from service.saves.save_errors import SaveError
from service.saves.save_import import Imported, import_save


@click.command("import", short_help="Turn a game that PySolFC saved into a replay request.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
def import_(file: str) -> None:
    """Print the game in FILE (- is standard input), which PySolFC saved, as a replay request.

    The request is what `referee replay`, POST /v1/replays and, with a claim, POST /v1/claims take. Moves that
    had been undone are left out. Nothing in FILE is ever run, whatever it holds.

    \b
    Exit codes:
      0  the moves lead to the piles that were saved with them
      2  FILE cannot be read, is no saved game, or its game or deal is not refereed
    \b
    Examples:
      referee import game.pso > game.json
      referee import game.pso | referee replay --json - | jq .outcome
    """
    imported = imported_from(file, read_game(file))
    for warning in imported.warnings:
        click.echo(warning, err=True)
    click.echo(orjson.dumps(request_json(imported)))


def imported_from(file: str, data: bytes) -> Imported:
    """The game in a file.

    Raises CannotRun if it is none that can be taken.
    """
    try:
        return import_save(data)
    except SaveError as error:
        raise CannotRun(f"{called(file)}: {error}") from None
