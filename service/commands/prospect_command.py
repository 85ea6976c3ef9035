"""``referee prospect``: says whether a game can still be won, and which move lost it."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import click

from patience.formats.drawing import draw
from patience.search.evaluation import TurningPoint
from patience.search.fewest_moves import FewestMoves
from patience.search.findings import Finding, Proof, Prospect, describe_step, describe_stuck
from patience.search.hints import Hint
from schemas.prospect_requests import BUDGET, CONTINUATION, MOVES, TURNING_POINT, winning_share
from schemas.strict_json import parse
from service.commands import arguments
from service.commands.deal_report import deal_entries
from service.commands.input_files import read_request
from service.commands.replay_command import illegal_entries, problems_reported
from service.commands.terminal import Entry, counted, notice_after, report
from service.config import Settings
from service.judging.analysis import Prospected, judge_prospect

EXIT_CODES = {Prospect.WINNABLE: 0, Prospect.DEAD: 1, Prospect.UNDECIDED: 3}

COLORS = {Prospect.WINNABLE: "green", Prospect.DEAD: "red", Prospect.UNDECIDED: "yellow"}

PROOFS = {
    Proof.WON: "the game is won",
    Proof.LINE: "a line of moves wins",
    Proof.THEOREM: "every position of this kind can be won",
    Proof.LOST: "the game is lost by the rules",
    Proof.STATIC: "some cards can never be freed",
    Proof.EXHAUSTED: "the search visited every reachable position",
}


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option(
    "--budget",
    type=arguments.BUDGETS,
    help=f"Positions to search; 0: static proofs only.  [default: from FILE, else {BUDGET}]",
)
@click.option("--moves", is_flag=True, help="Show which of the legal moves keep the win, too.")
@click.option("--shortest", is_flag=True, help="Look for the fewest moves, and prove how many are needed.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer of POST /v1/prospects.")
@click.pass_context
def prospect(  # noqa: PLR0913, PLR0917 - one for each option
    context: click.Context, file: str, budget: int | None, moves: bool, shortest: bool, as_json: bool
) -> None:
    """Say whether the game in FILE (- is standard input) can still be won, how, and which move lost it.

    FILE is as for `referee replay`. The analysis knows all cards, also those face down. Its answers are
    proved: by a line of moves that wins, by cards that can never be freed, or by a search of every position
    that can follow. Where the log has an illegal move, they are about the position before it.

    \b
    Exit codes:
      0  winnable
      1  dead: no line of moves wins
      2  FILE cannot be read or does not contain a game log
      3  undecided within the budget

    \b
    Examples:
      referee prospect game.json
      referee prospect game.pso --budget 300000
      referee prospect game.json --moves
      referee prospect game.json --shortest --budget 1000000
      referee prospect game.json --json | jq -r '.continuation[]'
    """
    request, warnings = read_request(file)
    with problems_reported(file), notice_after(2, "Searching…"):
        settings = Settings.load()
        analysis = judge_prospect(
            _with_options(request, budget, moves=moves, shortest=shortest, everything=not as_json),
            most_moves=settings.most_moves,
            most_positions=max(budget or 0, settings.most_positions),
            no_declaration="",
        )
    if as_json:
        click.echo(analysis.answer())
    else:
        for warning in warnings:
            click.echo(warning, err=True)
        click.echo(f"{report(_entries(analysis))}\n\n{draw(analysis.verdict.position, colored=True)}")
    context.exit(EXIT_CODES[analysis.outlook.finding.prospect])


def _with_options(
    request: bytes, budget: int | None, *, moves: bool, shortest: bool, everything: bool
) -> bytes:
    """Return the request with these options and, if ``everything``, with all that the report shows."""
    fields = parse(request)
    if not isinstance(fields, dict):
        return request
    options: dict[str, Any] = {} if budget is None else {"budget": budget}
    if shortest:
        options["shortest"] = True
    if everything:
        options["include"] = [CONTINUATION, TURNING_POINT]
    if moves:
        included = options.get("include", fields.get("include", ["final_state"]))
        options["include"] = [*included, MOVES] if isinstance(included, list) else included
    return json.dumps({**fields, **options}).encode()


def _entries(analysis: Prospected) -> Iterator[Entry]:
    verdict, outlook = analysis.verdict, analysis.outlook
    finding, moves = outlook.finding, verdict.moves_played
    why = f": {_reason(finding, finding.proof)}" if finding.proof else " within this budget"
    yield Entry("Prospect", f"{finding.prospect}{why}", COLORS[finding.prospect])
    for number, step in enumerate(finding.because):
        yield Entry("" if number else "Because", describe_step(step))
    if finding.continuation:
        yield Entry("Wins", " ".join(finding.continuation))
    if analysis.fewest and analysis.fewest.at_least is not None:
        yield Entry("Shortest", _fewest(analysis.fewest))
    if outlook.turning_point and finding.proof is not Proof.WON:
        yield Entry("Lost", _turned(outlook.turning_point, moves))
    yield from _hint_entries(analysis.hints or ())
    yield from deal_entries(verdict.log.deal)
    yield Entry("Moves", f"{moves} of {len(verdict.log.moves)} played")
    yield from illegal_entries(verdict)
    yield Entry("Searched", f"{outlook.positions:,} of {analysis.request.budget:,} positions")


def _fewest(fewest: FewestMoves) -> str:
    if fewest.finding.continuation is None:
        return f"at least {counted(fewest.at_least or 0, 'move')}, proved"
    known = counted(len(fewest.finding.continuation), "move")
    return f"{known}, proved minimal" if fewest.is_proved else f"{known}; at least {fewest.at_least}, proved"


def _hint_entries(hints: Sequence[Hint]) -> Iterator[Entry]:
    labels = {Prospect.WINNABLE: "Keep it", Prospect.DEAD: "Lose it", Prospect.UNDECIDED: "Unclear"}
    for prospect, label in labels.items():
        moves = [hint.move for hint in hints if hint.finding.prospect is prospect]
        if moves:
            yield Entry(label, " ".join(moves), COLORS[prospect])
    if hints:
        least, most = winning_share(hints)
        share = f"{least:.0%}" if least == most else f"{least:.0%} to {most:.0%}"
        yield Entry("Share", f"{share} of {counted(len(hints), 'move')} keep the win")


def _reason(finding: Finding, proof: Proof) -> str:
    return describe_stuck(finding.stuck) if finding.stuck else PROOFS[proof]


def _turned(point: TurningPoint, moves: int) -> str:
    if point.winnable_after == moves:
        return "never: it can still be won"
    if point.dead_after == 0:
        return "never: it could not be won from the start"
    if point.exact:
        return f"by move {point.dead_after} (index {point.winnable_after})"
    known = []
    if point.winnable_after is not None:
        known.append(f"winnable after {counted(point.winnable_after, 'move')}")
    if point.dead_after is not None:
        known.append(f"dead after {counted(point.dead_after, 'move')}")
    return ", ".join(known) or "not known"
