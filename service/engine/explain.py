"""Says in a sentence why a move is illegal, with the evidence from the position."""

from service.engine.notation import Move
from service.engine.position import Position
from service.engine.rules import Reason


def explain(position: Position, move: Move, reason: Reason) -> str:
    return reason
