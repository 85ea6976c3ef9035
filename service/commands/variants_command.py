"""``referee variants``: lists the games and their rule options."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from textwrap import wrap
from typing import Final

import click
import orjson

from patience.formats.drawing import WIDTH
from patience.games import VARIANTS
from patience.rules.variant import Option, Variant
from schemas.variant_description import suggest_variant, variants_json
from service.commands.terminal import counted

_INDENT: Final = " " * 6


@click.command()
@click.argument("words", nargs=-1, metavar="[WORD…]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON as GET /v1/variants answers it.")
@click.pass_context
def variants(context: click.Context, words: tuple[str, ...], as_json: bool) -> None:
    """List the variants by family: id, title, packs, PySolFC's game numbers, other names and rule options.

    With WORDs, list only the variants that have all of them in an id, a title, a family, another name,
    a game number or an option. Of each rule option, the default value comes first.

    \b
    Exit codes:
      0  the list is printed
      1  no variant matches

    \b
    Examples:
      referee variants
      referee variants windows
      referee variants forty thieves
      referee variants klondike draw three
      referee variants --json | jq -r '.variants[].id'
    """
    matching = [variant for variant in VARIANTS.values() if _matches(variant, words)]
    if as_json:
        ids = {variant.id for variant in matching}
        listed = [variant for variant in variants_json()["variants"] if variant["id"] in ids]
        click.echo(orjson.dumps({"variants": listed}))
    elif matching:
        click.echo("\n\n".join(_families(matching)))
    else:
        advice = suggest_variant(" ".join(words)).question()
        click.echo(f"No variant matches {' '.join(words)!a}. {advice}".rstrip(), err=True)
    context.exit(0 if matching else 1)


def _matches(variant: Variant, words: Sequence[str]) -> bool:
    numbers = map(str, variant.pysolfc)
    options = (f"{option.name} {word}" for option in variant.options for word in option.words[1:])
    text = "\n".join((variant.id, variant.title, variant.family, *variant.names, *numbers, *options)).lower()
    return all(word.lower() in text for word in words)


def _families(variants: Sequence[Variant]) -> Iterator[str]:
    """Yield a block of lines for each family."""
    family = attrgetter("family")
    for name, members in groupby(sorted(variants, key=family), key=family):
        yield "\n".join(
            [click.style(name, bold=True), *(line for variant in members for line in _lines(variant))]
        )


def _lines(variant: Variant) -> Iterator[str]:
    yield f"  {variant.id:{max(map(len, VARIANTS))}}  {variant.title}"
    facts = [counted(variant.rules.packs, "pack")]
    if variant.pysolfc:
        facts.append(f"PySolFC {', '.join(map(str, variant.pysolfc))}")
    if variant.names:
        facts.append(f"also {', '.join(variant.names)}")
    options = [f"{option.name}={'|'.join(_values(option))}" for option in variant.options]
    for text in ("; ".join(facts), " ".join(options)):
        yield from wrap(
            text, WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT, break_on_hyphens=False
        )


def _values(option: Option) -> Iterator[str]:
    yield from option.words
    if option.numbers:
        yield f"{option.numbers.start}…{option.numbers.stop - 1}"
