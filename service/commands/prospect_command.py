"""``referee prospect``: says whether a game can still be won, and where it was thrown away."""

import json
from collections.abc import Iterator
from typing import Any

import click

from schemas.prospect_requests import BUDGET, CONTINUATION, TURNING_POINT
from service.commands import arguments
from service.commands.board_text import counted, draw
from service.commands.replay_command import read_request, refusing
from service.commands.report import Entry, deal_entries, sheet
from service.config import Settings
from service.judging.analysis import Prospected, judge_prospect
from service.judging.strict_json import parse
from service.prospects.evaluation import TurningPoint
from service.prospects.findings import Finding, Proof, Prospect, describe_stuck

EXIT_CODES = {Prospect.WINNABLE: 0, Prospect.DEAD: 1, Prospect.UNDECIDED: 3}

COLOURS = {Prospect.WINNABLE: "green", Prospect.DEAD: "red", Prospect.UNDECIDED: "yellow"}

WHY = {
    Proof.WON: "it is won",
    Proof.LINE: "a line of moves wins",
    Proof.THEOREM: "every position of this kind can be won",
    Proof.LOST: "it is lost by the rules",
    Proof.STATIC: "some cards can never be freed",
    Proof.EXHAUSTED: "every position that can be reached was visited",
}


@click.command(short_help="Say whether the game in a file can still be won.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option(
    "--budget",
    type=arguments.BUDGETS,
    help=f"Positions to search; 0: proofs alone.  [default: the file's, or {BUDGET}]",
)
@click.option("--json", "as_json", is_flag=True, help="Print what POST /v1/prospects answers.")
@click.pass_context
def prospect(context: click.Context, file: str, budget: int | None, as_json: bool) -> None:
    """Say whether the game in FILE (- is standard input) can still be won, how, and where it was thrown away.

    FILE is as for `referee replay`. All cards are known here, those face down too. What is said is proved:
    by a line of moves that wins, by cards that can never be freed, or by a search of all that can follow.

    \b
    Exit codes:
      0  winnable
      1  dead: no line of moves wins
      2  FILE cannot be read or holds no game log
      3  undecided within the budget
    \b
    Examples:
      referee prospect game.json
      referee prospect game.pso --budget 300000
      referee prospect game.json --json | jq -r '.continuation[]'
    """
    request, warnings = read_request(file)
    with refusing(file):
        settings = Settings.load()
        asked = _asked(request, budget, everything=not as_json)
        found = judge_prospect(
            asked, most_moves=settings.most_moves, most_positions=max(budget or 0, settings.most_positions)
        )
    if as_json:
        click.echo(found.answer())
    else:
        for warning in warnings:
            click.echo(warning, err=True)
        click.echo(f"{sheet(_entries(found))}\n\n{draw(found.verdict.position)}")
    context.exit(EXIT_CODES[found.outlook.finding.prospect])


def _asked(request: bytes, budget: int | None, *, everything: bool) -> bytes:
    """The request with this budget, and with all that people are told."""
    given = parse(request)
    if not isinstance(given, dict):
        return request
    own: dict[str, Any] = {} if budget is None else {"budget": budget}
    if everything:
        own["include"] = [CONTINUATION, TURNING_POINT]
    return json.dumps({**given, **own}).encode()


def _entries(found: Prospected) -> Iterator[Entry]:
    verdict, outlook = found.verdict, found.outlook
    finding, moves = outlook.finding, verdict.moves_played
    why = f": {_why(finding, finding.proof)}" if finding.proof else " within this budget"
    yield Entry("Prospect", f"{finding.prospect}{why}", COLOURS[finding.prospect])
    yield from _evidence(finding)
    if outlook.turning_point:
        yield Entry("Turned", _turned(outlook.turning_point, moves))
    yield from deal_entries(verdict.log.deal)
    yield Entry("Moves", f"{moves} of {len(verdict.log.moves)} played")
    yield Entry("Searched", f"{outlook.positions:,} of {found.request.budget:,} positions")


def _why(finding: Finding, proof: Proof) -> str:
    return describe_stuck(finding.stuck) if finding.stuck else WHY[proof]


def _evidence(finding: Finding) -> Iterator[Entry]:
    if finding.continuation:
        yield Entry("Wins", " ".join(finding.continuation))


def _turned(point: TurningPoint, moves: int) -> str:
    if point.winnable_after == moves:
        return "never: it can be won to the end"
    if point.dead_after == 0:
        return "never: it could not be won from the beginning"
    if point.exact:
        return f"by move {point.dead_after} (index {point.winnable_after})"
    known = []
    if point.winnable_after is not None:
        known.append(f"winnable after {counted(point.winnable_after, 'move')}")
    if point.dead_after is not None:
        known.append(f"dead after {counted(point.dead_after, 'move')}")
    return ", ".join(known) or "not known"
