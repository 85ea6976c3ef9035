"""TimMansell/solitaire-server: `python -m conformance.foreign.solitaire_server FILE`.

FILE is its `src/solitaire` in one file. The server replays the moves that players send, to judge their
games. Its own layout is not among the games here, but its rules are those of Russian Solitaire, so its
functions get the boards of that game. Its foundations take any suit.
"""

import json
import sys
from pathlib import Path
from typing import Any

from conformance.foreign.adapter import RANKS, SUITS, Program, dealt, serve


def _card(code: str) -> dict[str, Any]:
    order = RANKS.index(code[0].upper()) + 1
    suit = code[1].upper()
    visible = code == code.upper()
    value = "10" if order == 10 else RANKS[order - 1]
    return {
        "id": order + 13 * SUITS.index(suit),
        "value": value,
        "order": order,
        "suit": suit,
        "visible": visible,
    }


def _code(card: dict[str, Any]) -> str:
    code = RANKS[card["order"] - 1] + card["suit"]
    return code if card["visible"] else code.lower()


class Table:
    """A game of solitaire-server."""

    def __init__(self, request: dict[str, Any]) -> None:
        piles = dealt(request, {})
        self.state = {
            kind: [[_card(code) for code in cards] for name, cards in piles.items() if name[0] == letter]
            for kind, letter in (("cards", "T"), ("foundation", "F"))
        }

    def act(self, _action: str) -> bool:
        """No action exists."""
        return False

    def move(self, source: str, target: str, count: int) -> bool:
        """Select a card and send it to a column or foundation."""
        if source[0] != "T":
            return False
        onto = target[0] == "F"
        card = self.state["cards"][int(source[1:]) - 1][-count:][:1]
        if not card or (onto and card[0]["suit"] != SUITS[int(target[1:]) - 1]):
            return False
        state = self.state | {"selectedCardId": card[0]["id"]}
        question = {"state": state, "column": int(target[1:]) - 1, "onFoundation": onto}
        found = json.loads(server.ask(json.dumps(question)))
        self.state = found or self.state
        return found is not None

    def won(self) -> bool:
        """Return whether the columns are empty."""
        return not any(self.state["cards"])

    def piles(self) -> dict[str, list[str]]:
        """Return the piles."""
        kinds = (("cards", "T"), ("foundation", "F"))
        return {
            f"{letter}{number}": [_code(card) for card in pile]
            for kind, letter in kinds
            for number, pile in enumerate(self.state[kind], 1)
        }


server = Program("node", str(Path(__file__).with_suffix(".mjs")), sys.argv[1])
serve(Table)
