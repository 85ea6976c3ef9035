"""``referee declare``: explains a declaration of a game, and what is wrong with it."""

from collections.abc import Iterator
from pathlib import Path

import click

from patience.compilation.compiled_rules import CompiledRules, compile_tables
from patience.compilation.descriptions import describe_alike
from patience.kernel.loader import fits_kernel
from patience.rules import DeclarationError
from patience.search.proofs import CONCEPTS
from patience.search.search_runner import is_declined
from service.commands.input_files import read
from service.commands.terminal import Entry, counted, printable, report
from service.judging.house_variants import MOST_BYTES, read_variant


@click.group()
def declare() -> None:
    """Check declarations of games of your own, which REFEREE_VARIANTS serves."""


@declare.command(short_help="Explain a declaration, and what is wrong with it.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.pass_context
def check(context: click.Context, file: str) -> None:
    """Explain the game that FILE declares: its piles, what they take and give, and who judges it.

    FILE is JSON with id, title and declaration, as in the folder of REFEREE_VARIANTS.

    \b
    Exit codes:
      0  the declaration is accepted
      1  it is not: the reason is printed
      2  FILE cannot be read

    \b
    Examples:
      referee declare check house-rules/house-klondike.json
      cat my-game.json | referee declare check -
    """
    text = read(file, MOST_BYTES)
    try:
        tables = compile_tables(read_variant(text), ())
    except DeclarationError as error:
        click.echo(printable(f"{Path(file).name}: {error}"), err=True)
        context.exit(1)
    click.echo(report(list(_entries(tables))))


def _entries(tables: CompiledRules) -> Iterator[Entry]:
    variant = tables.variant
    yield Entry("Game", f"{variant.title} ({variant.id}), version {variant.rules_version}")
    yield Entry(
        "Cards",
        f"{tables.cards} in {counted(tables.rules.packs, 'pack')}, {counted(len(tables.names), 'pile')}",
    )
    for piles, takes, gives in describe_alike(tables):
        yield Entry(piles, f"takes: {takes}; gives: {gives}")
    if variant.scorings:
        yield Entry("Scorings", ", ".join(scoring.name for scoring in variant.scorings))
    yield Entry("Judged by", "the kernel" if fits_kernel(tables) else "the readable engine, which is slower")
    unproved = sorted(tables.concepts - CONCEPTS)
    yield Entry("Proofs", f"none: they do not cover {', '.join(unproved)}" if unproved else "yes")
    yield Entry("Search", "none: it does not know these rules" if is_declined(tables) else "yes")
