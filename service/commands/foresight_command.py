"""``referee foresight``: weighs a player's results against a player who does not see hidden cards."""

import json
import sys
from collections.abc import Sequence
from typing import Final

import click

from patience.search.search_runner import SearchUnavailableError
from patience.sight.odds import ASSUMPTIONS, MEANINGS, PLAYS, Foresight, Reference
from patience.sight.odds import foresight as weigh
from patience.sight.unsighted import EFFORTS, REFERENCE
from schemas.pace import FASTEST_HAND, pace_json
from schemas.player_results import foresight_json
from service.commands.errors import CannotRun
from service.commands.input_files import name_of, read
from service.commands.terminal import counted, draws

MOST_BYTES: Final = 64 << 20


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, allow_dash=True)
)
@click.option(
    "--plays",
    type=click.IntRange(1, 1000),
    default=PLAYS,
    show_default=True,
    help="The most plays of the reference on a deal.",
)
@click.option(
    "--reference",
    type=click.Choice([*EFFORTS]),
    default=REFERENCE.name,
    show_default=True,
    help="The player without sight to compare with.",
)
@click.option(
    "--at-least",
    type=click.FloatRange(1),
    default=1000,
    show_default=True,
    help="Odds that are worth a look.",
)
@click.option("--json", "as_json", is_flag=True, help="Print every game that counts, as JSON.")
def foresight(
    files: tuple[str, ...],
    plays: int,
    reference: str,
    at_least: float,
    as_json: bool,
) -> None:
    """Weigh the games of the player of each of FILES, one log a line (- is standard input).

    The deals must have been chosen by another party, such as the site: a player who chooses can pick deals
    that are known to be won. A reference without sight plays each deal that a player won, up to its third
    win, some tenths of a second each, once for all players. The answer is the odds against a player who sees
    no hidden card and does not play better than the reference: such a player reaches N to 1 with a chance of
    at most 1/N. It does not say how the games were won. For several files the answer is a table, and with
    --json a line for each.

    \b
    Exit codes:
      0  the odds of every player are below --at-least
      1  those of a player are not
      2  a file cannot be read, no game counts, or the search is not compiled

    \b
    Examples:
      referee foresight ada.jsonl
      referee foresight players/*.jsonl
      referee foresight ada.jsonl --plays 99 --json | jq .odds
    """
    contents = [read(file, MOST_BYTES).splitlines() for file in files]
    logs = [[line for line in lines if line.strip()] for lines in contents]
    player = Reference(plays, effort=EFFORTS[reference])
    try:
        with click.progressbar(
            length=sum(map(len, logs)), label="Deals played", file=sys.stderr, hidden=not draws(sys.stderr)
        ) as bar:
            found = [weigh(lines, player, progress=lambda: bar.update(1)) for lines in logs]
    except SearchUnavailableError as error:
        raise CannotRun(str(error)) from None
    for file, one in zip(files, found, strict=True):
        if not one.games:
            raise CannotRun(f"{name_of(file)} has no game that counts.", *_left_out(one))
    click.echo("\n".join(_answer(files, found, logs, plays if as_json else None)))
    click.get_current_context().exit(0 if all(one.odds < at_least for one in found) else 1)


def _answer(
    files: Sequence[str], found: Sequence[Foresight], logs: Sequence[Sequence[bytes]], plays: int | None
) -> list[str]:
    """Return the lines of the answer: as JSON if the plays of the reference are given, else in words."""
    times = [list(map(_times, lines)) for lines in logs]
    if plays is not None:
        names = ({"file": file} if len(files) > 1 else {} for file in files)
        each = zip(names, found, times, strict=True)
        return [json.dumps(name | foresight_json(one, own, plays)) for name, one, own in each]
    if len(files) > 1:
        return [*_table(files, found), ASSUMPTIONS]
    (one,), (own,) = found, times
    return [*_report(one), *_left_out(one), *_signals(one, own), ASSUMPTIONS]


def _table(files: Sequence[str], found: Sequence[Foresight]) -> list[str]:
    """Return a row for each player, the highest odds first."""
    rows = [("player", "games", "won", "reference", "odds to 1")]
    for file, one in sorted(zip(files, found, strict=True), key=lambda pair: -pair[1].odds):
        won = sum(game.won for game in one.games)
        expected = f"{one.expected_wins:.1f}"
        rows.append((name_of(file), str(len(one.games)), str(won), expected, f"{one.odds:,.1f}"))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]


def _times(line: bytes) -> Sequence[int] | None:
    """Return the times of the moves of a log, which the odds do not need; None without usable ones."""
    try:
        log = json.loads(line)
    except ValueError:
        return None
    times = log.get("times") if isinstance(log, dict) else None
    is_usable = isinstance(times, list) and all(type(time) is int for time in times)
    return times if is_usable else None


def _report(found: Foresight) -> list[str]:
    won = sum(game.won for game in found.games)
    expected = f"wins {found.expected_wins:.1f} of the deals won on average"
    return [
        f"{counted(len(found.games), 'game')}, {won} won. The reference ({found.reference}) {expected}.",
        f"Odds: {found.odds:,.1f} to 1. {found.statement}",
    ]


def _left_out(found: Foresight) -> list[str]:
    return [
        f"Left out: {counted(number, 'game')}, {MEANINGS[reason]}."
        for reason, number in found.left_out.items()
    ]


def _signals(found: Foresight, times: Sequence[Sequence[int] | None]) -> list[str]:
    """Name what speaks for a program apart from results, without odds."""
    lines = [game for game in found.games if game.line_share == 1]
    paces = [pace_json(known) for game in found.games if (known := times[game.log]) is not None]
    quick = sum(pace["too_fast"] > 0 for pace in paces)
    signals = [f"{counted(len(lines), 'log')} begin with the whole winning line of this program's search."]
    if paces:
        signals.append(
            f"{quick} of {counted(len(paces), 'log')} with times have a move less than {FASTEST_HAND} ms "
            "after the one before."
        )
    return [f"Signal apart from the odds: {signal}" for signal in signals]
