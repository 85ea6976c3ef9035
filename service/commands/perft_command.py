"""``referee perft``: counts the legal logs of a length, for authors of engines."""

import click
import orjson

from patience.game import Game
from patience.move_counts import HIGHEST_DEPTH, HIGHEST_MOST_POSITIONS, MOST_POSITIONS, divide, plies
from patience.patience_error import PatienceError
from patience.rules.variant import OptionValue
from service.commands import arguments
from service.commands.errors import CannotRun
from service.commands.terminal import notice_after

_NOTICE_AFTER = 2


@click.command()
@click.argument("variant", callback=arguments.variant_id, shell_complete=arguments.variants_like)
@click.option("--seed", required=True, help="The deal: a PySolFC game number.")
@click.option("--depth", required=True, type=click.IntRange(1, HIGHEST_DEPTH), help="The number of moves.")
@arguments.rule_options
@click.option(
    "--after", "moves", default="", metavar="MOVES", help="Moves to play first, such as 'draw W-F1'."
)
@click.option("--divide", "by_move", is_flag=True, help="Split the count by the first move.")
@click.option(
    "--positions",
    type=click.IntRange(1, HIGHEST_MOST_POSITIONS),
    default=MOST_POSITIONS,
    show_default=True,
    help="The most positions to keep in memory, about 200 bytes each.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def perft(  # noqa: PLR0913, PLR0917 - an argument for each option
    variant: str,
    seed: str,
    depth: int,
    rules: dict[str, OptionValue],
    moves: str,
    by_move: bool,
    positions: int,
    as_json: bool,
) -> None:
    """Count the legal logs of VARIANT with exactly as many moves as --depth says.

    Each legal move counts once, in its shortest spelling: T1-F2, not T1-F. A won game has no continuation.
    The second column counts the different positions that the logs reach. Compare both with your engine's
    numbers. If they differ, --divide names the first move under which they do; play it with --after and
    divide again, with one move less.

    \b
    Exit codes:
      0  the counts are printed
      2  the deal does not exist, a move is illegal, or there are more positions than --positions

    \b
    Examples:
      referee perft klondike --seed 7 --depth 6
      referee perft freecell --seed 1 --depth 3 --divide
      referee perft klondike --seed 7 --depth 5 --rule draw=three --after "T3-T7 draw" --divide
    """
    arguments.tables(variant, rules)
    try:
        game = Game.from_log({"variant": variant, "rules": rules, "seed": seed, "moves": moves.split()})
        with notice_after(_NOTICE_AFTER, "Counting. Interrupt with Ctrl-C, or ask for a smaller depth."):
            rows = _divided(game, depth) if by_move else _counted(game, depth, positions)
    except PatienceError as error:
        raise CannotRun(str(error)) from None
    if as_json:
        key = "divide" if by_move else "plies"
        click.echo(orjson.dumps({"variant": variant, "rules": game.options, "seed": game.seed, key: rows}))
        return
    head = ("move", "leaves") if by_move else ("moves", "leaves", "positions")
    lines = [head, *(tuple(map(str, row.values())) for row in rows)]
    if by_move:
        lines.append(("all", str(sum(int(row["leaves"]) for row in rows))))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for first, *others in lines:
        cells = [text.rjust(width) for text, width in zip(others, widths[1:], strict=True)]
        click.echo("  ".join([first.ljust(widths[0]), *cells]))


def _counted(game: Game, depth: int, positions: int) -> list[dict[str, str | int]]:
    return [dict(ply._asdict()) for ply in plies(game, depth, positions)]


def _divided(game: Game, depth: int) -> list[dict[str, str | int]]:
    return [{"move": str(move), "leaves": leaves} for move, leaves in divide(game, depth).items()]
