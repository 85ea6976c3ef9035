"""A deal as JSON."""

from typing import Any

from schemas.verdicts import state_json
from service.engine.cards import CODES
from service.engine.deals import Deal
from service.engine.identity import deal_id
from service.engine.rules import RULES_VERSION


def deal_json(deal: Deal, *, hidden: bool = False) -> dict[str, Any]:
    """A deal; ``hidden`` shows face-down and stock cards as ``??`` and leaves the deck out."""
    answer: dict[str, Any] = {
        "variant": deal.tables.variant.id,
        "seed": deal.seed,
        "rules": dict(deal.tables.options),
        "rules_version": RULES_VERSION,
        "deal_id": deal_id(deal),
        "state": state_json(deal.opening, hidden=hidden),
    }
    if not hidden:
        answer["deck"] = [CODES[card] for card in deal.deck]
    return answer
