"""`referee maintain`: what maintainers of the project run."""

import re
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.games import VARIANTS
from patience.kernel.loader import NO_SEARCH
from patience.rules.variant import OptionValue
from patience.search.difficulty import SAMPLE, Scale, scores
from patience.search.evaluation import evaluate
from patience.search.findings import Prospect
from patience.search.search_runner import is_available
from patience.search.winnable_tables import CONFIDENCE, Table, shipped_tables, table_of
from schemas.prospect_requests import BUDGET
from service.commands import arguments
from service.commands.errors import CannotRun, Interrupted, loading
from service.commands.progress_bar import CountingBar
from service.commands.terminal import draws, printable
from service.commands.work_options import cluster_or_workers
from service.config import cpus

if TYPE_CHECKING:
    from service.bulk.seed_search import SeedSearch

HIGHEST_SEED = 10_000_000

_SEEDS = re.compile(r"(0|[1-9][0-9]{0,7})(?:\.\.(0|[1-9][0-9]{0,7}))?")


class _Files(NamedTuple):
    """Where a search wrote what is made of all its findings."""

    table: Path | None
    atlas: Path | None


class Seeds(click.ParamType[range]):
    """A range of seeds, as 1..32000, or one seed."""

    name = "seeds"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:  # noqa: ARG002
        """Return what the help shows."""
        return "FIRST..LAST"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> range:
        """Return the range that a text describes."""
        match = _SEEDS.fullmatch(str(value))
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not first <= last <= HIGHEST_SEED:
            self.fail(f"{value!a} is not a range of seeds. Expected FIRST..LAST, as in 1..32000.", param, ctx)
        return range(first, last + 1)


@click.group()
def maintain() -> None:
    """Run a task of the project's maintainers."""


@maintain.command(short_help="Find out which deals are winnable.")
@click.argument("variant", callback=arguments.variant_id, shell_complete=arguments.variants_like)
@arguments.rule_options
@click.option("--seeds", type=Seeds(), help="The deals to search.")
@arguments.program
@click.option(
    "--budget",
    type=arguments.BUDGETS,
    default=BUDGET,
    show_default=True,
    help="Positions to search per deal.",
)
@click.option(
    "--output", type=click.Path(file_okay=False, path_type=Path), help="Directory for the findings."
)
@cluster_or_workers
@click.option("--atlas", is_flag=True, help="Write a Parquet file of the findings and a summary, too.")
@click.option("--quiet", is_flag=True, help="Print neither progress nor summary.")
@click.option("--prove", type=Seeds(), help="Prove again what the shipped table says of these deals.")
@click.pass_context
def winnable(  # noqa: PLR0913, PLR0917 - an argument for each option
    context: click.Context,
    variant: str,
    rules: dict[str, OptionValue],
    seeds: range | None,
    program: str | None,
    budget: int,
    output: Path | None,
    workers: int | None,
    scheduler: str | None,
    atlas: bool,
    quiet: bool,
    prove: range | None,
) -> None:
    """Search deals of a VARIANT, from the opening position, for a winning line.

    The findings are written to a directory, 50 deals to a file of JSON lines. After an interruption, run the
    same command again to continue. With a larger budget, only the undecided deals are searched again. If the
    seeds begin with 1, the last file is their table, one bit per deal.
    GET /v1/deals/VARIANT?prospect=winnable reads the tables in patience/search/winnable/.

    Programs of other authors number their deals in other ways. With --program, the seeds are such numbers:
    the deals of Microsoft's FreeCell, say, or those of a paper's solver. Their findings have no table.

    --atlas is for many deals: 1000 to a file, without the explanations of static proofs. At the end, the
    findings become a Parquet file with a row for each deal, and its summary is written beside it as JSON.

    \b
    Exit codes:
      0    every deal was searched; with --prove: the table is right
      1    with --prove: the table is wrong
      2    not every deal could be searched
      130  interrupted

    \b
    Examples:
      referee maintain winnable double-russian --seeds 1..32000 --output findings
      referee maintain winnable rouge-et-noir-hoffmann --rule redeals=1 --seeds 1..1000 --output findings
      referee maintain winnable klondike --seeds 1..1000000 --budget 3000000 --atlas --output atlas
      referee maintain winnable freecell --program microsoft-freecell --seeds 1..32000 --output findings
      referee maintain winnable double-russian --prove 114..117
    """
    tables = arguments.tables(variant, rules)
    if not is_available():
        raise CannotRun(NO_SEARCH)
    if prove is not None:
        if seeds is not None or output is not None:
            raise click.UsageError("--prove cannot be combined with --seeds or --output.")
        context.exit(_prove(tables, prove))
    if seeds is None or output is None:
        raise click.UsageError("--seeds and --output are required, or --prove.")
    for seed in (seeds[0], seeds[-1]):
        arguments.dealt(tables, str(seed), program, "'--seeds'")
    search = _load(tables, seeds, program or "", budget, output, is_atlas=atlas)
    files = _run(search, scheduler, workers or cpus(), watched=not quiet and draws(sys.stderr))
    missing = len(seeds) - search.counts.total()
    if missing:
        raise CannotRun(f"{missing} of {len(seeds)} deals are missing. {search.failures[0]}")
    if not quiet:
        click.echo(_text(search, files))


