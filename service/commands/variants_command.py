"""``referee variants``: lists the games and their rule options."""

from collections.abc import Iterator

import click
import orjson

from schemas.variant_description import variants_json
from service.engine.variant import Option, Variant
from service.engine.variants import VARIANTS


@click.command(short_help="List the games and their rule options.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer of GET /v1/variants.")
def variants(as_json: bool) -> None:
    """List every variant: its id, its title and its rule options, each with the default value first.

    \b
    Exit codes:
      0  the list is printed
    \b
    Examples:
      referee variants
      referee variants --json | jq -r '.variants[].id'
    """
    if as_json:
        click.echo(orjson.dumps(variants_json()))
    else:
        click.echo("\n".join(line for variant in VARIANTS.values() for line in _lines(variant)))


def _lines(variant: Variant) -> Iterator[str]:
    yield f"{variant.id:{max(map(len, VARIANTS))}}  {variant.title}"
    for option in variant.options:
        yield f"    {option.name}={'|'.join(_values(option))}"


def _values(option: Option) -> Iterator[str]:
    yield from option.words
    if option.numbers:
        yield f"{option.numbers.start}…{option.numbers.stop - 1}"
