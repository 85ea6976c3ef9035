"""A variant: its rules, the options that players have, and the versions that its rules have had."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import Final, NamedTuple

from patience.rules import DeclarationError, Rules, demand
from patience.rules.declaration import from_json, to_json
from patience.rules.scoring_rules import Scoring

OptionValue = str | int
Options = tuple[tuple[str, OptionValue], ...]
"""Option names with their values, every option of the variant, in its order."""

Changes = Mapping[str, object]
"""Fields of a declaration by their dotted path in its JSON (``stock.draw``), each with its new value."""

NUMBER: Final = "<number>"
"""In changes: the whole number that is chosen."""

_NO_NUMBER: Final = "none"
_NUMBERS: Final = re.compile(r"([0-9]{1,4})\.\.([0-9]{1,4})")
_OPENING: Final = (
    r"packs|suits|ranks|layout|base|arrange|reserve(\.piles)?|columns\.number|stock\.drawn_at_start|"
    r"foundations\.\d+\.dealt(_as)?"
)
"""The paths that change what lies where when the game opens."""


@dataclass(frozen=True, eq=False)
class Option:
    """A rule that players may choose."""

    name: str
    meaning: str
    values: Mapping[str, Changes]
    """What each value changes: first the default, nothing. ``0..99`` is any whole number of a range."""

    def __post_init__(self) -> None:
        demand(bool(self.words), f"Option {self.name!r} has no word; the first one is its default.")
        demand(
            next(iter(self.values)) == self.default and not self.values[self.default],
            f"The first value of option {self.name!r} is its default: expected a word that changes nothing.",
        )
        # They appear in names of deals and in queries, as ``name=value``.
        for word in (self.name, *self.words):
            demand(
                word.isascii() and word.isidentifier(),
                f"{word!r} does not name an option or value: expected a word like when_blocked.",
            )
        demand(len(self.values) - len(self.words) <= 1, f"Option {self.name!r} has more than one range.")

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The values that are words, the default first."""
        return tuple(value for value in self.values if not _NUMBERS.fullmatch(value))

    @cached_property
    def numbers(self) -> range:
        """The whole numbers that are values too."""
        for value in self.values:
            if match := _NUMBERS.fullmatch(value):
                return range(int(match[1]), int(match[2]) + 1)
        return range(0)

    @property
    def default(self) -> str:
        """The value that changes nothing."""
        return self.words[0]

    @cached_property
    def changes_layout(self) -> bool:
        """Whether some value lays the cards out otherwise when the game opens."""
        return any(re.fullmatch(_OPENING, path) for changes in self.values.values() for path in changes)

    @property
    def extremes(self) -> tuple[OptionValue, ...]:
        """The words, and the lowest and the highest number."""
        return (*self.words, *dict.fromkeys((*self.numbers[:1], *self.numbers[-1:])))

    def admits(self, value: object) -> bool:
        """Return whether this is one of the option's values."""
        if isinstance(value, str):
            return value in self.words
        return type(value) is int and value in self.numbers

    def settled(self, value: object) -> object:
        """Return a value as it is written: some programs say ``none`` for the number 0."""
        return 0 if value == _NO_NUMBER and not self.admits(value) and self.admits(0) else value

    def changes(self, value: OptionValue) -> dict[str, object]:
        """Return what a value changes, numbers filled in."""
        if isinstance(value, str):
            return dict(self.values[value])
        (changes,) = (self.values[name] for name in self.values if _NUMBERS.fullmatch(name))
        return {path: value if item == NUMBER else item for path, item in changes.items()}


class Edition(NamedTuple):
    """One version of a variant's rules; a version changes when a verdict could."""

    version: str
    affects: str
    """What is judged otherwise than before."""
    note: str
    """How, in a sentence."""
    before: Changes = MappingProxyType({})
    """What a declaration of the version before has in place of this one's."""
    values_before: Mapping[str, Mapping[str, Changes]] = MappingProxyType({})
    """What values of options changed in the version before, by option and value."""
    only_boards: bool = False
    """Whether only boards that no deal leads to are judged otherwise. The version before judges no boards."""


FIRST_EDITION = Edition("1", "everything", "The rules as first published.")


