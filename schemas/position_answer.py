"""Positions by their text, in answers."""

from typing import Any

from patience.play.dealing import Deal
from patience.play.game_ids import deal_id
from patience.play.legality import legal_moves, outcome
from patience.play.position_text import write_position
from patience.play.replay import GameLog, replay
from schemas.positions import StateSchema, state_json
from schemas.response_fields import AnswerSchema, Described, listed, named, nested, ref, string
from schemas.verdicts import link_to


class PositionSchema(AnswerSchema):
    """A position and what can be played from it."""

    position = string("The text of the position in its only complete form: piles in order, no empty ones.")
    variant = string("The variant's id.")
    rules = named("SettledRules")
    rules_version = string("The version of the variant's rules; it changes when a verdict could change.")
    deal_id = Described(ref("Hash"), "As in the verdict on a game that opens with this board.")
    state = nested(StateSchema, "The piles. As the `board` of a request they are the same position.")
    outcome = named("Outcome")
    legal_moves = listed("Move", "Every legal move, in the order of a verdict's.")
    link = string("An address, relative to this service, that opens the position in the viewer.")


def position_json(deal: Deal) -> dict[str, Any]:
    """Return a position that was given as a board."""
    position, variant = deal.opening, deal.tables.variant
    return {
        "position": write_position(position),
        "variant": variant.id,
        "rules": dict(deal.tables.options),
        "rules_version": variant.rules_version,
        "deal_id": deal_id(deal),
        "state": state_json(position),
        "outcome": outcome(position),
        "legal_moves": legal_moves(position),
        "link": link_to(replay(GameLog(deal, ()))),
    }
