"""The registry: every variant by its id, family by family."""

from typing import Final

from service.engine.rules import DeclarationError
from service.engine.variant import Variant
from service.engine.variants import (
    double_russian,
    forty_thieves,
    rouge_et_noir,
    royal_rendezvous,
    spider,
)


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
    rouge_et_noir.NINE_COLUMNS,
    rouge_et_noir.CLASSIC,
    rouge_et_noir.HOFFMANN,
    royal_rendezvous.ROYAL_RENDEZVOUS,
    double_russian.DOUBLE_RUSSIAN,
    rouge_et_noir.PYSOLFC,
    royal_rendezvous.PYSOLFC,
    double_russian.PYSOLFC,
    spider.PYSOLFC,
    forty_thieves.PYSOLFC,
)