@dataclass(frozen=True, eq=False, repr=False)
class Variant:
    """A game as its rules page describes it, with its options at their defaults."""

    id: str
    title: str
    family: str
    rules: Rules
    pysolfc: tuple[int, ...] = ()
    """PySolFC's numbers of this game, under any of its options."""
    pysolfc_stacks: str = "SWFTR"
    """The order of its stacks in saved games: letters of piles, X for each stack that is not one of them.
    With a number, as in ``F8``, a letter is that many piles of the kind, and the others follow later."""
    siblings: Mapping[int, Mapping[str, OptionValue]] = field(default_factory=dict)
    """The options under which it is PySolFC's game of this number; without an entry, its defaults."""
    names: tuple[str, ...] = ()
    """Other names by which people search for it."""
    sources: tuple[str, ...] = ()
    """Where its rules come from; left out: PySolFC, its first number."""
    section: str = ""
    """Where RULES.md describes it; left out: a section of its own in §9."""
    options: tuple[Option, ...] = ()
    scorings: tuple[Scoring, ...] = ()
    """The scorings by which its games are counted, under some or all of its options."""
    history: tuple[Edition, ...] = (FIRST_EDITION,)
    """Every version of its rules, the first one first."""

    def __post_init__(self) -> None:
        letters = self.id.replace("-", "")
        demand(
            letters.isascii() and letters.isalnum(),
            f"{self.id!r} is not an id: expected one like double-russian.",
        )
        demand(bool(self.history), f"{self.id} has no version of its rules.")
        names = [option.name for option in self.options]
        demand(len(set(names)) == len(names), f"{self.id} has an option twice.")
        offered = [(scoring.name, scoring.only_under) for scoring in self.scorings]
        demand(len(set(offered)) == len(offered), f"{self.id} has a scoring twice.")
        if self.pysolfc and not self.sources:
            object.__setattr__(self, "sources", (f"PySolFC 3.6.1, game {self.pysolfc[0]}",))
        if not self.section:
            object.__setattr__(self, "section", f"RULES §9, {self.title}")
        stacks = "".join(self.stacks)
        demand(
            stacks == self.pysolfc_stacks
            and not re.search("([SWFTR]).*\\1", re.sub("[FTR][0-9]+", "", stacks)),
            f"{self.id} has pysolfc_stacks {self.pysolfc_stacks!r}: expected some of SWFTRX, piles once.",
        )
        demand(set(self.siblings) <= set(self.pysolfc), f"{self.id} has a sibling without its number.")

    def __repr__(self) -> str:
        """Return the id and the title: a whole declaration fills a screen."""
        return f"<Variant {self.id}: {self.title}>"

    @property
    def stacks(self) -> list[str]:
        """The letters of `pysolfc_stacks`, each with its number."""
        return re.findall("[FTR][0-9]*|[SWX]", self.pysolfc_stacks)

    @property
    def rules_version(self) -> str:
        """The version that is judged by."""
        return self.history[-1].version

    def at(self, version: str) -> "Variant":
        """Return this variant as it was in one of the versions of its history.

        Raises KeyError for any other version.
        """
        versions = [edition.version for edition in self.history]
        if version not in versions:
            raise KeyError(version)
        kept = versions.index(version) + 1
        declaration, values = (
            to_json(self.rules),
            {option.name: dict(option.values) for option in self.options},
        )
        for edition in reversed(self.history[kept:]):
            for path, value in edition.before.items():
                _set(declaration, path, value)
            for name, changed in edition.values_before.items():
                values[name] |= changed
        options = tuple(replace(option, values=values[option.name]) for option in self.options)
        return replace(self, rules=from_json(declaration), options=options, history=self.history[:kept])

    def judges_boards_at(self, version: str) -> bool:
        """Return whether a former version, one of the history, judges boards too."""
        kept = [edition.version for edition in self.history].index(version) + 1
        return not any(edition.only_boards for edition in self.history[kept:])

    def under(self, options: Options) -> Rules:
        """Return the rules under these options, those not named at their defaults.

        Raises DeclarationError for a choice that contradicts itself.
        """
        known = {option.name: option for option in self.options}
        changes = [known[name].changes(value) for name, value in options]
        if not any(changes):
            return self.rules
        declaration = to_json(self.rules)
        for path, value in (item for each in changes for item in each.items()):
            _set(declaration, path, value)
        return from_json(declaration)

    def settings(self) -> Iterator[Rules]:
        """Yield the rules under every choice of options, of numbers only the lowest and the highest.

        Raises DeclarationError for a choice that contradicts itself.
        """
        for values in product(*(option.extremes for option in self.options)):
            yield self.under(tuple(zip((option.name for option in self.options), values, strict=True)))


def _set(declaration: dict[str, object], path: str, value: object) -> None:
    """Set a field of a JSON declaration by its dotted path; list items go by number from 0."""
    *parents, last = path.split(".")
    at: object = declaration
    for name in parents:
        if isinstance(at, list):
            at = at[int(name)] if name.isdecimal() and int(name) < len(at) else None
        else:
            at = at.get(name) if isinstance(at, dict) else None
    if not isinstance(at, dict) or last not in at:
        raise DeclarationError(f"{path} cannot be changed: there is no such field.")
    at[last] = value
