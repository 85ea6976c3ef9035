"""TextArena's Klondike (`pip install textarena`): `python -m conformance.foreign.textarena_klondike`.

A foundation takes any suit there, and a redeal and the next draw are one move. The package's `env.py` does
not compile (version 0.7.4), so the adapter loads `klondike.py` and calls its methods as `env.py` does.
"""

from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from conformance.foreign.adapter import RANKS, SUITS, NotOffered, dealt, serve

package = find_spec("textarena")
assert package
assert package.origin
spec = spec_from_file_location("klondike", Path(package.origin).parent / "envs/Klondike/klondike.py")
assert spec
assert spec.loader
klondike = module_from_spec(spec)
spec.loader.exec_module(klondike)

SIGNS = dict(zip(SUITS, ("♣️", "♠️", "♥️", "♦️"), strict=True))


def _card(code: str) -> Any:
    return klondike.Card(RANKS.index(code[0].upper()) + 1, SIGNS[code[1].upper()])


def _code(card: Any, face_up: bool = True) -> str:
    code = RANKS[card.rank - 1] + next(suit for suit, sign in SIGNS.items() if sign == card.suit)
    return code if face_up else code.lower()


class Table:
    """A game of TextArena."""

    def __init__(self, request: dict[str, Any]) -> None:
        piles = dealt(request, {"draw": ("three",)})
        self.game = klondike.KlondikeGame(draw_count=3 if request.get("rules") else 1)
        self.game.tableau = [
            [(_card(code), code == code.upper()) for code in piles[f"T{n}"]] for n in range(1, 8)
        ]
        self.game.stock, self.game.waste = ([(_card(code), True) for code in piles[name]] for name in "SW")
        self.turned = False

    def move(self, source: str, target: str, count: int) -> bool:
        """Call what the commands `move W F1` and `move T3 T5 2` call."""
        if self.turned and source == "W":
            return False
        if self.turned:
            raise NotOffered("a redeal without a draw")
        number, to = int(source[1:] or 0) - 1, int(target[1:] or 0) - 1
        if target[0] == "F":
            suit = self.piles()[source][-1][-1].upper()
            calls = {
                "W": lambda: self.game.move_from_waste_to_foundation_at(to),
                "T": lambda: self.game.move_from_tableau_to_foundation_at(number, to),
            }
            return count == 1 and suit == SUITS[to] and source[0] in calls and calls[source[0]]()
        if target[0] != "T":
            return False
        if source[0] == "F":
            raise NotOffered("moves from foundations, which are in env.py")
        if source == "W":
            return count == 1 and bool(self.game.move_waste_to_tableau(to))
        return source[0] == "T" and bool(self.game.move_tableau_to_tableau(number, count, to))

    def act(self, action: str) -> bool:
        """Send `draw`; remember a redeal until the next draw."""
        if action == "redeal":
            possible = not self.turned and not self.game.stock and bool(self.game.waste)
            self.turned |= possible
            return possible
        possible = action == "draw" and bool(self.game.stock or self.turned) and self.game.draw()
        self.turned = False
        return possible

    def won(self) -> bool:
        """Return whether all foundations are full."""
        return bool(self.game.is_won())

    def piles(self) -> dict[str, list[str]]:
        """Return the piles."""
        game = self.game
        piles = {f"T{n}": [_code(*card) for card in pile] for n, pile in enumerate(game.tableau, 1)}
        piles |= {f"F{n}": [_code(card) for card in pile] for n, pile in enumerate(game.foundations, 1)}
        stock, waste = ([_code(card) for card, _ in pile] for pile in (game.stock, game.waste))
        return piles | ({"S": waste[::-1], "W": []} if self.turned else {"S": stock, "W": waste})


serve(Table)
