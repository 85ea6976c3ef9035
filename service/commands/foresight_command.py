"""``referee foresight``: weighs a player's results against a player who does not see hidden cards."""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

import click

from patience.search.search_runner import SearchUnavailableError
from patience.sight.odds import ASSUMPTIONS, MEANINGS, PLAYS, Foresight
from patience.sight.odds import foresight as weigh
from schemas.pace import FASTEST_HAND, pace_json
from service.commands.errors import CannotRun
from service.commands.input_files import name_of, read
from service.commands.terminal import counted, draws

MOST_BYTES: Final = 64 << 20


@click.command(short_help="Weigh a winning streak: chance, or hidden cards seen?")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option(
    "--plays",
    type=click.IntRange(1, 1000),
    default=PLAYS,
    show_default=True,
    help="Plays of the reference a deal.",
)
@click.option(
    "--at-least",
    type=click.FloatRange(1),
    default=1000,
    show_default=True,
    help="Odds that are worth a look.",
)
@click.option("--json", "as_json", is_flag=True, help="Print every game that counts, as JSON.")
@click.pass_context
def foresight(context: click.Context, file: str, plays: int, at_least: float, as_json: bool) -> None:
    """Weigh the games of one player in FILE, one log a line (- is standard input).

    The deals must have been chosen by another party, such as the site: a player who chooses can pick deals
    that are known to be won. A reference without sight plays each deal, some tenths of a second each.
    The answer is the odds against a player who sees no hidden card and does not play better than the
    reference: such a player reaches N to 1 with a chance of at most 1/N. It does not say how the games were
    won.

    \b
    Exit codes:
      0  the odds are below --at-least
      1  they are not
      2  FILE cannot be read, no game counts, or the search is not compiled

    \b
    Examples:
      referee foresight ada.jsonl
      referee foresight ada.jsonl --plays 19 --json | jq .odds
    """
    lines = [line for line in read(file, MOST_BYTES).splitlines() if line.strip()]
    try:
        with click.progressbar(
            length=len(lines), label="Deals played", file=sys.stderr, hidden=not draws(sys.stderr)
        ) as bar:
            found = weigh(lines, plays=plays, progress=lambda: bar.update(1))
    except SearchUnavailableError as error:
        raise CannotRun(str(error)) from None
    if not found.games:
        raise CannotRun(f"{name_of(file)} has no game that counts.", *_left_out(found))
    times = [_times(line) for line in lines]
    answer = (
        json.dumps(_as_json(found, times))
        if as_json
        else "\n".join([*_report(found), *_left_out(found), *_signals(found, times), ASSUMPTIONS])
    )
    click.echo(answer)
    context.exit(0 if found.odds < at_least else 1)


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
    expected = sum(game.wins / game.plays for game in found.games)
    games = f"{counted(len(found.games), 'game')}, {won} won."
    return [
        f"{games} The reference ({found.reference}) wins {expected:.1f} of these deals on average.",
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


def _as_json(found: Foresight, times: Sequence[Sequence[int] | None]) -> Mapping[str, Any]:
    return {
        "odds": found.odds,
        "statement": found.statement,
        "assumptions": ASSUMPTIONS,
        "reference": found.reference,
        "games": [
            game._asdict() | ({} if (known := times[game.log]) is None else {"pace": pace_json(known)})
            for game in found.games
        ],
        "left_out": dict(found.left_out),
    }
