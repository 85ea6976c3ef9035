"""How many witnesses each variant has: most where people play it, few where others of its shape have them.

The kit has at most 25 000 requests. Two things decide which of them concern a variant. The *demand* for it is
the number of well-known collections that have it (`fixtures/collections.json`). Its *shape* is what an engine
needs for it: the declaration without names, numbers, suits and the layout. Variants of a shape share an
engine's code, so what one of them asks need not be asked again by the next.
"""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from conformance import FIXTURES
from conformance.faults import declared
from patience.games import VARIANTS

PLAYED: Final = 2
"""Collections that have a game which is asked about most. A game that is this project's own counts, too."""
WIDELY: Final = 3
"""Collections that have a game for which most work is done to find positions that hardly arise in play."""
ASKED: Final = ((22, 8), (46, 34), (76, 76), (100, 100))
"""Witnesses of a variant that is first in its shape, and of another, by the collections that have it."""
BRED: Final = ((0, 0), (40, 0), (20, 12), (80, 50))
"""Positions that hardly arise in play, likewise."""
LEAST: Final = (0, 110, 60, 30)
"""What such a position shows at least, by the collections that have the variant."""

DIALECT: Final = "pysolfc-"
"""How the name of PySolFC's dialect of one of this project's own games begins."""
NOT_OF_SHAPE: Final = ("layout", "arrange", "packs", "suits", "ranks", "dealt", "dealt_suits", "build")
"""What does not matter to the shape; `lift` is the part of a build that needs code of its own."""


def demand(variant: str) -> int:
    """Return how many collections have a variant, but not more than make it one that people play."""
    return min(_collections_with(variant), PLAYED)


def is_widely_played(variant: str) -> bool:
    """Return whether many collections have a variant, or it is this project's own."""
    return _collections_with(variant) >= WIDELY


@cache
def _collections_with(variant: str) -> int:
    """Return how many collections have a variant: all, if it is this project's own or a dialect of one."""
    collections = json.loads((FIXTURES / "collections.json").read_text("utf-8"))["collections"]
    numbers = set(VARIANTS[variant].pysolfc)
    is_own = not numbers or variant.startswith(DIALECT)
    return sum(is_own or not numbers.isdisjoint(having) for having in collections.values())


def share(variant: str) -> int:
    """Return how many witnesses a variant has at most."""
    return _by_collections(ASKED, variant)


def share_of_bred(variant: str) -> int:
    """Return how many bred positions a variant has at most."""
    return _by_collections(BRED, variant)


def least_of_bred(variant: str) -> int:
    """Return what a bred position shows at least."""
    return LEAST[min(_collections_with(variant), WIDELY)]


def _by_collections(numbers: Sequence[tuple[int, int]], variant: str) -> int:
    """Return the number of a variant among those for the first of a shape, and for another."""
    first, later = numbers[min(_collections_with(variant), WIDELY)]
    return later if earlier(variant) else first


def earlier(variant: str) -> list[str]:
    """Return the variants of the same shape that choose their witnesses before."""
    same = by_shape()[shape(variant)]
    return same[: same.index(variant)]


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
