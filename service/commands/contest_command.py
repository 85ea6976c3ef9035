"""``referee contest``: makes contests whose deals are committed, and verifies them with all logs."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from secrets import choice, randbelow, token_hex
from typing import Any, Final

import click
from marshmallow import ValidationError

from patience.rules.variant import OptionValue
from patience.search.winnable_tables import table_of
from schemas.contest import VERSION, Criterion, commitment_of, load_contest
from schemas.problems import Problem, problem_with
from schemas.strict_json import JsonError, parse
from service.commands.arguments import rule_options, tables, variant_id
from service.commands.errors import CannotRun, loading
from service.commands.input_files import name_of, read
from service.commands.key_sets import read_keys
from service.commands.terminal import printable
from service.commands.work_options import cluster_or_workers
from service.config import Settings, cpus
from service.receipts.contest_check import Played, Task, check_contest, play

MOST_BYTES: Final = 500_000_000
"""The most bytes of a contest: 20 000 logs of 4 000 moves have less."""

CHUNK: Final = 50
"""The logs that a process replays at a time."""

LEAST_LOGS: Final = 500
"""The fewest logs for which processes are started."""


@click.group()
def contest() -> None:
    """Make and verify contests."""


@contest.command(short_help="Make a contest with deals that are committed.")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False))
@click.option("--name", required=True, help="The name of the contest.")
@click.option(
    "--variant",
    required=True,
    callback=variant_id,
    shell_complete=lambda *_: [],
    help="The game, for all deals.",
)
@rule_options
@click.option(
    "--deals", default=1, show_default=True, type=click.IntRange(1, 100), help="The number of deals."
)
@click.option("--winnable", is_flag=True, help="Draw the deals from the table of winnable deals.")
@click.option("--scoring", help="The scoring of points.")
@click.option(
    "--ranking",
    default="wins,moves",
    show_default=True,
    help=f"What players are ranked by, in this order: {', '.join(Criterion)}.",
)
def new(  # noqa: PLR0913, PLR0917 - an argument for each option
    file: str,
    name: str,
    variant: str,
    rules: dict[str, OptionValue],
    deals: int,
    winnable: bool,
    scoring: str | None,
    ranking: str,
) -> None:
    """Draw the deals of a new contest, and write it to FILE, which must not exist yet.

    Keep FILE secret until the contest begins: it has the deals. Publish what the command prints: the name,
    the rules, and the commitment to the deals. Add the players and their entries to FILE as they come in.

    \b
    Exit codes:
      0  the contest is written
      2  FILE exists or cannot be written, or the game does not have what the options ask for

    \b
    Examples:
      referee contest new duel.json --name 'A duel' --variant klondike --winnable
      referee contest new cup.json --name 'A cup' --variant klondike --rule draw=three --deals 10
        --scoring standard --ranking points,wins,moves
    """
    declared = tables(variant, rules)
    about = {
        "variant": variant,
        "rules": dict(declared.options),
        "rules_version": declared.variant.rules_version,
    }
    if winnable and (table := table_of(declared)) is None:
        raise CannotRun(f"{variant} has no table of winnable deals under these options.")
    seeds = list(table.seeds(0)) if winnable and table else []
    content: dict[str, Any] = {
        "contest_version": VERSION,
        "name": name,
        "scoring": scoring,
        "ranking": ranking.split(","),
        "deals": [
            {**about, "seed": str(choice(seeds) if seeds else 10**10 + randbelow(9 * 10**10))}
            for _ in range(deals)
        ],
        "salt": token_hex(32),
    }
    if scoring is None:
        del content["scoring"]
    content |= {"commitment": commitment_of(content), "players": [], "entries": []}
    _load(content, file)
    text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
    try:
        path = Path(file)
        path.touch(0o600, exist_ok=False)
        path.write_text(text, "utf-8")
    except OSError as error:
        raise CannotRun(f"Cannot write {file!a}: {error.strerror}.") from None
    public = {name: content.get(name) for name in ("name", "scoring", "ranking", "commitment")}
    click.echo(json.dumps({**public, **about, "deals": deals}, indent=1, ensure_ascii=False))


@contest.command(short_help="Replay all logs of a contest and print the ranking.")
@click.argument("file", metavar="FILE|-")
@click.option("--commitment", metavar="sha256:…", help="The commitment that was saved before the contest.")
@click.option("--jwks", metavar="FILE|URL", help="The public keys of the receipts of entries, as a JWK set.")
@click.option("--issuer", help="The issuer of these receipts.")
@click.option("--audience", help="The audience of these receipts.")
@cluster_or_workers
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of lines.")
@click.pass_context
def verify(  # noqa: PLR0913, PLR0917 - an argument for each option
    context: click.Context,
    file: str,
    commitment: str | None,
    jwks: str | None,
    issuer: str | None,
    audience: str | None,
    workers: int | None,
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Verify a contest: replay each log, compute each score, and rank the players.

    The deals must be those of the commitment. An entry does not count if its log has an illegal move, if the
    score that it states is not that of the log, if the player has another entry for the deal, or if its
    receipt is not genuine.

    \b
    Exit codes:
      0  every entry counts
      1  entries do not count, or the commitment is not the one that was saved
      2  the contest cannot be read, or its deals are not those of its commitment

    \b
    Examples:
      referee contest verify duel.json
      referee contest verify cup.json --commitment sha256:3f2a… --jwks jwks.json --json | jq .ranking
    """
    try:
        body = parse(read(file, MOST_BYTES))
    except JsonError as error:
        raise CannotRun(f"{name_of(file)} is not a contest. {error}") from None
    loaded = _load(body, file)
    if commitment is not None and commitment != loaded.commitment:
        click.echo(f"Not the contest that was committed: its commitment is {loaded.commitment}.", err=True)
        context.exit(1)
    keys = read_keys(jwks) if jwks else {}
    count = workers or cpus()

    def play_all(tasks: Iterable[Task]) -> Iterable[Played]:
        logs = list(tasks)
        alone = scheduler is None and (len(logs) < LEAST_LOGS or count == 1)
        return map(play, logs) if alone else _play_elsewhere(logs, scheduler, count)

    answer = check_contest(loaded, play_all, keys, issuer, audience)
    click.echo(json.dumps(answer) if as_json else "\n".join(_lines(answer)))
    context.exit(1 if answer["refused"] else 0)


