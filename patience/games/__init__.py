"""The registry: every variant by its id, family by family."""

from typing import Final

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
from patience.rules import DeclarationError
from patience.rules.variant import Variant


def register(*variants: Variant) -> dict[str, Variant]:
    """Return the variants by id.

    Raises DeclarationError if an id is declared twice.
    """
    registry: dict[str, Variant] = {}
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