@maintain.command(short_help="Check findings of others and keep them.")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Directory for the findings.",
)
@click.option(
    "--dead",
    type=click.IntRange(0),
    default=5,
    show_default=True,
    help="Deals per file to search again of those that it calls dead.",
)
@click.pass_context
def accept(context: click.Context, files: tuple[Path, ...], output: Path, dead: int) -> None:
    """Check FILES of findings that others made with `referee maintain winnable`, and copy what holds.

    Every deal that a file calls winnable is searched again, and its line is replayed. Some of the deals that
    it calls dead are searched again, too. A file with a wrong finding is not copied. `referee maintain
    winnable` with the same --output continues from the copies.

    \b
    Exit codes:
      0  every file holds
      1  a file is damaged, of another version or wrong
      2  a file or the directory cannot be used

    \b
    Examples:
      referee maintain accept received/*.jsonl --output findings
    """
    if not is_available():
        raise CannotRun(NO_SEARCH)
    context.exit(max(_accept(path, output, dead) for path in files))


def _accept(path: Path, output: Path, dead: int) -> int:
    """Check a file and copy it; return the exit code."""
    with loading():
        from service.bulk.seed_search import SeedBlock, UnusableFindingsError  # noqa: PLC0415 - see _load
    try:
        block = SeedBlock.at(path)
        block.check(dead)
        note = "accepted" if block.accept(output) else "holds, but the directory has it already"
    except UnusableFindingsError as error:
        click.echo(printable(f"{path}: refused. {error}"))
        return 1
    except OSError as error:
        raise _unusable(output, error) from None
    click.echo(printable(f"{path}: {note}"))
    return 0


@maintain.command(short_help="Grade the difficulty of deals.")
@click.argument("variants", nargs=-1, shell_complete=arguments.variants_like)
def difficulty(variants: tuple[str, ...]) -> None:
    """Grade deals of VARIANTS, by default of all, and print a line of JSON for each game.

    A game is a variant under its default options, or under options that have a table of winnable deals. The
    seeds from 1 to 1000 are graded, or to the end of the table. GET /v1/deals/VARIANT/SEED?include=difficulty
    reads the lines in patience/search/difficulty.jsonl.

    \b
    Exit codes:
      0  the deals are graded
      2  a variant does not exist, or this build has no search

    \b
    Examples:
      referee maintain difficulty > patience/search/difficulty.jsonl
      referee maintain difficulty klondike freecell
    """
    if not is_available():
        raise CannotRun(NO_SEARCH)
    context = click.get_current_context()
    parameter = context.command.params[0]
    for variant in [arguments.variant_id(context, parameter, name) for name in variants] or VARIANTS:
        games = {tables_for(variant): SAMPLE}
        for table in shipped_tables():
            if table.made.variant == variant:
                games[tables_for(variant, table.made.rules)] = max(SAMPLE, table.made.of)
        for tables, deals in games.items():
            click.echo(Scale.of(tables, list(scores(tables, range(1, deals + 1)))).line(), nl=False)


