"""patsolve's moves, which name cards, a line each: ``4S to temp``, ``AH out``, ``KD to empty pile``."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from patience.cards import CODES
from patience.cards.notation import ANY_FOUNDATION
from patience.formats.pile_moves import ANY_CELL, ANY_COLUMN, CARD, PileMove, played
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import UNCOUNTED, Work
from patience.play.position import Position

_LINE: Final = re.compile(f"({CARD}) (?:(out|to temp|to empty pile)|to ({CARD}))")
_PLACES: Final = {"out": ANY_FOUNDATION, "to temp": ANY_CELL, "to empty pile": ANY_COLUMN}
_WORDS: Final = {pile: place for place, pile in _PLACES.items()}


def is_by_patsolve(text: str) -> bool:
    """Return whether the first line of a text is a move of patsolve."""
    lines = text.lstrip().split("\n", 1)
    return _LINE.fullmatch(lines[0].rstrip()) is not None


def moves_of_patsolve(text: str, work: Work) -> Iterator[PileMove]:
    """Yield the moves of a text. Raises ForeignLogError."""
    for number, line in enumerate(map(str.strip, text.split("\n")), start=1):
        work.step()
        found = _LINE.fullmatch(line)
        if found:
            card, place, onto = found.groups()
            yield PileMove(line, f"={card}", _PLACES[place] if place else f"={onto}")
        elif line:
            raise ForeignLogError(f"Line {number}, {ascii(line)[:60]}, is not a move of patsolve.")


def to_patsolve(tokens: Sequence[str], opening: Position, work: Work = UNCOUNTED) -> str:
    """Return a game as patsolve prints its moves. Raises ForeignLogError."""
    lines = []
    for number, position, move in played(tokens, opening, work):
        source, target = move.token.source[:1], move.token.target[:1]
        if source not in ("T", "R") or target not in _WORDS or move.source == move.target:
            raise ForeignLogError(f"Move {number}, {move.text}: patsolve prints no such move.")
        place = _WORDS[target]
        if target == "T" and not position.is_empty(move.target):
            place = f"to {CODES[position.cards(move.target)[-1]]}"
        lines.append(f"{CODES[position.cards(move.source)[-move.count]]} {place}\n")
    return "".join(lines)
