"""``referee replay``: says what really happened in a game."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click
import orjson
from marshmallow import ValidationError

from schemas.import_request import request_json
from service.commands.board_text import counted, draw
from service.commands.errors import CannotRun
from service.commands.import_command import imported_from
from service.commands.input_files import called, read_game
from service.commands.report import Entry, deal_entries, sheet
from service.config import Settings
from service.engine.replay import Difference, Verdict
from service.engine.text import name_move
from service.judging.judge import Result, examine, judge
from service.judging.problems import MOST_ERRORS, Problem, problem_with
from service.judging.strict_json import JsonError
from service.saves.pickles import may_be_pickles

T = TypeVar("T")


@click.command(short_help="Judge the game in a file and show where it stands.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print what POST /v1/replays answers.")
@click.pass_context
def replay(context: click.Context, file: str, as_json: bool) -> None:
    """Replay the game in FILE (- is standard input) and say what really happened.

    FILE holds a replay request in JSON, as POST /v1/replays takes it: a variant, a seed or a deck, and the
    moves. Or it is a game that PySolFC saved (*.pso). Moves are numbered from
    1, and told with their index, which programs count from 0.

    \b
    Exit codes:
      0  every move is legal (though a checkpoint may differ, which is said)
      1  a move is illegal
      2  FILE cannot be read or holds no game log
    \b
    Examples:
      referee replay game.json
      referee replay game.pso
      referee replay game.json --json | jq .outcome
      echo '{"variant": "rouge-et-noir", "seed": 1, "moves": ["deal"]}' | referee replay -
    """
    request, warnings = read_request(file)
    if as_json:
        judged = _judged(file, request, judge)
        click.echo(judged.answer)
        context.exit(0 if judged.result is Result.VALID else 1)
    verdict = _judged(file, request, examine)
    for warning in warnings:
        click.echo(warning, err=True)
    click.echo(f"{sheet(_entries(verdict))}\n\n{draw(verdict.position)}")
    context.exit(0 if verdict.valid else 1)


def read_request(file: str) -> tuple[bytes, list[str]]:
    """What a file asks, and what people should know of it.

    Raises CannotRun if it cannot be read, and SettingError.
    """
    data = read_game(file)
    if not may_be_pickles(data):
        return data, []
    imported = imported_from(file, data)
    return orjson.dumps(request_json(imported)), imported.warnings


def _judged(file: str, request: bytes, how: Callable[[bytes, int], T]) -> T:
    with refusing(file):
        return how(request, Settings.load().most_moves)


@contextmanager
def refusing(file: str) -> Iterator[None]:
    """Tell people what is wrong with what a file asks."""
    name = called(file)
    try:
        yield
    except (JsonError, ValidationError, Problem) as error:
        problem = problem_with(error)
        what = "cannot be judged" if isinstance(error, Problem) else "holds no game log"
        if not problem.errors:
            raise CannotRun(f"{name} {what}. {problem.detail}") from None
        raise CannotRun(f"{name} {what}.", *_problems(problem.errors)) from None


def _problems(errors: list[dict[str, Any]]) -> Iterator[str]:
    for error in errors:
        place = f"{error['pointer']}: " if error["pointer"] else ""
        yield f"  {place}{error['detail']}"
    if len(errors) == MOST_ERRORS:
        yield f"  No more than {MOST_ERRORS} problems are named."


def _entries(verdict: Verdict) -> Iterator[Entry]:
    illegal = verdict.first_illegal_move
    yield _verdict_entry(verdict)
    yield from deal_entries(verdict.log.deal)
    yield Entry("Moves", f"{verdict.moves_played} of {len(verdict.log.moves)} played")
    yield Entry("Outcome", verdict.outcome.replace("_", " "))
    if illegal:
        yield Entry("Illegal", f"{name_move(illegal.index)}, {illegal.move}: {illegal.reason}")
        yield Entry("", illegal.detail)
        yield Entry("Legal here", " ".join(illegal.legal_moves) or "nothing")
    if verdict.first_divergence:
        yield Entry("Differs", f"checkpoint after {counted(verdict.first_divergence.after, 'move')}")
        yield from (Entry("", _difference(difference)) for difference in verdict.first_divergence.piles)


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
