"""``referee winnable``: finds out which deals can be won, and proves again what a table says."""

import re
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemas.prospect_requests import BUDGET
from service.commands import arguments
from service.commands.errors import CannotRun, loading
from service.commands.progress_bar import Counting
from service.commands.terminal import printable
from service.config import cpus
from service.engine.compiled import CompiledRules
from service.engine.dealing import deal_seed
from service.engine.variant import OptionValue
from service.prospects.evaluation import evaluate
from service.prospects.findings import Prospect
from service.prospects.search_runner import is_available
from service.prospects.winnable_tables import Table, table_of

if TYPE_CHECKING:
    from service.bulk.seed_search import Search

HIGHEST_SEED = 10_000_000

_SEEDS = re.compile(r"([1-9][0-9]{0,7})(?:\.\.([1-9][0-9]{0,7}))?")


class Seeds(click.ParamType[range]):
    """Neighbouring seeds, as 1..32000, or one."""

    name = "seeds"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:  # noqa: ARG002
        """As the help shows it."""
        return "FIRST..LAST"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> range:
        """Such a text as a range."""
        match = _SEEDS.fullmatch(str(value))
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not first <= last <= HIGHEST_SEED:
            self.fail(f"{value!a} is no range of seeds. Expected FIRST..LAST, as in 1..32000.", param, ctx)
        return range(first, last + 1)


@click.command(short_help="Find out which deals can be won.")
@click.argument("variant", callback=arguments.variant_id, shell_complete=arguments.variants_like)
@arguments.rule_options
@click.option("--seeds", type=Seeds(), help="The deals, by number.")
@click.option(
    "--budget", type=arguments.BUDGETS, default=BUDGET, show_default=True, help="Positions to search of each."
)
@click.option(
    "--output", type=click.Path(file_okay=False, path_type=Path), help="Directory for what is found."
)
@click.option("--workers", type=click.IntRange(1), help="Processes on this machine.  [default: one per CPU]")
@click.option("--scheduler", metavar="tcp://…", help="Work on the cluster of this Dask scheduler instead.")
@click.option("--quiet", is_flag=True, help="Show neither progress nor summary.")
@click.option(
    "--prove", type=Seeds(), help="Prove again, as it was proved, what the table here says of these deals."
)
@click.pass_context
def winnable(  # noqa: PLR0913, PLR0917 - an argument for each option
    context: click.Context,
    variant: str,
    rules: dict[str, OptionValue],
    seeds: range | None,
    budget: int,
    output: Path | None,
    workers: int | None,
    scheduler: str | None,
    quiet: bool,
    prove: range | None,
) -> None:
    """Search deals of a VARIANT, each from its beginning, for one that wins.

    What is found is written to a directory, 50 deals to a file of JSON lines; after an interruption, the same
    command goes on. If the seeds begin with 1, it ends by writing the table of them, a bit for each: that is
    what GET /v1/deals/VARIANT?prospect=winnable reads, once it stands in service/prospects/winnable/.

    \b
    Exit codes:
      0  all deals are searched; with --prove: everything is as the table says
      1  with --prove: something is not
      2  not everything could be searched
    \b
    Examples:
      referee winnable double-russian --seeds 1..32000 --output found
      referee winnable rouge-et-noir-hoffmann --rule redeals=1 --seeds 1..1000 --budget 300000 --output found
      referee winnable double-russian --prove 114..117
    """
    tables = arguments.tables(variant, rules)
    if not is_available():
        raise CannotRun("This build has no search.")
    if prove is not None:
        if seeds is not None or output is not None:
            raise click.UsageError("--prove goes without --seeds and --output.")
        context.exit(_prove(tables, prove))
    if seeds is None or output is None:
        raise click.UsageError("--seeds and --output are needed, or --prove.")
    if workers and scheduler:
        raise click.UsageError("--workers is for this machine; a cluster has the workers it has.")
    try:
        search = _search_of(tables, seeds, budget, output)
    except KeyboardInterrupt:
        raise CannotRun("Interrupted before anything was searched.") from None
    table = _run(search, scheduler, workers or cpus(), watched=not quiet and sys.stderr.isatty())
    missing = len(seeds) - len(search.found)
    if missing:
        raise CannotRun(f"{missing} of {len(seeds)} deals are missing. {search.failures[0]}")
    if not quiet:
        click.echo(_text(search, table))


def _text(search: "Search", table: Path | None) -> str:
    counts = ", ".join(f"{search.count(prospect):,} {prospect}" for prospect in Prospect)
    least, most = search.between()
    how = f"{search.CONFIDENCE:.0%} confidence, the undecided counted both ways"
    return "\n".join(
        [
            f"{len(search.found):,} deals: {counts}.",
            f"Of all deals {least:.1%} to {most:.1%} can be won ({how}).",
            printable(f"Their table is {table}.") if table else "No table, since they do not begin with 1.",
        ]
    )


def _search_of(tables: CompiledRules, seeds: range, budget: int, output: Path) -> "Search":
    """What is to be searched, and what is there."""
    with loading():
        # Here, since the command line has to work without the extra, and quickly.
        from service.bulk.seed_search import Quest, Search  # noqa: PLC0415
    search = Search(Quest.of(tables.variant.id, dict(tables.options), budget), seeds, output)
    try:
        search.look()
    except OSError as error:
        raise _unusable(output, error) from None
    return search


def _unusable(output: Path, error: OSError) -> CannotRun:
    return CannotRun(f"{output} cannot be used: {error}.")


def _run(search: "Search", scheduler: str | None, workers: int, *, watched: bool) -> Path | None:
    """Search what is missing; where the table is, if there can be one."""
    from service.bulk.cluster import ClusterError  # noqa: PLC0415
    from service.bulk.seed_search import run  # noqa: PLC0415

    missing = len(search.seeds) - len(search.found)
    try:
        with ExitStack() as stack:
            watch = Counting("Searching", missing, stack).more if watched and missing else _nothing
            run(search, scheduler, workers, watch)
        return search.write_table()
    except ClusterError as error:
        raise CannotRun(str(error)) from None
    except OSError as error:
        raise _unusable(search.output, error) from None
    except KeyboardInterrupt:
        there = f"{len(search.found)} of {len(search.seeds)} deals are searched"
        raise CannotRun(f"Interrupted: {there}; the same command goes on from here.") from None


def _nothing(_: int) -> None:
    pass


def _prove(tables: CompiledRules, seeds: range) -> int:
    """Prove again what the table says of these deals; the exit code."""
    table = table_of(tables)
    if table is None:
        raise CannotRun("There is no table of winnable deals under these rule options here.")
    if seeds.stop - 1 > table.made.of:
        raise CannotRun(f"The table ends with seed {table.made.of}.")
    try:
        return max(_prove_one(tables, table, seed) for seed in seeds)
    except KeyboardInterrupt:
        raise CannotRun("Interrupted before all was proved again.") from None


def _prove_one(tables: CompiledRules, table: Table, seed: int) -> int:
    found = evaluate(deal_seed(tables, str(seed)).position(), table.made.budget)
    finding = found.finding
    agrees = (finding.prospect is Prospect.WINNABLE) == table.is_winnable(seed)
    how = f" in {len(finding.continuation)} moves" if finding.continuation else ""
    note = "" if agrees else "; the table says otherwise"
    click.echo(f"{seed}: {finding.prospect}{how}, {found.positions:,} positions{note}")
    return 0 if agrees else 1
