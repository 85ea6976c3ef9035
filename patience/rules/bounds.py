"""What a field of a declaration may be: types with bounds, written once.

The bounds are annotations of the dataclasses' types. ``Part`` checks them whenever a declaration is made.
The JSON reader, the JSON Schema and, through it, the JavaScript engine and its types are derived from the
same annotations and from the fields' docstrings, which are the schema's descriptions."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from types import UnionType
from typing import Annotated, Final, NamedTuple, Union, get_args, get_origin, get_type_hints

from patience.cards import RANKS, SUITS
from patience.cards.notation import NUMBER


class DeclarationError(ValueError):
    """A declaration that contradicts itself or that no engine judges."""


class OutOfBoundsError(DeclarationError):
    """A field outside its bounds; ``fault`` begins with the field's name, and the message with its part's."""

    def __init__(self, part: str, fault: str) -> None:
        super().__init__(f"{part}.{fault}")
        self.fault = fault


def demand(condition: bool, otherwise: str) -> None:
    """Raise DeclarationError unless the condition holds."""
    if not condition:
        raise DeclarationError(otherwise)


class Whole(NamedTuple):
    """A whole number from ``lowest`` to ``highest``, or without upper limit."""

    lowest: int
    highest: int | None = None

    def admits(self, value: object) -> bool:
        """Return whether a whole number is in the range."""
        highest = self.highest
        return isinstance(value, int) and self.lowest <= value and (highest is None or value <= highest)

    def __str__(self) -> str:
        upper = "on" if self.highest is None else f"to {self.highest}"
        return f"expected a whole number from {self.lowest} {upper}"


class Text(NamedTuple):
    """A text that a pattern matches in full; ``meaning`` says what it is."""

    pattern: str
    meaning: str

    def admits(self, value: object) -> bool:
        """Return whether a text is one."""
        return isinstance(value, str) and re.fullmatch(self.pattern, value) is not None

    def __str__(self) -> str:
        return f"expected {self.meaning}"


class Items(NamedTuple):
    """A list with bounds on its length, or of items that differ, or one of a few lists."""

    least: int = 0
    most: int | None = None
    distinct: bool = False
    choices: tuple[tuple[str, ...], ...] = ()

    def admits(self, value: object) -> bool:
        """Return whether a tuple is one."""
        if not isinstance(value, tuple):
            return False
        few = len(value) >= self.least and (self.most is None or len(value) <= self.most)
        distinct = not self.distinct or len(set(value)) == len(value)
        return few and distinct and (not self.choices or value in self.choices)

    def __str__(self) -> str:
        if self.choices:
            return f"expected one of {', '.join(' and '.join(choice) or 'none' for choice in self.choices)}"
        return "expected no item twice" if self.distinct else f"expected {self.least} to {self.most}"


class PileNames(NamedTuple):
    """Names of piles, which JSON writes in short: ``T7-T1 R1``."""

    least: int = 1


Ranks = Annotated[str, Text(rf"(?!.*(.).*\1)[{RANKS}]*", f"some ranks of {RANKS}, each at most once")]
MarkedRanks = Annotated[
    str,
    Text(
        rf"(?!.*(.).*\1)([{RANKS}]+\*?)?", f"some ranks of {RANKS}, each at most once, or a few of them and *"
    ),
]
CardLetters = Annotated[
    str,
    Text(
        rf"(?!.*(.).*\1)[{RANKS}{SUITS}]*", f"some ranks of {RANKS} and suits of {SUITS}, each at most once"
    ),
]
RankOrder = Annotated[str, Text(rf"[{RANKS}]{{0,52}}", f"at most 52 ranks of {RANKS}, in order")]
Suits = Annotated[str, Text(rf"(?!.*(.).*\1)[{SUITS}]+", f"some suits of {SUITS}, each at most once")]
FoundationName = Annotated[str, Text(f"F{NUMBER}", "a foundation such as F1")]
WinningPile = Annotated[
    str, Text(f"S|[TR]({NUMBER})?|F{NUMBER}", "a foundation such as F1, or S, T, R or a pile such as R1")
]
Supply = Annotated[str, Text(f"W|S|R{NUMBER}", "W, S or a reserve pile such as R1")]
Supplies = Annotated[tuple[Supply, ...], Items(distinct=True)]
Fills = Annotated[tuple[Supply, ...], Items(0, 99)]
Giver = Annotated[str, Text(f"[WS]|[TFR]({NUMBER})?", "W, S, T, F, R or a pile such as R1")]
Givers = Annotated[tuple[Giver, ...], Items(distinct=True)]
RankedGiver = Annotated[
    str,
    Text(
        rf"([WS]|[TFR]({NUMBER})?)(:[{RANKS}]+)?",
        "W, S, T, F, R or a pile such as R1, perhaps with ranks, as in T:AQ",
    ),
]
Waiter = Annotated[
    str,
    Text(
        f"[WS]|[TFR]({NUMBER})?|[FR]{NUMBER}:F{NUMBER}( F{NUMBER})*",
        "W, S, T, F, R or a pile such as R1, perhaps with foundations, as in R1:F3 F4",
    ),
]
Waiters = Annotated[tuple[Waiter, ...], Items(distinct=True)]
RankedGivers = Annotated[tuple[RankedGiver, ...], Items(distinct=True)]
Number = Annotated[int, Whole(1, 99)]
MOST_COLUMNS: Final = 128
Covers = tuple[Annotated[tuple[str, ...], PileNames(least=0)], ...]


def check_covers(names: Sequence[str], covered_by: Covers, *, by_columns: bool = False) -> None:
    """Check the piles that lie on each of these piles, if any do; columns can lie on piles of other kinds."""
    if not covered_by:
        return
    demand(len(covered_by) == len(names), f"covered_by has an entry for each of {len(names)} piles, or none.")
    for name, covers in zip(names, covered_by, strict=True):
        for cover in covers:
            known = cover in names or (by_columns and cover[0] == "T")
            demand(known, f"{name} is covered by {cover}, which cannot lie on it.")
    free = {cover for covers in covered_by for cover in covers if cover not in names}
    for _ in names:
        free |= {name for name, covers in zip(names, covered_by, strict=True) if free.issuperset(covers)}
    demand(free.issuperset(names), "Piles cover each other in a circle.")


are_tested: Final[ContextVar[bool]] = ContextVar("are_tested", default=False)
"""Whether the declarations that are made need no checks."""


@contextmanager
def tested_declarations() -> Iterator[None]:
    """Do not check the declarations that are made meanwhile: those of this package, which its tests check.

    Checking them takes ten times as long as loading them, at each start of each process.
    """
    former = are_tested.set(True)
    try:
        yield
    finally:
        are_tested.reset(former)


NOT_DECLARED: Final = {"declared": False}
"""The metadata of a field that is not part of the declaration."""


class Part:
    """A part of a declaration: a frozen dataclass whose annotated bounds hold."""

    def __post_init__(self) -> None:
        if not are_tested.get():
            self.check()

    def check(self) -> None:
        """Check every bounded field; a subclass that checks more calls this first."""
        for name, bounds, items in bounded_fields(type(self)):  # type: ignore[arg-type]
            value = getattr(self, name)
            if bounds and value is not None and not bounds.admits(value):
                counts = isinstance(bounds, Items) and bounds.most is not None
                found = f"{len(value)} items" if counts else quote(value)
                raise OutOfBoundsError(type(self).__name__, f"{name} is {found}: {bounds}.")
            for item in value or () if items else ():
                if items and not items.admits(item):
                    raise OutOfBoundsError(type(self).__name__, f"{name} has {quote(item)}: {items}.")


Bounds = Whole | Text | Items


@cache
def bounded_fields(part: type) -> tuple[tuple[str, Bounds | None, Bounds | None], ...]:
    """Return the fields of a part that have bounds, with those of the value and those of its items."""
    found = []
    for name, hint in get_type_hints(part, include_extras=True).items():
        bounds, items = _bounds(hint)
        if bounds or items:
            found.append((name, bounds, items))
    return tuple(found)


def _bounds(hint: object) -> tuple[Bounds | None, Bounds | None]:
    """Return the bounds that an annotated type sets for a value, and for the items of a tuple."""
    kind, choices = get_origin(hint), get_args(hint)
    if kind in (Union, UnionType):
        return next((found for found in map(_bounds, choices) if found != (None, None)), (None, None))
    if kind is tuple:
        return None, _bounds(choices[0])[0]
    if kind is not Annotated:
        return None, None
    hint, *notes = choices
    return next((note for note in notes if isinstance(note, Bounds)), None), _bounds(hint)[1]


def quote(value: object) -> str:
    """Return a value as an error shows it, cut short."""
    return f"{value!r:.40}"
