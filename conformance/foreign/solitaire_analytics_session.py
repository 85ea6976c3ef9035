"""solitaire-analytics: `python -m conformance.foreign.solitaire_analytics_session`.

A `GameSession` lists the legal actions by index and plays one of them. Its foundations take any suit and
never give a card back.
"""

import sys
from typing import Any
from unittest.mock import MagicMock

from conformance.foreign.adapter import RANKS, SUITS, NotOffered, dealt, serve

sys.modules |= dict.fromkeys(("torch", "joblib", "networkx"), MagicMock())  # Its solver needs them.
from solitaire_analytics.game.session import GameSession  # noqa: E402
from solitaire_analytics.models import Card, GameState  # noqa: E402
from solitaire_analytics.models.card import Suit  # noqa: E402

NAMES = dict(zip(SUITS, (Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS), strict=True))
PILES = {"tableau": "T", "foundation": "F", "waste": "W"}


def _card(code: str) -> Card:
    return Card(RANKS.index(code[0].upper()) + 1, NAMES[code[1].upper()], code == code.upper())


def _code(card: Card, hidden: bool) -> str:
    code = RANKS[card.rank - 1] + next(suit for suit, name in NAMES.items() if name == card.suit)
    return code.lower() if hidden else code


class Table:
    """A game of solitaire-analytics."""

    def __init__(self, request: dict[str, Any]) -> None:
        piles = {
            name: [_card(code) for code in cards]
            for name, cards in dealt(request, {"draw": ("three",), "foundations": ("final",)}).items()
        }
        state = GameState(
            [piles[f"T{n}"] for n in range(1, 8)],
            [piles[f"F{n}"] for n in range(1, 5)],
            piles["S"],
            piles["W"],
        )
        rules = request.get("rules", {})
        self.session = GameSession(state, 3 if "draw" in rules else 1, log=False)
        self.final = "foundations" in rules

    def _actions(self) -> dict[str, int]:
        """Return the legal actions by token, with their indices."""
        actions = {}
        for action in self.session.legal_actions():
            move = action.move
            if action.kind != "move" or not move:
                actions["redeal" if action.kind == "recycle" else action.kind] = action.index
                continue
            source, target = (PILES[kind] for kind in move.move_type.value.split("_to_"))
            origin = "W" if source == "W" else f"{source}{move.source_pile + 1}"
            name = f"{origin}-{target}{move.dest_pile + 1}"
            if target != "F" or self.piles()[origin][-1][-1] == SUITS[move.dest_pile]:
                actions[name + (f"x{move.num_cards}" if move.num_cards > 1 else "")] = action.index
        return actions

    def act(self, action: str) -> bool:
        """Play an action if it is in the list."""
        index = self._actions().get(action)
        if index is not None:
            self.session.apply_action(index)
        return index is not None

    def move(self, source: str, target: str, count: int) -> bool:
        """Play a move if it is in the list."""
        if source[0] == "F" and not self.final:
            raise NotOffered("moves from foundations")
        return self.act(f"{source}-{target}" + (f"x{count}" if count > 1 else ""))

    def won(self) -> bool:
        """Return whether all foundations are full."""
        return self.session.is_won()

    def legal_moves(self) -> list[str]:
        """Return the legal actions as tokens."""
        if not self.final and any(self.session.state.foundations):
            raise NotOffered("legal moves with moves from foundations")
        return list(self._actions())

    def piles(self) -> dict[str, list[str]]:
        """Return the piles."""
        state = self.session.state
        named = {f"T{n}": pile for n, pile in enumerate(state.tableau, 1)}
        named |= {f"F{n}": pile for n, pile in enumerate(state.foundations, 1)}
        named |= {"S": state.stock, "W": state.waste}
        return {
            name: [_code(card, name[0] == "T" and not card.face_up) for card in pile]
            for name, pile in named.items()
        }


serve(Table)
