"""How many cases of each variant are chosen: most where people play it, few for later ones of its shape.

Two things decide which of them concern a variant. The *demand* for it is
the number of well-known collections that have it (`fixtures/collections.json`). Its *shape* is what an engine
needs for it: the declaration without names, numbers, suits and the layout. Variants of a shape share an
engine's code, so what one of them asks need not be asked again by the next.
"""

import json
from functools import cache
from typing import Any, Final

from conformance import FIXTURES
from conformance.declared import declared
from patience.games import VARIANTS
from patience.rules import Base, Rules

PLAYED: Final = 2
"""Collections that have a game which is asked about most. A game that is this project's own counts, too."""
WIDELY: Final = 3
"""Collections that have a game of which most cases are chosen."""
ASKED: Final = ((22, 8), (86, 34), (96, 88), (180, 150))
"""Cases of a variant that is first in its shape, and of another, by the collections that have it."""

FEW_SEEDS = ("1", "12345678901234567890")

SEEDS = ("1", "31999", "32000", "ms40000", "ms4294967296", "12345678901234567890", "98765432109876543210")
"""A seed of every kind: on each side of each bound, and keys of one, two and three words."""
DIALECT: Final = "pysolfc-"
"""How the name of PySolFC's dialect of one of this project's own games begins."""
NOT_OF_SHAPE: Final = ("layout", "arrange", "packs", "suits", "ranks", "dealt", "dealt_as", "build")
"""What does not matter to the shape; `lift` is the part of a build that needs code of its own."""


def demand(variant: str) -> int:
    """Return how many collections have a variant, but not more than make it one that people play."""
    return min(_collections_with(variant), PLAYED)


@cache
def _collections_with(variant: str) -> int:
    """Return how many collections have a variant: all, if it is this project's own or a dialect of one."""
    collections = json.loads((FIXTURES / "collections.json").read_text("utf-8"))["collections"]
    numbers = set(VARIANTS[variant].pysolfc)
    is_own = not numbers or variant.startswith(DIALECT)
    return sum(is_own or not numbers.isdisjoint(having) for having in collections.values())


def seeds_of(variant: str) -> tuple[str, ...]:
    """Return every kind of seed for what people play and the first variant with a deck, else two."""
    is_first = _first_shuffled()[_deck(VARIANTS[variant].rules)] == variant
    return SEEDS if is_first or demand(variant) == PLAYED else FEW_SEEDS


@cache
def _first_shuffled() -> dict[tuple[object, ...], str]:
    return {_deck(variant.rules): variant.id for variant in reversed([*VARIANTS.values()])}


def _deck(rules: Rules) -> tuple[object, ...]:
    """Return what decides into which deck a seed shuffles the packs, apart from base cards."""
    return rules.packs, rules.suits, rules.ranks, rules.arrange, rules.base is Base.FIRST_RANK


def asks_all_seeds(variant: str) -> bool:
    """Return whether the kit asks this variant about every kind of seed, for all that shuffle such a deck."""
    return seeds_of(variant) == SEEDS


def share(variant: str) -> int:
    """Return how many cases of a variant are chosen at most: fewer where one of its shape comes before it."""
    first, later = ASKED[min(_collections_with(variant), WIDELY)]
    return first if by_shape()[shape(variant)][0] == variant else later


def alike(variant: str) -> list[str]:
    """Return the other variants of the same shape."""
    return [other for other in by_shape()[shape(variant)] if other != variant]


@cache
def by_shape() -> dict[str, list[str]]:
    """Return the variants of each shape, those first that people play."""
    shapes: dict[str, list[str]] = {}
    for variant in sorted(VARIANTS, key=demand, reverse=True):
        shapes.setdefault(shape(variant), []).append(variant)
    return shapes


@cache
def shape(variant: str) -> str:
    """Return what an engine needs for a variant."""
    parts = dict(declared(variant, {}))
    parts["foundations"] = sorted({repr(_kind("", pile)) for pile in parts["foundations"]})
    return repr([(name, _kind(name, value)) for name, value in parts.items() if name not in NOT_OF_SHAPE])


def _kind(name: str, value: Any) -> Any:
    """Return what matters of a value of a declaration; of ranks and piles only whether there are any."""
    if isinstance(value, dict):
        return [(part, _kind(part, each)) for part, each in value.items() if part not in NOT_OF_SHAPE]
    if isinstance(value, bool) or value is None or name == "foundations":
        return value
    if isinstance(value, list):
        return value if name == "actions" else bool(value)
    if isinstance(value, str) and not value.islower():
        return len(value) if len(value) in (0, len("A23456789TJQK")) else "some"
    return value if isinstance(value, str) else "number"
