"""``referee replay``: judges the game in a file and shows the position at its end."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from typing import Any, TypeVar

import click
import orjson

from patience.formats.drawing import draw
from patience.play.replay import Difference, Verdict
from patience.words.names import name_move
from schemas.problems import MOST_ERRORS, problem_with, refusals
from service.commands.deal_report import deal_entries
from service.commands.errors import CannotRun
from service.commands.input_files import name_of, read_request
from service.commands.terminal import Entry, counted, report
from service.config import Settings
from service.judging.judge import examine, judge
from service.judging.judgements import Result

T = TypeVar("T")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print the answer of POST /v1/replays.")
@click.pass_context
def replay(context: click.Context, file: str, as_json: bool) -> None:
    """Replay the game in FILE (- is standard input), print the verdict and draw the last position.

    FILE contains a replay request in JSON, as for POST /v1/replays: a variant or a declaration, a seed, a
    deck or a board, and the moves. It may also be a saved game of PySolFC (*.pso) or KPatience, or a game in
    patience game notation (*.patience). Reports number the moves from 1 and add the index, which starts at 0.

    \b
    Exit codes:
      0  every move is legal (a checkpoint may differ: the verdict says so)
      1  a move is illegal
      2  FILE cannot be read or does not contain a game log

    \b
    Examples:
      referee replay game.json
      referee replay game.pso
      referee replay game.json --json | jq .outcome
      echo '{"variant": "rouge-et-noir", "seed": 1, "moves": ["deal"]}' | referee replay -
    """
    request, warnings = read_request(file)
    if as_json:
        judged = _run(file, request, partial(judge, no_declaration=""))
        click.echo(judged.answer)
        context.exit(0 if judged.result is Result.VALID else 1)
    verdict = _run(file, request, partial(examine, no_declaration=""))
    malformed = _malformed(file, request)
    for warning in warnings:
        click.echo(warning, err=True)
    click.echo(f"{report(_entries(verdict, malformed))}\n\n{draw(verdict.position, colored=True)}")
    context.exit(0 if verdict.valid and not malformed else 1)


def _run(file: str, request: bytes, function: Callable[[bytes, int], T]) -> T:
    with problems_reported(file):
        return function(request, Settings.load().most_moves)


@contextmanager
def problems_reported(file: str) -> Iterator[None]:
    """Raise CannotRun, with every problem of the request in a file, instead of the errors of judging."""
    name = name_of(file)
    try:
        yield
    except refusals() as error:
        problem = problem_with(error)
        is_log = problem.status not in (HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY)
        what = "cannot be judged" if is_log else "does not contain a game log"
        if not problem.errors:
            raise CannotRun(f"{name} {what}. {problem.detail}") from None
        raise CannotRun(f"{name} {what}.", *_problem_lines(problem.errors)) from None


def _problem_lines(errors: list[dict[str, Any]]) -> Iterator[str]:
    for error in errors:
        place = f"{error['pointer']}: " if error["pointer"] else ""
        yield f"  {place}{error['detail']}"
    if len(errors) == MOST_ERRORS:
        yield f"  Only the first {MOST_ERRORS} problems are listed."


def _malformed(file: str, request: bytes) -> dict[str, Any] | None:
    """Return the malformed move that ends the log of a lenient request, as its answer has it."""
    if b'"lenient"' not in request:
        return None
    answer: dict[str, Any] = orjson.loads(_run(file, request, partial(judge, no_declaration="")).answer)
    return answer.get("first_malformed_move")


def _entries(verdict: Verdict, malformed: Mapping[str, Any] | None) -> Iterator[Entry]:
    illegal = verdict.first_illegal_move
    if malformed and not illegal:
        yield Entry("Verdict", f"not valid: {name_move(malformed['index'])} is not a move", "red")
    else:
        yield _verdict_entry(verdict)
    yield from deal_entries(verdict.log.deal)
    yield Entry("Moves", f"{verdict.moves_played} of {len(verdict.log.moves)} played")
    yield Entry("Outcome", verdict.outcome.replace("_", " "))
    yield from illegal_entries(verdict)
    if malformed:
        yield Entry("Malformed", f"{name_move(malformed['index'])}: {malformed['detail']}")
    if illegal:
        yield Entry("Legal here", " ".join(illegal.legal_moves) or "nothing")
    if verdict.first_divergence:
        yield Entry("Differs", f"checkpoint after {counted(verdict.first_divergence.after, 'move')}")
        yield from (Entry("", _difference(difference)) for difference in verdict.first_divergence.piles)


def illegal_entries(verdict: Verdict) -> Iterator[Entry]:
    """Yield the entries on the first illegal move of a log, if there is one."""
    if illegal := verdict.first_illegal_move:
        yield Entry("Illegal", f"{name_move(illegal.index)}, {illegal.move}: {illegal.reason}")
        yield Entry("", illegal.detail)


def _verdict_entry(verdict: Verdict) -> Entry:
    if verdict.first_illegal_move:
        return Entry("Verdict", f"not valid: {name_move(verdict.first_illegal_move.index)} is illegal", "red")
    if verdict.first_divergence:
        return Entry("Verdict", "valid: every move is legal, but a checkpoint differs", "yellow")
    return Entry("Verdict", "valid: every move is legal", "green")


def _difference(difference: Difference) -> str:
    expected = " ".join(difference.expected) or "nothing"
    found = " ".join(difference.found) or "nothing"
    return f"{difference.pile}: expected {expected}; found {found}"
