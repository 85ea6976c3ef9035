"""Games::Solitaire::Verify, of fc-solve: `python -m conformance.foreign.games_solitaire_verify FOLDER`.

It verifies solutions in Freecell Solver's format. That format has no moves from foundations or between
cells, so they are not offered. The redeal of Cruel is not, either. An error that ends the program counts
as a refusal.
"""

import sys
from pathlib import Path
from typing import Any

from conformance.foreign.adapter import NotOffered, Program, dealt, serve

RELAXED = ("freecell", "seahaven-towers")
RANKS = "0A23456789TJQK"
LIBRARY = "cpan/Games-Solitaire-Verify/Games-Solitaire-Verify/lib"


class Table:
    """A game of Games::Solitaire::Verify."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.variant, rules = request["variant"], request.get("rules", {})
        groups = ("any_length",) if self.variant in RELAXED else ()
        piles = dealt(request, {"foundations": ("final", "returnable"), "groups": groups})
        self.final = rules.get("foundations") == "final"
        self.cells = [name for name in piles if name[0] == "R"]
        self.foundations = {
            name: piles[name][0][1] if piles[name] else "" for name in piles if name[0] == "F"
        }
        if not self.whole:
            self.foundations = dict(zip(self.foundations, "CSHD", strict=False))
        tops = {cards[-1][1]: cards[-1][0] for name, cards in piles.items() if name[0] == "F" and cards}
        lines = ["Foundations: " + " ".join(f"{suit}-{tops.get(suit, '0')}" for suit in "HCDS")]
        lines.append("Freecells:" + "".join("  " + (piles[name] or ["  "])[0] for name in self.cells))
        lines += [f": {' '.join(piles[name])}" for name in piles if name[0] == "T"]
        game = ("relaxed_" if "groups" in rules else "") + self.variant.replace("-", "_")
        assert self._ask(f"new {game} {'|'.join(lines)}|")

    @property
    def whole(self) -> bool:
        return self.variant == "simple-simon"

    def _ask(self, text: str) -> bool:
        if board := verifier.ask(text):
            self.board = board.split("|")
        return bool(board)

    def act(self, action: str) -> bool:
        """No action exists."""
        if action == "redeal" and self.variant == "cruel":
            raise NotOffered("redeals")
        return False

    def move(self, source: str, target: str, count: int) -> bool:
        """Send a move."""
        kinds, cards = source[0] + target[0], self.piles()[source]
        if kinds in {"FT", "FF", "FR", "RR"} and not (self.final and source[0] == "F") and cards:
            raise NotOffered("moves that the format does not have")
        start, end = int(source[1:]) - 1, int(target[1:]) - 1
        if target[0] == "F" and cards:
            suit = cards[-1][1]
            if self.foundations[target] not in {"", suit} or count != (13 if self.whole else 1):
                return False
            self.foundations[target] = suit
        if kinds == "TT":
            return self._ask(f"Move {count} cards from stack {start} to stack {end}")
        if kinds == "TF" and self.whole:
            return self._ask(f"Move the sequence on top of Stack {start} to the foundations")
        if count > 1 or source[0] not in "TR":
            return False
        names = {"T": "stack", "R": "freecell"}
        onto = f"{names[target[0]]} {end}" if target[0] in names else "the foundations"
        return self._ask(f"Move a card from {names[source[0]]} {start} to {onto}")

    def won(self) -> bool:
        """Return whether all cards are on foundations."""
        return not any(cards for name, cards in self.piles().items() if name[0] != "F")

    def piles(self) -> dict[str, list[str]]:
        """Return the piles."""
        tops = {word[0]: RANKS.index(word[2]) for word in self.board[0].split()[1:]}
        ranks = RANKS[:0:-1] if self.whole else RANKS[1:]
        found = {
            name: [rank + suit for rank in ranks[: tops.get(suit, 0)]]
            for name, suit in self.foundations.items()
        }
        slots = self.board[1].removeprefix("Freecells:").rstrip("").ljust(40)
        cells = {name: slots[4 * n : 4 * n + 4].split() for n, name in enumerate(self.cells)}
        return {f"T{n}": line[1:].split() for n, line in enumerate(self.board[2:], 1) if line} | found | cells


verifier = Program("perl", "-I", f"{sys.argv[1]}/{LIBRARY}", str(Path(__file__).with_suffix(".pl")))
serve(Table)
