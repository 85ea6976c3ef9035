"""MinimalKlondike's moves: ``IC @@AL KL``, each two letters, and ``@`` to draw.

A is the waste, B to E are the foundations, F to L the columns.
"""

import re
from collections.abc import Iterator
from typing import Final

from patience.cards.notation import ANY_FOUNDATION
from patience.formats.pile_moves import DRAW, PileMove
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import Work

_PIECE: Final = re.compile(r"[@\s]|[A-L][A-L]")


def moves_of_minimal_klondike(text: str, work: Work) -> Iterator[PileMove]:
    """Yield the moves of a text. Raises ForeignLogError."""
    at = 0
    while at < len(text):
        work.step()
        found = _PIECE.match(text, at)
        if found is None:
            raise ForeignLogError(
                f"Character {at + 1}, {text[at]!a}, begins neither a move such as AL nor a draw, @."
            )
        if found[0] == "@":
            yield DRAW
        elif not found[0].isspace():
            yield PileMove(found[0], _pile(found[0][0]), _pile(found[0][1]))
        at = found.end()


def _pile(letter: str) -> str:
    if letter == "A":
        return "W"
    return ANY_FOUNDATION if letter <= "E" else f"T{ord(letter) - ord('F') + 1}"
