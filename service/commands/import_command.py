"""``referee import`` and ``referee export``: games of other programs as replay requests, and back."""

import json
from typing import Any

import click
import orjson

from patience.formats.autoplay import AUTOPLAY, Autoplay
from patience.formats.foreign_logs import DealName, read_log
from patience.formats.game_notation import GameRecord, record_of
from patience.formats.position_logs import ForeignLogError
from patience.formats.solvitaire import LONGEST
from schemas.export_answer import EXPORTS, FREECELL
from schemas.import_request import COMPLETE, IMPORTS, PATIENCE, PYSOLFC, Imported, log_json, request_json
from service.commands import arguments
from service.commands.errors import CannotRun
from service.commands.input_files import (
    import_game,
    may_be_saved_game,
    name_of,
    read,
    read_game,
    read_request,
)
from service.commands.replay_command import problems_reported
from service.config import Settings
from service.judging.exports import exported


def _known(context: click.Context, parameter: click.Parameter, value: str | None) -> str:
    return "" if value is None else arguments.variant_id(context, parameter, value)


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option(
    "--format",
    "notation",
    type=click.Choice([*IMPORTS]),
    default=PYSOLFC,
    help="The format of FILE. " + "; ".join(f"{name}: {about}" for name, about in IMPORTS.items()) + ".",
)
@click.option("--variant", callback=_known, help="The game of a text, if it is not that of the format.")
@arguments.rule_options
@click.option("--seed", help="The seed of the deal, for a text that has moves alone.")
@click.option(
    "--position",
    help="The position in which the game begins, in place of a seed; also a board of fc-solve, a deal of "
    "Solvitaire, or a deck of Klondike-Solver.",
)
@click.option(
    "--autoplay",
    type=click.Choice(list(Autoplay)),
    callback=lambda _context, _parameter, rule: Autoplay(rule) if rule else None,
    help="The moves to the foundations that the program made by itself, which a text of moves leaves out; "
    "by default what fits is assumed. "
    + "; ".join(f"{name}: {about}" for name, about in AUTOPLAY.items())
    + ".",
)
def import_(file: str, notation: str, **dealt: Any) -> None:
    """Print the game in FILE (- is standard input) as a replay request.

    `referee replay`, POST /v1/replays and, with a claim added, POST /v1/claims accept the request. Moves that
    were undone are left out. The import never runs code from FILE. A text of moves does not name its deal,
    unless a table comes before them: add --seed or --position. A solution of Solvitaire has its deal, but
    does not name its game. --format freecell finds out whose solution of FreeCell FILE is.

    \b
    Exit codes:
      0  the moves are legal, and lead to the saved position if there is one
      2  FILE cannot be read, is not a game of this format, or its game or deal is not supported

    \b
    Examples:
      referee import game.pso > game.json
      referee import game.pso | referee replay --json - | jq .outcome
      referee import --format kpatience game.kpat | referee replay -
      fc-solve -p -t -sam board.txt | referee import --format freecell --seed 24 - | referee replay -
      solvitaire --type klondike --random 4 | referee import --format solvitaire --rule draw=three -
    """
    if notation in COMPLETE and (superfluous := [name for name, value in dealt.items() if value]):
        raise CannotRun(
            f"A file in the format {notation} names its game and its deal: leave --{superfluous[0]} out."
        )
    if notation == PYSOLFC:
        imported = _saved_game(file)
        for warning in imported.warnings:
            click.echo(warning, err=True)
        click.echo(orjson.dumps(request_json(imported)))
        return
    if notation == PATIENCE:
        click.echo(json.dumps(_record(file).request))
        return
    try:
        game = read_log(notation, read(file, LONGEST), DealName(**dealt))
    except ForeignLogError as error:
        raise CannotRun(f"{name_of(file)}: {error}") from None
    if game.autoplay and game.autoplay is not Autoplay.NONE and dealt["autoplay"] is None:
        click.echo(f"Assumed: --autoplay {game.autoplay}. The request has the automatic moves.", err=True)
    click.echo(orjson.dumps(log_json(game)))


def _saved_game(file: str) -> Imported:
    """Return the saved game of PySolFC in a file. Raises CannotRun."""
    data = read_game(file)
    if not may_be_saved_game(file, data):
        raise CannotRun(
            f"{name_of(file)}: Not a saved game of PySolFC. For a game of another program, add --format, "
            "such as --format freecell."
        )
    return import_game(file, data)


def _record(file: str) -> GameRecord:
    """Return the record in a file. Raises CannotRun."""
    try:
        return record_of(read_game(file))
    except ForeignLogError as error:
        raise CannotRun(f"{name_of(file)}: {error}") from None


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option(
    "--format",
    "notation",
    type=click.Choice([*EXPORTS]),
    default=FREECELL,
    help="; ".join(f"{name}: {about}" for name, about in EXPORTS.items()) + ".",
)
@click.option(
    "--autoplay",
    type=click.Choice(list(Autoplay)),
    default=Autoplay.NONE,
    callback=lambda _context, _parameter, rule: Autoplay(rule),
    help="The automatic moves that a text of moves leaves out, none by default; see `referee import --help`.",
)
def export(file: str, notation: str, autoplay: Autoplay) -> None:
    """Print the game in FILE (- is standard input) as another program writes it.

    FILE is what `referee replay` takes: a replay request, a saved game, or a game in patience game notation.

    In FreeCell's standard notation, `26 a5 3h`, digits are columns, a to d are cells and h is the
    foundations. Where fewer cards go to an empty column than could, their number follows in hexadecimal:
    `26v1`. A saved game of PySolFC or KPatience opens there with its moves, which can be undone. PySolFC's
    needs a seed, and both need rules that one of the program's games has.

    \b
    Exit codes:
      0  the game is printed
      2  FILE is not a game log, a move is illegal, or the format does not have the game

    \b
    Examples:
      referee export game.json
      referee import game.pso | referee export -
      referee export --format pysolfc game.json > game.pso
      referee export --format kpatience game.json > game.kpat
      referee export --format patience game.json > game.patience
      referee export --format fc-solve-board game.json | fc-solve -m
    """
    with problems_reported(file):
        request, _ = read_request(file)
        data = exported(request, notation, Settings.load().most_moves, autoplay=autoplay, no_declaration="")
    click.echo(data, nl=notation != PYSOLFC and not data.endswith(b"\n"))
