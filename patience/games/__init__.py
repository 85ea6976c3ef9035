"""The registry: every variant by its id, family by family, each loaded when it is needed."""

from collections.abc import Iterable, Iterator, MutableMapping
from importlib import import_module
from itertools import islice
from threading import RLock
from typing import Final

from patience.rules import DeclarationError
from patience.rules.bounds import tested_declarations
from patience.rules.similar_names import similar_name
from patience.rules.variant import Variant

FAMILIES: Final = (
    "klondike",
    "harp",
    "freecell",
    "spider",
    "yukon",
    "forty_thieves",
    "gypsy",
    "canfield",
    "fan",
    "bakers_dozen",
    "beleaguered_castle",
    "open_games",
    "golf",
    "pyramid",
    "montana",
    "monte_carlo",
    "aces_up",
    "planning",
    "squares",
    "accordion",
    "sultan",
    "napoleon",
    "royal_rendezvous",
    "terrace",
)
"""The modules that declare the games, the most played families first."""


class UnknownVariantError(KeyError):
    """An id that no variant has. Its text, which takes a while to find, suggests a similar one."""

    def __str__(self) -> str:
        (name,) = self.args
        near = similar_name(str(name), VARIANTS)
        meant = f" Did you mean {near}?" if near else ""
        own = str(name).startswith("house-")
        return f"Unknown variant {name!r:.60}.{meant} {_OWN_GAME if own else 'patience.variants lists all.'}"


_SHOWN: Final = 4
"""Ids of a family that a notebook shows."""

_OWN_GAME: Final = "This library does not read the folder of REFEREE_VARIANTS: give the declaration instead."


class Registry(MutableMapping[str, Variant]):
    """Variants by id, in the order of the families. An unknown id raises UnknownVariantError.

    A family is loaded when a game is looked up that no family before it has, so one game costs a fraction of
    what all cost.
    """

    def __init__(self, families: Iterable[str] = ()) -> None:
        self._variants: dict[str, Variant] = {}
        self._families = list(families)
        self._loading = RLock()

    def __getitem__(self, name: str) -> Variant:
        while name not in self._variants:
            if not self._load_family():
                raise UnknownVariantError(name)
        return self._variants[name]

    def __setitem__(self, name: str, variant: Variant) -> None:
        self._load_all()[name] = variant

    def __delitem__(self, name: str) -> None:
        del self._load_all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._load_all())

    def __len__(self) -> int:
        return len(self._load_all())

    def add(self, *variants: Variant) -> None:
        """Add variants. Raises DeclarationError if an id is declared twice."""
        for variant in variants:
            if variant.id in self._variants:
                raise DeclarationError(f"{variant.id} is declared twice.")
            self._variants[variant.id] = variant

    def _load_all(self) -> dict[str, Variant]:
        while self._load_family():
            pass
        return self._variants

    def _load_family(self) -> bool:
        """Load the next family; return False if there is none."""
        if not self._families:
            return False
        with self._loading:
            # None, if another thread has loaded the last one.
            for name in self._families[:1]:
                with tested_declarations():
                    family = import_module(f"{__name__}.{name}")
                self.add(*family.GAMES)
                del self._families[0]
        return True

    def __repr__(self) -> str:
        return f"<{len(self)} variants by id, such as {', '.join(islice(self, 3))}>"

    def _repr_html_(self) -> str:
        """Return a row for each family, as notebooks show it."""
        from html import escape  # noqa: PLC0415 - for notebooks alone

        families: dict[str, list[str]] = {}
        for variant in self.values():
            families.setdefault(variant.family, []).append(variant.id)
        rows = "".join(
            f"<tr><td>{escape(family)}</td><td>{len(ids)}</td><td>{escape(', '.join(ids[:_SHOWN]))}"
            f"{', …' if len(ids) > _SHOWN else ''}</td></tr>"
            for family, ids in families.items()
        )
        return f"<table><tr><th>family</th><th>games</th><th>ids</th></tr>{rows}</table>"


VARIANTS: Final = Registry(FAMILIES)
