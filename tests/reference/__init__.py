"""RULES.md, implemented once more and as plainly as it will go: the oracle for the real engine.

Nothing here is shared with `service`, and nothing here is quick.
"""

from .games import Game, deal
from .referee import legal_moves, play, why_not
from .tokens import is_token
from .verdict import judge, outcome, state

__all__ = ["Game", "deal", "is_token", "judge", "legal_moves", "outcome", "play", "state", "why_not"]
