"""Deals: which board a seed is."""

from typing import Any, Final

from schemas.card_codes import DECK_SIZE
from schemas.positions import StateSchema, state_json
from schemas.response_fields import AnswerSchema, Described, listed, named, nested, ref, string
from service.engine.cards import CODES
from service.engine.dealing import Deal
from service.engine.identity import deal_id

HIDE: Final = "face_down"
"""What can be hidden: face-down cards and the stock, and with them all that would name them."""


class DealSchema(AnswerSchema):
    """A deal. With `hide=face_down` hidden cards are `??`, and `deck`, `seed` and `deal_id` are left out."""

    variant = string("The variant's id.")
    seed = string("As normalised.", required=False)
    rules = named("SettledRules")
    rules_version = string("The variant's own: it changes when a verdict of that variant could.")
    deal_id = Described(ref("Hash"), "As a verdict's `deal_id`.", required=False)
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
    """A deal; ``hidden`` shows face-down and stock cards as ``??`` and leaves out what would name them."""
    variant = deal.tables.variant
    names = {} if hidden else {"seed": deal.seed, "deal_id": deal_id(deal)}
    answer: dict[str, Any] = {
        "variant": variant.id,
        **names,
        "rules": dict(deal.tables.options),
        "rules_version": variant.rules_version,
        "state": state_json(deal.opening, hidden=hidden),
    }
    if not hidden:
        answer["deck"] = [CODES[card] for card in deal.deck]
    return answer
