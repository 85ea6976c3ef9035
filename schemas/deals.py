"""Deals: which board a seed is."""

from typing import Any

from schemas.cards import DECK_SIZE
from schemas.described import AnswerSchema, listed, named, nested, string
from schemas.positions import StateSchema, state_json
from service.engine.cards import CODES
from service.engine.deals import Deal
from service.engine.identity import deal_id, rules_version


class DealSchema(AnswerSchema):
    """A deal. With `hide=face_down` it has no `deck`, and hidden cards are `??`."""

    variant = string("The variant's id.")
    seed = string("As normalised.")
    rules = named("SettledRules")
    rules_version = string("Changes whenever a verdict could change.")
    deal_id = named("Hash", "As a verdict's `deal_id`.")
    deck = listed(
        "Card",
        "104 cards in dealing order, base cards first, in foundation order. Sent as the `deck` of a replay "
        "request it deals the same board.",
        required=False,
        minItems=DECK_SIZE,
        maxItems=DECK_SIZE,
    )
    state = nested(StateSchema, "The position in which the game opens.")


def deal_json(deal: Deal, *, hidden: bool = False) -> dict[str, Any]:
    """A deal; ``hidden`` shows face-down and stock cards as ``??`` and leaves the deck out."""
    answer: dict[str, Any] = {
        "variant": deal.tables.variant.id,
        "seed": deal.seed,
        "rules": dict(deal.tables.options),
        "rules_version": rules_version(deal.tables.variant),
        "deal_id": deal_id(deal),
        "state": state_json(deal.opening, hidden=hidden),
    }
    if not hidden:
        answer["deck"] = [CODES[card] for card in deal.deck]
    return answer
