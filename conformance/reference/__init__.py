"""A second referee: docs/rules.md once more, as plainly as possible.

It interprets a game's declaration (JSON), has no list of games, shares nothing with `service`, and is slow.
"""

from .dealing import base_cards, deal
from .declaration import Json, read_declaration, with_changes
from .game import Game, state
from .referee import legal_moves, play, why_not
from .tokens import is_token
from .verdict import judge, outcome

__all__ = [
    "Game",
    "Json",
    "base_cards",
    "deal",
    "is_token",
    "judge",
    "legal_moves",
    "outcome",
    "play",
    "read_declaration",
    "state",
    "why_not",
    "with_changes",
]
