"""``referee import``: converts a saved game of PySolFC to a replay request."""

import click
import orjson

from schemas.import_request import request_json
from service.commands.input_files import import_game, read_game


@click.command("import", short_help="Convert a saved game of PySolFC to a replay request.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
def import_(file: str) -> None:
    """Print the saved game of PySolFC in FILE (- is standard input) as a replay request.

    `referee replay`, POST /v1/replays and, with a claim added, POST /v1/claims accept the request. Moves that
    were undone are left out. The import never runs code from FILE.

    \b
    Exit codes:
      0  the moves lead to the saved position
      2  FILE cannot be read, is not a saved game, or its game or deal is not supported

    \b
    Examples:
      referee import game.pso > game.json
      referee import game.pso | referee replay --json - | jq .outcome
    """
    imported = import_game(file, read_game(file))
    for warning in imported.warnings:
        click.echo(warning, err=True)
    click.echo(orjson.dumps(request_json(imported)))
