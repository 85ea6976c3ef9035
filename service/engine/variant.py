"""A variant: its rules, the options that players have, and the versions that its rules have had."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from service.engine.rules import Rules

OptionValue = str | int
Options = tuple[tuple[str, OptionValue], ...]
"""Option names with their values, every option of the variant, in its order."""


@dataclass(frozen=True)
class Option:
    """A rule that players may choose."""

    name: str
    meaning: str
    words: tuple[str, ...]
    """The values that are words, the default first."""
    apply: Callable[[Rules, OptionValue], Rules]
    numbers: range = range(0)
    """The whole numbers that are values too."""
    changes_layout: bool = False

    @property
    def default(self) -> str:
        return self.words[0]

    def admits(self, value: object) -> bool:
        """Whether this is one of the option's values."""
        if isinstance(value, str):
            return value in self.words
        return type(value) is int and value in self.numbers


@dataclass(frozen=True)
class Edition:
    """One version of a variant's rules; a version changes when a verdict could."""

    version: str
    affects: str
    """What is judged otherwise than before."""
    note: str
    """How, in a sentence."""


FIRST_EDITION = Edition("1", "everything", "The rules as first published.")


@dataclass(frozen=True)
class Variant:
    """A game as its rules page tells it, with its options at their defaults."""

    id: str
    title: str
    sources: tuple[str, ...]
    section: str
    """Where RULES.md describes it."""
    rules: Rules
    options: tuple[Option, ...] = ()
    history: tuple[Edition, ...] = (FIRST_EDITION,)
    """Every version of its rules, the first one first."""

    @property
    def rules_version(self) -> str:
        """The version that is judged by."""
        return self.history[-1].version

    def settings(self) -> Iterator[Rules]:
        """The rules under every choice of options.

        Raises DeclarationError for a choice that contradicts itself.
        """
        for values in product(*((*option.words, *option.numbers) for option in self.options)):
            rules = self.rules
            for option, value in zip(self.options, values, strict=True):
                rules = option.apply(rules, value)
            yield rules
