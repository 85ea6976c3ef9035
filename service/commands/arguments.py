"""Reads arguments that several commands take; a bad one is refused in its own terms, exit code 2."""

from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

import click

from schemas.rule_options import word_or_number
from service.engine.compiled import CompiledRules, OptionError, tables_for
from service.engine.seeds import SeedError, normalize
from service.engine.variant import OptionValue
from service.engine.variants import VARIANTS

BUDGETS: Final = click.IntRange(0, 2**32 - 1)
"""Positions to search, which the search counts in 32 bits."""


def variant_id(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    """The id of a variant.

    Raises BadParameter, with the ids that look like it, if there is no such variant.
    """
    if value in VARIANTS:
        return value
    close = get_close_matches("-".join(value.lower().replace("_", " ").split()), VARIANTS, cutoff=0.5)
    advice = f"Did you mean {' or '.join(close)}?" if close else f"Expected one of {', '.join(VARIANTS)}."
    raise click.BadParameter(f"{value!a} is no variant. {advice}")


def variants_like(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """The variants that a shell offers for what is typed so far."""
    return [variant for variant in VARIANTS if variant.startswith(begun)]


def seed(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    """A seed, normalised.

    Raises BadParameter if it is none.
    """
    try:
        return normalize(value)
    except SeedError as error:
        raise click.BadParameter(str(error)) from None


def rules(
    _context: click.Context, _parameter: click.Parameter, values: Sequence[str]
) -> dict[str, OptionValue]:
    """Rule options by name, from as many NAME=VALUE.

    Raises BadParameter if one is not of that form or given twice; whether it exists depends on the variant.
    """
    pairs = [value.partition("=") for value in values]
    for whole, (name, equals, value) in zip(values, pairs, strict=True):
        if not (name and equals and value):
            raise click.BadParameter(f"{whole!a} is no rule option. Expected NAME=VALUE, as in twos=eight.")
    for name, times in Counter(name for name, _, _ in pairs).items():
        if times > 1:
            raise click.BadParameter(f"{name!a} is given {times} times.")
    return {name: word_or_number(value) for name, _, value in pairs}


rule_options = click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="NAME=VALUE",
    callback=rules,
    help="A rule option of the variant; may be given several times.",
)


def tables(variant: str, rules: dict[str, OptionValue]) -> CompiledRules:
    """The tables of a variant under rule options.

    Raises BadParameter if it has no such option.
    """
    try:
        return tables_for(variant, rules)
    except OptionError as error:
        raise click.BadParameter(str(error), param_hint="'--rule'") from None
