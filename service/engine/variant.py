"""A variant: its rules, the options that players have, and the versions that its rules have had."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from service.engine.rules import Rules, demand

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
    """Whether some value lays the cards out otherwise when the game opens."""

    def __post_init__(self) -> None:
        demand(bool(self.words), f"Option {self.name!r} has no word; the first one is its default.")
        demand(len(set(self.words)) == len(self.words), f"Option {self.name!r} has a word twice.")
        # They stand in names of deals and in queries, as ``name=value``.
        for word in (self.name, *self.words):
            demand(
                word.isascii() and word.isidentifier(),
                f"{word!r} is no word for an option: expected one like when_blocked.",
            )
        demand(self.numbers.step == 1, f"Option {self.name!r} takes whole numbers from one to another.")

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

    def __post_init__(self) -> None:
        letters = self.id.replace("-", "")
        demand(
            letters.isascii() and letters.isalnum(),
            f"{self.id!r} is no id: expected one like double-russian.",
        )
        demand(bool(self.history), f"{self.id} has no version of its rules.")
        names = [option.name for option in self.options]
        demand(len(set(names)) == len(names), f"{self.id} has an option twice.")
        for option in self.options:
            values = [option.apply(self.rules, value) for value in (*option.words, *option.numbers)]
            demand(values[0] == self.rules, f"{self.id} is not declared with {option.name} at its default.")
            moved = any(rules.layout != self.rules.layout for rules in values)
            demand(
                moved == option.changes_layout, f"{self.id} has a layout that {option.name} changes or not."
            )

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