def _load(body: object, file: str) -> Any:
    try:
        return load_contest(body, Settings.most_moves)
    except (ValidationError, Problem) as error:
        problem = problem_with(error)
        places = [f"{each.get('pointer', '')}: {each['detail']}" for each in problem.errors]
        raise CannotRun(f"{name_of(file)} is not a contest.", *(places or [problem.detail])) from None


def _play_elsewhere(logs: list[Task], scheduler: str | None, workers: int) -> list[Played]:
    """Replay logs in worker processes, or on the cluster of a scheduler."""
    from service.bulk.results import ClusterError  # noqa: PLC0415 - only for many logs
    from service.bulk.workers import results_anywhere  # noqa: PLC0415 - only for many logs

    chunks = [(start, tuple(logs[start : start + CHUNK])) for start in range(0, len(logs), CHUNK)]
    played: dict[int, list[Played]] = {}
    try:
        with loading():
            for (start, _), found in results_anywhere(play_chunk, chunks, workers, scheduler):
                if isinstance(found, BaseException):
                    raise CannotRun(f"The logs from entry {start} on cannot be replayed: {found}")
                played[start] = found
    except ClusterError as error:
        raise CannotRun(str(error)) from None
    return [each for start in sorted(played) for each in played[start]]


def play_chunk(chunk: tuple[int, tuple[Task, ...]]) -> list[Played]:
    """Replay some logs, in a worker process."""
    return [play(task) for task in chunk[1]]


def _lines(answer: Mapping[str, Any]) -> Iterator[str]:
    columns = [
        name
        for name in ("rank", "player", "wins", "points", "timed_points", "moves", "seconds")
        if any(row[name] is not None for row in answer["ranking"])
    ]
    rows = [[_cell(row[name]) for name in columns] for row in answer["ranking"]]
    widths = [max(map(len, cells)) for cells in zip(columns, *rows, strict=True)]
    for cells in (columns, *rows):
        yield "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()
    yield f"\n{answer['counted']} entries count, {len(answer['refused'])} do not."
    for refused in answer["refused"]:
        who = f"Entry {refused['entry']}, {refused['player']}, deal {refused['deal']}"
        yield printable(f"{who}: {refused['code']}. {refused['detail']}")


def _cell(value: object) -> str:
    return "-" if value is None else printable(str(value))