def _text(search: "SeedSearch", files: _Files) -> str:
    counts = ", ".join(f"{search.counts[prospect]:,} {prospect}" for prospect in Prospect)
    lower, upper = search.info().share
    method = f"{CONFIDENCE:.0%} confidence, undecided deals counted both ways"
    return "\n".join(
        [
            f"{search.counts.total():,} deals: {counts}.",
            f"{lower:.1%} to {upper:.1%} of all deals are winnable ({method}).",
            printable(f"Table: {files.table}.")
            if files.table
            else "No table, since the seeds are numbers of another program."
            if search.job.program
            else "No table, since the seeds do not begin with 1.",
            *([printable(f"Atlas: {files.atlas}.")] if files.atlas else []),
        ]
    )


def _load(  # noqa: PLR0913 - a search has as many parts
    tables: CompiledRules, seeds: range, program: str, budget: int, output: Path, *, is_atlas: bool
) -> "SeedSearch":
    with loading():
        # Imported here: other commands must work without the extra, and start quickly.
        from service.bulk.seed_search import SearchJob, SeedSearch  # noqa: PLC0415
    job = SearchJob.of(tables.variant.id, dict(tables.options), budget, program)
    search = SeedSearch(job, seeds, output, is_atlas)
    try:
        search.load()
    except OSError as error:
        raise _unusable(output, error) from None
    return search


def _unusable(output: Path, error: OSError) -> CannotRun:
    return CannotRun(f"{output} cannot be used: {error}.")


def _run(search: "SeedSearch", scheduler: str | None, workers: int, *, watched: bool) -> _Files:
    """Search the missing deals; return the paths of what is made of all."""
    from service.bulk.results import ClusterError  # noqa: PLC0415 - loaded already

    missing = len(search.seeds) - search.counts.total()
    try:
        with loading(), ExitStack() as stack:
            bar = CountingBar("Searching", missing, stack) if watched and missing else None
            search.run(workers, scheduler, bar.add if bar else lambda _: None)
            complete = search.is_atlas and search.counts.total() == len(search.seeds)
            return _Files(search.write_table(), _write_atlas(search) if complete else None)
    except ClusterError as error:
        raise CannotRun(str(error)) from None
    except OSError as error:
        raise _unusable(search.output, error) from None
    except KeyboardInterrupt:
        done = f"{search.counts.total()} of {len(search.seeds)} deals searched"
        raise Interrupted(f"Interrupted: {done}. Run the same command again to continue.") from None


def _write_atlas(search: "SeedSearch") -> Path:
    from service.bulk.atlas import write_atlas  # noqa: PLC0415 - Arrow is large

    return write_atlas(search)


def _prove(tables: CompiledRules, seeds: range) -> int:
    """Prove again what the table says of these deals; return the exit code."""
    table = table_of(tables)
    if table is None:
        raise CannotRun("No table of winnable deals is shipped for these rule options.")
    if seeds.stop - 1 > table.made.of:
        raise CannotRun(f"The table ends with seed {table.made.of}.")
    return max(_prove_deal(tables, table, seed) for seed in seeds)


def _prove_deal(tables: CompiledRules, table: Table, seed: int) -> int:
    dealt = arguments.dealt(tables, str(seed), None, "'--prove'")
    searched = evaluate(dealt.position(), table.made.budget)
    finding = searched.finding
    agrees = (finding.prospect is Prospect.WINNABLE) == table.is_winnable(seed)
    length = f" in {len(finding.continuation)} moves" if finding.continuation else ""
    note = "" if agrees else "; the table says otherwise"
    click.echo(f"{seed}: {finding.prospect}{length}, {searched.positions:,} positions{note}")
    return 0 if agrees else 1
