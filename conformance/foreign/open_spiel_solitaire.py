"""OpenSpiel's `solitaire` (`pip install open_spiel`): `python -m
conformance.foreign.open_spiel_solitaire`.

It is Klondike with three cards a draw, in which draws and redeals are not moves: every card is legal that
draws would bring to the top of the waste. So the adapter draws and redeals itself, and asks about card
moves. The engine names cards, not piles; the adapter moves the cards in its own piles as the engine does.
"""

from typing import Any

import pyspiel

from conformance.foreign.adapter import RANKS, SUITS, NotOffered, dealt, serve

SIGNS = dict(zip(SUITS, "♣♠♥♦", strict=True))
NUMBERS = {
    rank + suit: 13 * place + RANKS.index(rank) + 1 for place, suit in enumerate("SHCD") for rank in RANKS
}
GAME = pyspiel.load_game("solitaire", {"depth_limit": 1_000_000})


class Table:
    """A game of OpenSpiel."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.cards = dealt(request, {"draw": ("three",)})
        if not request.get("rules"):
            raise NotOffered("one card a draw")
        self.state = GAME.new_initial_state()
        for number in range(1, 8):
            self._reveal(self.cards[f"T{number}"][-1])
        turned = [*self.cards["W"], *self.cards["S"][::-1]]
        for start in range(0, len(turned), 3):
            for card in turned[start : start + 3][::-1]:
                self._reveal(card)

    def _reveal(self, card: str) -> None:
        self.state.apply_action(NUMBERS[card.upper()])

    def act(self, action: str) -> bool:
        """Draw or redeal; the engine has no say in it."""
        stock, waste = self.cards["S"], self.cards["W"]
        if action == "draw" and stock:
            drawn = [stock.pop() for _ in range(min(3, len(stock)))]
            waste += drawn
        elif action == "redeal" and waste and not stock:
            stock += waste[::-1]
            waste.clear()
        else:
            return False
        return True

    def move(self, source: str, target: str, count: int) -> bool:
        """Apply the action that names the lowest card and the card or place it goes to."""
        pile, onto = self.cards[source], self.cards[target]
        if (
            source == "S"
            or target[0] not in "TF"
            or not pile
            or (count > 1 and source[0] + target[0] != "TT")
        ):
            return False
        card = pile[-count]
        empty = SIGNS[SUITS[int(target[1:]) - 1]] if target[0] == "F" else "🂿"
        name = f"{self._name(onto[-1]) if onto else empty} ← {self._name(card)}"
        actions = {self.state.action_to_string(action): action for action in self.state.legal_actions()}
        if card != card.upper() or name not in actions:
            return False
        self.state.apply_action(actions[name])
        onto += pile[-count:]
        del pile[-count:]
        if pile and pile[-1] != pile[-1].upper():
            pile[-1] = pile[-1].upper()
            self._reveal(pile[-1])
        return True

    @staticmethod
    def _name(card: str) -> str:
        return card[0].upper() + SIGNS[card[1].upper()]

    def won(self) -> bool:
        """Return whether all cards are on foundations."""
        return sum(len(cards) for name, cards in self.cards.items() if name[0] == "F") == len(NUMBERS)

    def piles(self) -> dict[str, list[str]]:
        """Return the piles."""
        return self.cards


serve(Table)
