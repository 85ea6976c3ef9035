"""Klondike-Solver's moves: ``DR2 W3 12-3 F1 NEW 1C C1``.

``DR2`` draws twice, ``NEW`` turns the waste over, ``12-3`` moves three cards from column 1 to column 2, ``W``
is the waste, a suit its foundation. ``F1``, a card turned up, follows from the rules here.
"""

import re
from collections.abc import Iterator
from typing import Final

from patience.formats.pile_moves import PileMove
from patience.formats.position_logs import MOST_MOVES, ForeignLogError
from patience.formats.work import Work

_WORD: Final = re.compile(r"DR([0-9]{1,5})|(NEW)|(F[1-7])|([W1-7CDSH])([1-7CDSH])(?:-([0-9]{1,2}))?")
_FOUNDATIONS: Final = {"C": "F1", "S": "F2", "H": "F3", "D": "F4"}


def moves_of_klondike_solver(text: str, work: Work) -> Iterator[PileMove]:
    """Yield the moves of a text. Raises ForeignLogError."""
    for number, word in enumerate(text.split(), start=1):
        work.step()
        found = _WORD.fullmatch(word)
        if not found:
            raise ForeignLogError(
                f"Word {number}, {ascii(word)[:40]}, is not a move of Klondike-Solver: expected DR2, NEW, "
                "F1, W3, 12-3, 1C or C1."
            )
        draws, new, _, source, target, count = found.groups()
        if draws:
            yield from (PileMove(word, "draw") for _ in range(min(int(draws), MOST_MOVES + 1)))
        elif new:
            yield PileMove(word, "redeal")
        elif source:
            yield PileMove(word, _pile(source), _pile(target), int(count or 1))


def _pile(letter: str) -> str:
    return _FOUNDATIONS.get(letter) or ("W" if letter == "W" else f"T{letter}")
