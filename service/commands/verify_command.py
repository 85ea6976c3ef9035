"""`referee verify`: judge archives of games, on this machine or on a Dask cluster."""

import os
import sys
from contextlib import ExitStack
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
import orjson

from patience.kernel.loader import KERNEL, engine_name
from service.commands.errors import CannotRun, Interrupted, loading
from service.commands.progress_bar import JudgingBar
from service.commands.terminal import counted, did_you_mean, draws, printable
from service.commands.work_options import cluster_or_workers
from service.config import Settings, cpus
from service.judging.judgements import REPLAY_RESULTS, Result

if TYPE_CHECKING:
    from service.bulk.archives import Archive
    from service.bulk.run import Run

DASH = "-"
"""Standard input, or output."""

FORMATS = ("jsonl", "jsonl.gz", "jsonl.zst", "parquet")


def _renamed(text: str) -> tuple[str, str]:
    """Return a column and a field that an option names. Raises BadParameter."""
    from schemas.replay_request import FIELDS  # noqa: PLC0415 - for this option alone

    column, _, field = text.rpartition("=")
    if not column or field not in FIELDS:
        raise click.BadParameter(f"{text!r:.60} is not COLUMN=FIELD. The fields: {', '.join(FIELDS)}.")
    return column, field


@click.command()
@click.argument("archives", nargs=-1, required=True, metavar="ARCHIVE…")
@click.option(
    "--output",
    type=click.Path(file_okay=False, path_type=Path, allow_dash=True),
    help="Directory for the verdicts, created if it does not exist; - for standard output, in order and by "
    "this process alone.  [default: - if the archive is -]",
)
@click.option(
    "--from",
    "suffix",
    type=click.Choice(["jsonl", "jsonl.gz", "jsonl.zst", "csv", "arrow"]),
    default="jsonl",
    show_default=True,
    help="What standard input holds, if the archive is -.",
)
@click.option(
    "--format",
    "shape",
    type=click.Choice(FORMATS),
    default="jsonl",
    show_default=True,
    help="File format of the verdicts.",
)
@click.option(
    "--follow-links", is_flag=True, help="Judge what links lead to outside of the directories given."
)
@click.option(
    "--unknown",
    type=click.Choice(["reject", "ignore", "keep"]),
    default="reject",
    show_default=True,
    help="What to do with members of a line that are not fields of a request. `ignore` drops nulls, too; "
    "`keep` also copies the members, or columns, to the verdicts.",
)
@click.option("--verdict", is_flag=True, help="Add the verdict as JSON to Parquet, as a large column.")
@click.option(
    "--keep",
    multiple=True,
    metavar="COLUMN",
    help="Copy this column of Parquet to the verdicts, in Parquet too. May be repeated.",
)
@click.option(
    "--rename",
    multiple=True,
    metavar="COLUMN=FIELD",
    callback=lambda _, __, given: tuple(map(_renamed, given)),
    help="Read this column of Parquet as a field, as in log=moves. May be repeated.",
)
@click.option(
    "--relative-to",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIRECTORY",
    help="Name files in verdicts from this directory on, so that a join outlives a move.",
)
@click.option(
    "--shard-size",
    type=click.IntRange(1, 2**14),
    default=16,
    show_default=True,
    metavar="MIB",
    help="Archive for each shard, in MiB: lines, or values of rows. Larger shards are fewer.",
)
@cluster_or_workers
@click.option("--quiet", is_flag=True, help="Print neither progress nor summary.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON object.")
@click.pass_context
def verify(  # noqa: PLR0913, PLR0917 - an argument for each option
    context: click.Context,
    archives: tuple[str, ...],
    output: Path | None,
    suffix: str,
    shape: str,
    workers: int | None,
    follow_links: bool,
    unknown: str,
    verdict: bool,
    keep: tuple[str, ...],
    rename: tuple[tuple[str, str], ...],
    relative_to: Path | None,
    shard_size: int,
    scheduler: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Judge every game of the ARCHIVEs and write the verdicts to a directory.

    An ARCHIVE is a file, a pattern, or a directory with everything below it: JSON lines (.jsonl or .ndjson,
    also with .gz or .zst), each a game as for `referee replay`, or a table with a game in each row: Parquet,
    Arrow or CSV. It may be a URL (https://, s3:// and others), or - for standard input.
    After an interruption, run the same command again to continue.

    \b
    Exit codes:
      0    every game was judged, whatever the verdicts
      1    some lines are not game logs; their verdicts say why
      2    not everything could be judged
      130  interrupted

    \b
    Examples:
      referee verify games.jsonl --output verdicts
      referee verify 'archive/2026-*.jsonl.gz' --output verdicts --format parquet
      referee verify 's3://games/2026/*.parquet' --output verdicts
      referee verify /data/games --output /data/verdicts --scheduler tcp://10.0.0.1:8786
      zcat games.jsonl.gz | referee verify - | jq .verdict.valid
    """
    if keep and (shape != "parquet" or verdict):
        raise click.UsageError("--keep needs --format parquet, and cannot be combined with --verdict.")
    if keep and engine_name() != KERNEL:
        raise CannotRun("--keep needs the compiled kernel, which is not in use here.")
    if output is None or DASH in (*archives, str(output)):
        _check_piped(archives, output, others=bool(scheduler or workers or keep or shape == "parquet"))
        _pipe(context, archives, shape, suffix, follow_links, unknown, rename, relative_to, quiet=quiet)
    run = _prepare(
        archives, output, shape, follow_links, unknown, verdict, keep, rename, relative_to, shard_size
    )
    try:
        _judge(run, scheduler, workers or cpus(), watched=not quiet and draws(sys.stderr))
    except KeyboardInterrupt:
        complete = counted(run.kept + run.judged, "shard")
        raise Interrupted(
            f"Interrupted: {complete} complete. Run the same command again to continue."
        ) from None
    if run.ignored_columns and not quiet:
        click.echo(printable(_ignored(run)), err=True)
    if as_json:
        click.echo(orjson.dumps(_report(run)))
    elif not quiet:
        click.echo(_text(run, output))
    if run.failures:
        name, reason = next(iter(run.failures.items()))
        raise CannotRun(f"{counted(len(run.failures), 'shard')} missing or incomplete. {name}: {reason}")
    context.exit(1 if run.summary.of_result(Result.REJECTED) else 0)


def _check_piped(archives: tuple[str, ...], output: Path | None, *, others: bool) -> None:
    if DASH in archives and (len(archives) > 1 or str(output or DASH) != DASH):
        raise click.UsageError("Standard input is the only archive, and its verdicts go to standard output.")
    if output is None and DASH not in archives:
        raise click.UsageError("Missing option '--output'.")
    if others:
        raise click.UsageError(
            "Standard output gets lines from this process alone: without --format parquet, --keep, --workers "
            "and --scheduler."
        )


def _pipe(  # noqa: PLR0913, PLR0917 - an argument for each option
    context: click.Context,
    archives: tuple[str, ...],
    shape: str,
    suffix: str,
    follow_links: bool,
    unknown: str,
    renamed: tuple[tuple[str, str], ...],
    relative_to: Path | None,
    *,
    quiet: bool,
) -> NoReturn:
    """Judge to standard output, print the summary to standard error, and exit."""
    with loading():
        from service.bulk.archives import SourceError  # noqa: PLC0415 - the extra may be missing
        from service.bulk.formats import Format, Unknown  # noqa: PLC0415
        from service.bulk.pipe import judge_to, standard_input  # noqa: PLC0415
        from service.bulk.run import job_of, sources_of  # noqa: PLC0415

    settings = Settings.load()
    try:
        if archives == (DASH,):
            found: list[Archive] = [replace(standard_input(f".{suffix}"), renamed=renamed)]
        else:
            names = sources_of(archives, Path(os.devnull), renamed, relative_to, follow_links=follow_links)
            found = names.archives
        job = job_of(Path(DASH), Format(shape), settings, Unknown(unknown))
        summary = judge_to(sys.stdout.buffer, found, job)
    except SourceError as error:
        raise CannotRun(str(error)) from None
    except OSError as error:
        raise CannotRun(f"Cannot use {error.filename or DASH}: {error.strerror or error}.") from None
    if not quiet:
        click.echo(summary.as_text(), err=True)
    if summary.truncation:
        raise CannotRun(summary.truncation)
    context.exit(1 if summary.of_result(Result.REJECTED) else 0)


def _prepare(  # noqa: PLR0913, PLR0917 - an argument for each option
    archives: tuple[str, ...],
    output: Path,
    shape: str,
    follow_links: bool,
    unknown: str,
    verdict: bool,
    keep: tuple[str, ...],
    renamed: tuple[tuple[str, str], ...],
    relative_to: Path | None,
    shard_size: int,
) -> "Run":
    with loading():
        # Imported here: other commands must work without the extra, and start quickly.
        from service.bulk.archives import SourceError  # noqa: PLC0415
        from service.bulk.formats import Format, Unknown  # noqa: PLC0415
        from service.bulk.run import prepare_run  # noqa: PLC0415

        if shape == Format.PARQUET:
            own = import_module("service.bulk.parquet_output").SCHEMA.names
            if taken := next((name for name in keep if name in own), None):
                raise click.UsageError(f"--keep {taken}: the verdicts have a column of this name.")
    try:
        return prepare_run(
            archives,
            output,
            Format(shape),
            Settings.load(),
            follow_links=follow_links,
            unknown=Unknown(unknown),
            keep=keep,
            renamed=renamed,
            verdicts=verdict or shape != Format.PARQUET,
            relative_to=relative_to,
            partition_bytes=shard_size * 2**20,
        )
    except SourceError as error:
        raise CannotRun(str(error)) from None
    except OSError as error:
        raise CannotRun(f"Cannot use {error.filename or output}: {error.strerror or error}.") from None


def _judge(run: "Run", scheduler: str | None, workers: int, *, watched: bool) -> None:
    from service.bulk.results import ClusterError  # noqa: PLC0415 - loaded already

    try:
        with loading(), ExitStack() as stack:
            run.judge(workers, scheduler, JudgingBar(run, stack) if watched else None)
    except ClusterError as error:
        raise CannotRun(str(error)) from None


def _report(run: "Run") -> dict[str, Any]:
    shards = {"kept": run.kept, "judged": run.judged, "missing": len(run.failures)}
    rejections = [
        {"file": shard.partition.archive.name, **rejection._asdict()}
        for shard, rejection in run.first_rejections
    ]
    return {**run.summary.as_json(), "first_rejected": rejections, "shards": shards}


def _text(run: "Run", output: Path) -> str:
    results = ", ".join(f"{run.summary.of_result(result):,} {result}" for result in REPLAY_RESULTS)
    shards = counted(run.kept + run.judged, "shard")
    kept = f", {run.kept} of them from an earlier run" if run.kept else ""
    games = counted(run.summary.games, "game")
    total = f"{games}: {results}; {shards} in {printable(str(output))}{kept}."
    rejected = [
        printable(f"Rejected: {shard.partition.archive.name}, line {rejection.line}: {rejection.detail}")
        for shard, rejection in run.first_rejections
    ]
    if run.summary.of_result(Result.REJECTED) > len(rejected):
        rejected.append("Rejected: more lines, which the verdicts name.")
    table = [run.summary.as_text(), ""] if run.summary.games else []
    return "\n".join([*table, *rejected, *([""] if rejected else []), total])


def _ignored(run: "Run") -> str:
    from schemas.replay_request import FIELDS  # noqa: PLC0415 - loaded already

    columns = ", ".join(
        f"{column} (in {archive}){did_you_mean(column, FIELDS)}"
        for column, archive in run.ignored_columns.items()
    )
    return f"Ignored columns that are not fields of a request: {columns}"
