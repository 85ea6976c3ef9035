"""Arguments and options that several commands take; an invalid one ends the command with exit code 2."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import click

from patience.cards.seeds import SeedError, normalize
from patience.compilation.compiled_rules import CompiledRules, OptionError, tables_for
from patience.formats.dialects import DIALECTS, DialectError, deal_number
from patience.games import VARIANTS
from patience.play.dealing import Deal
from patience.rules.variant import OptionValue
from schemas.rule_options import word_or_number
from schemas.variant_description import suggest_variant
from service.config import variable
from service.judging.house_variants import PREFIX

BUDGETS: Final = click.IntRange(0, 2**32 - 1)
"""Positions to search, a number of 32 bits."""


def variant_id(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    """Return the id of a variant.

    Raises BadParameter, with a suggestion, if the variant does not exist.
    """
    if value in VARIANTS:
        return value
    advice = suggest_variant("-".join(value.lower().replace("_", " ").split())).question()
    own = f"{variable('variants')} names the folder of games of your own." if value.startswith(PREFIX) else ""
    sentences = (f"Unknown variant {value!a}.", advice, "`referee variants` lists all.", own)
    raise click.BadParameter(" ".join(filter(None, sentences)))


def variants_like(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of variants that complete a word in the shell."""
    return [variant for variant in VARIANTS if variant.startswith(incomplete)]


def seed_of(value: str) -> str:
    """Return a seed in its normal form.

    Raises BadParameter if it is not a seed.
    """
    try:
        return normalize(value)
    except SeedError as error:
        raise click.BadParameter(str(error), param_hint="'SEED'") from None


def rules(
    _context: click.Context, _parameter: click.Parameter, values: Sequence[str]
) -> dict[str, OptionValue]:
    """Return rule options by name from texts of the form NAME=VALUE.

    Raises BadParameter for another form and for a repeated name. ``tables`` checks the names.
    """
    pairs = [value.partition("=") for value in values]
    for whole, (name, equals, value) in zip(values, pairs, strict=True):
        if not (name and equals and value):
            raise click.BadParameter(
                f"{whole!a} is not a rule option. Expected NAME=VALUE, such as twos=eight."
            )
    for name, count in Counter(name for name, _, _ in pairs).items():
        if count > 1:
            raise click.BadParameter(f"{name!a} occurs {count} times.")
    return {name: word_or_number(value) for name, _, value in pairs}


rule_options = click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="NAME=VALUE",
    callback=rules,
    help="A rule option of the variant. Repeat for more.",
)


def tables(variant: str, rules: dict[str, OptionValue]) -> CompiledRules:
    """Return the compiled rules of a variant under rule options.

    Raises BadParameter if the variant does not have such an option.
    """
    try:
        return tables_for(variant, rules)
    except OptionError as error:
        raise click.BadParameter(str(error), param_hint="'--rule'") from None


program: Final = click.option(
    "--program",
    type=click.Choice(list(DIALECTS)),
    help="Another program whose numbers the seeds are. Its boards are dealt.",
)
"""The option of commands that also deal numbers of other programs."""


def dealt(tables: CompiledRules, seed: str, program: str | None, hint: str = "'SEED'") -> Deal:
    """Return the deal of a seed, or of a number of another program.

    Raises BadParameter if there is none.
    """
    try:
        return deal_number(program, tables, seed)
    except (DialectError, SeedError) as error:
        raise click.BadParameter(str(error), param_hint=hint) from None
