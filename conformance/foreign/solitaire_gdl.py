"""SolitaireGDL: `python -m conformance.foreign.solitaire_gdl FOLDER`, for Klondike and Spider.

Its own game files are played: `klondike.sgdl` (three cards a draw) and `spider.sgdl`, of which the two
commented lines for two and four suits are used, too. A redeal is a draw from the empty stock. In Spider,
whole sequences go to foundations by themselves, so games that come to that are not offered.
"""

import sys
from pathlib import Path
from typing import Any

from base import Card, RotateDrawPile, Suit
from game import DrawPilePos, RunPos, StackPilePos
from parser import Parser

from conformance.foreign.adapter import RANKS, NotOffered, dealt, serve

KINDS = {"T": "COLUMN", "F": "FOUNDATION"}
SUITS = {"one": "8 {SPADES}", "two": "4 {SPADES, HEARTS}", "four": "2 {SPADES, HEARTS, CLUBS, DIAMONDS}"}


def _card(code: str) -> Card:
    return Card(Suit(code[1].upper()), RANKS.index(code[0].upper()) + 1, code != code.upper())


def _code(card: Card) -> str:
    code = RANKS[card.rank - 1] + str(card.suit)
    return code.lower() if card.face_down else code


class Table:
    """A game of SolitaireGDL."""

    def __init__(self, request: dict[str, Any]) -> None:
        rules = request.get("rules", {})
        offered = {"klondike": {"draw": ("three",)}, "spider": {"suits": tuple(SUITS)}}[request["variant"]]
        opening = dealt(request, offered)
        if request["variant"] == "klondike" and not rules:
            raise NotOffered("one card a draw")
        text = (Path(sys.argv[1]) / "games" / f"{request['variant']}.sgdl").read_text()
        text = text.replace(SUITS["one"], SUITS[rules.get("suits", "four")])
        self.game = Parser.parse(text, 1, False, False)
        self.game.start()
        for name, pile in self._stacks():
            pile.cards = [_card(code) for code in opening[name]]
        self.stock = self.game.draw_pile
        self.stock.cards = [_card(code.lower()) for code in opening["S"]]
        if isinstance(self.stock, RotateDrawPile):
            self.stock.backpile, self.stock.drawn = self.stock.cards[::-1], []
            self.stock.cards = [_card(code) for code in opening["W"]]

    def _stacks(self) -> list[tuple[str, Any]]:
        stacks = self.game.name_to_piles
        return [
            (f"{letter}{n}", pile) for letter, kind in KINDS.items() for n, pile in enumerate(stacks[kind], 1)
        ]

    def act(self, action: str) -> bool:
        """Call `draw`."""
        turns = isinstance(self.stock, RotateDrawPile)
        if turns and (action == "deal" or (action == "redeal") == bool(self.piles()["S"])):
            return False
        empty = not self.piles()["S"] and not self.piles().get("W")
        return not empty and (turns or action == "deal") and self._after(self.game.draw())

    def move(self, source: str, target: str, count: int) -> bool:
        """Call `move` or `move_stack`."""
        if target[0] not in KINDS or source == "S":
            return False
        if self.stock and target[0] == "F" and count == len(RANKS):
            raise NotOffered("whole sequences as moves")
        to = StackPilePos(KINDS[target[0]], int(target[1:]) - 1)
        if source == "W":
            return count == 1 and bool(self.game.draw_pile.cards) and self.game.move(DrawPilePos(), to)
        origin = StackPilePos(KINDS[source[0]], int(source[1:]) - 1)
        if count == 1:
            return bool(self.piles()[source]) and self._after(self.game.move(origin, to))
        first = len(self.piles()[source]) - count
        return self._after(self.game.move_stack(RunPos(origin, first), to))

    def _after(self, legal: bool) -> bool:
        if not isinstance(self.stock, RotateDrawPile) and any(self.piles()["F1"]):
            raise NotOffered("games with whole sequences")
        return legal

    def won(self) -> bool:
        """Return whether the game's condition holds."""
        return bool(self.game.is_win())

    def piles(self) -> dict[str, list[str]]:
        """Return the piles."""
        piles = {name: [_code(card) for card in pile.cards] for name, pile in self._stacks()}
        if not isinstance(self.stock, RotateDrawPile):
            return piles | {"S": [_code(card).upper() for card in self.stock.cards]}
        waste, stock = [*self.stock.drawn, *self.stock.cards], self.stock.backpile[::-1]
        return piles | {"S": [_code(card).upper() for card in stock], "W": [_code(card) for card in waste]}


serve(Table)
