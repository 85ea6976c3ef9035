"""The registry: every variant by its id, family by family."""

from html import escape
from itertools import islice
from typing import Final

from patience.rules import DeclarationError
from patience.rules.bounds import tested_declarations
from patience.rules.similar_names import similar_name
from patience.rules.variant import Variant

with tested_declarations():
    from patience.games import (
        aces_up,
        bakers_dozen,
        beleaguered_castle,
        canfield,
        fan,
        forty_thieves,
        freecell,
        golf,
        gypsy,
        harp,
        klondike,
        montana,
        monte_carlo,
        napoleon,
        open_games,
        planning,
        pyramid,
        royal_rendezvous,
        spider,
        sultan,
        terrace,
        yukon,
    )


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


class Registry(dict[str, Variant]):
    """Variants by id. An unknown id raises UnknownVariantError."""

    def __missing__(self, name: str) -> Variant:
        raise UnknownVariantError(name)

    def __repr__(self) -> str:
        return f"<{len(self)} variants by id, such as {', '.join(islice(self, 3))}>"

    def _repr_html_(self) -> str:
        """Return a row for each family, as notebooks show it."""
        families: dict[str, list[str]] = {}
        for variant in self.values():
            families.setdefault(variant.family, []).append(variant.id)
        rows = "".join(
            f"<tr><td>{escape(family)}</td><td>{len(ids)}</td><td>{escape(', '.join(ids[:_SHOWN]))}"
            f"{', …' if len(ids) > _SHOWN else ''}</td></tr>"
            for family, ids in families.items()
        )
        return f"<table><tr><th>family</th><th>games</th><th>ids</th></tr>{rows}</table>"


def register(*variants: Variant) -> Registry:
    """Return the variants by id.

    Raises DeclarationError if an id is declared twice.
    """
    registry = Registry()
    for variant in variants:
        if variant.id in registry:
            raise DeclarationError(f"{variant.id} is declared twice.")
        registry[variant.id] = variant
    return registry


VARIANTS: Final = register(
    *klondike.GAMES,
    *harp.GAMES,
    *freecell.GAMES,
    *spider.GAMES,
    *yukon.GAMES,
    *forty_thieves.GAMES,
    *gypsy.GAMES,
    *canfield.GAMES,
    *fan.GAMES,
    *bakers_dozen.GAMES,
    *beleaguered_castle.GAMES,
    *open_games.GAMES,
    *golf.GAMES,
    *pyramid.GAMES,
    *montana.GAMES,
    *monte_carlo.GAMES,
    *aces_up.GAMES,
    *planning.GAMES,
    *sultan.GAMES,
    *napoleon.GAMES,
    *royal_rendezvous.GAMES,
    *terrace.GAMES,
)
