"""``referee verify``: judges archives of games, on this machine or on a Dask cluster."""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import orjson

from service.commands.errors import CannotRun, loading
from service.commands.progress_bar import Judging, Preparation
from service.commands.terminal import printable
from service.config import Settings
from service.judging.judge import REPLAY_RESULTS, Result

if TYPE_CHECKING:
    from service.bulk.run import Work

FORMATS = ("jsonl", "jsonl.gz", "jsonl.zst", "parquet")


@click.command(short_help="Judge whole archives of games.")
@click.argument("archives", nargs=-1, required=True, metavar="ARCHIVE…")
@click.option(
    "--output",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Directory for the verdicts; made if it is not there.",
)
@click.option(
    "--format",
    "shape",
    type=click.Choice(FORMATS),
    default="jsonl",
    show_default=True,
    help="Of the verdicts.",
)
@click.option("--workers", type=click.IntRange(1), help="Processes on this machine.  [default: one per CPU]")
@click.option("--scheduler", metavar="tcp://…", help="Work on the cluster of this Dask scheduler instead.")
@click.option("--quiet", is_flag=True, help="Show neither progress nor summary.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON object.")
@click.pass_context
def verify(  # noqa: PLR0913, PLR0917 - an argument for each option
    context: click.Context,
    archives: tuple[str, ...],
    output: Path,
    shape: str,
    workers: int | None,
    scheduler: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Judge all games of the ARCHIVEs and write the verdicts to a directory.

    An ARCHIVE is a file, a pattern, or a directory with all below it: JSON lines (.jsonl, .ndjson; .gz and
    .zst too), each a replay request, or Parquet. It may be a URL (https://, s3:// and others). After an
    interruption, the same command goes on.

    \b
    Exit codes:
      0  all games are judged, whatever the verdicts
      1  some are no game logs and were rejected; the verdicts say why
      2  not everything could be judged
    \b
    Examples:
      referee verify games.jsonl --output verdicts
      referee verify 'archive/2026-*.jsonl.gz' --output verdicts --format parquet
      referee verify 's3://games/2026/*.parquet' --output verdicts
      referee verify /data/games --output /data/verdicts --scheduler tcp://10.0.0.1:8786
    """
    if workers and scheduler:
        raise click.UsageError("--workers is for this machine; a cluster has the workers it has.")
    watched = not quiet and sys.stderr.isatty()
    try:
        work = _prepared(archives, output, shape, watched=watched)
    except KeyboardInterrupt:
        raise CannotRun("Interrupted before anything was judged.") from None
    try:
        _judge(work, scheduler, workers, watched=watched)
    except KeyboardInterrupt:
        there = f"{work.kept + work.judged} of {len(work.shards)} shards are there"
        raise CannotRun(f"Interrupted: {there}; the same command goes on from here.") from None
    if as_json:
        click.echo(orjson.dumps(_report(work)))
    elif not quiet:
        click.echo(_text(work, output))
    if work.failures:
        name, why = next(iter(work.failures.items()))
        missing = len(work.failures)
        verb = "is" if missing == 1 else "are"
        raise CannotRun(f"{missing} of {_shards(len(work.shards))} {verb} missing. {name}: {why}")
    context.exit(1 if work.summary.of_result(Result.REJECTED) else 0)


def _prepared(archives: tuple[str, ...], output: Path, shape: str, *, watched: bool) -> "Work":
    with loading():
        # Here, since the command line has to work without the extra, and quickly.
        from service.bulk.archives import SourceError  # noqa: PLC0415
        from service.bulk.formats import Format  # noqa: PLC0415
        from service.bulk.run import prepare_work, silent  # noqa: PLC0415
    try:
        with ExitStack() as stack:
            told = Preparation(stack) if watched else silent
            return prepare_work(archives, output, Format(shape), Settings.load(), told)
    except SourceError as error:
        raise CannotRun(str(error)) from None
    except OSError as error:
        raise CannotRun(f"{error}.") from None


def _judge(work: "Work", scheduler: str | None, workers: int | None, *, watched: bool) -> None:
    with loading():
        from service.bulk.cluster import ClusterError, judge  # noqa: PLC0415
    try:
        with ExitStack() as stack:
            judge(work, scheduler, workers, Judging(work, stack) if watched and work.missing else None)
    except ClusterError as error:
        raise CannotRun(str(error)) from None


def _report(work: "Work") -> dict[str, Any]:
    shards = {"kept": work.kept, "judged": work.judged, "missing": len(work.failures)}
    rejections = [
        {"file": shard.partition.archive.name, **rejection._asdict()}
        for shard, rejection in work.first_rejections
    ]
    return {**work.summary.as_json(), "first_rejected": rejections, "shards": shards}


def _text(work: "Work", output: Path) -> str:
    results = ", ".join(f"{work.summary.of_result(result):,} {result}" for result in REPLAY_RESULTS)
    there = work.kept + work.judged
    kept = f", {work.kept} kept from before" if work.kept else ""
    total = f"{work.summary.games:,} games: {results}; {_shards(there)} in {printable(str(output))}{kept}."
    rejected = [
        printable(f"Rejected: {shard.partition.archive.name}, line {rejection.line}: {rejection.detail}")
        for shard, rejection in work.first_rejections
    ]
    if work.summary.of_result(Result.REJECTED) > len(rejected):
        rejected.append("Rejected: more, which the verdicts name.")
    table = [work.summary.as_text(), ""] if work.summary.games else []
    return "\n".join([*table, *rejected, *([""] if rejected else []), total])


def _shards(number: int) -> str:
    return f"{number} shard{'' if number == 1 else 's'}"
