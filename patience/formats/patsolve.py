"""patsolve's moves, which name cards, a line each: ``4S to temp``, ``AH out``, ``KD to empty pile``."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from patience.cards import CODES
from patience.cards.mistakes import cards_in
from patience.cards.notation import ANY_FOUNDATION
from patience.formats.pile_moves import ANY_CELL, ANY_COLUMN, CARD, PileMove, played
from patience.formats.plain_text import ANY_SUIT, lines_in
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import UNCOUNTED, Work
from patience.play.position import Position

_LINE: Final = re.compile(f"({CARD}) (?:(OUT|TO TEMP|TO EMPTY PILE)|TO ({CARD}))")
_BEGINNING: Final = re.compile(
    rf"^[ \t]{{0,8}}(?:[0-9]{{1,5}}[.:)] )?(?:10|[A2-9TJQK])[{ANY_SUIT}]\ufe0f?"
    r" (?:out|to temp|to empty pile)\b",
    re.IGNORECASE | re.MULTILINE,
)
_PLACES: Final = {"out": ANY_FOUNDATION, "to temp": ANY_CELL, "to empty pile": ANY_COLUMN}
_WORDS: Final = {pile: place for place, pile in _PLACES.items()}


def is_by_patsolve(text: str) -> bool:
    """Return whether a text has a move of patsolve."""
    return _BEGINNING.search(text) is not None


def moves_of_patsolve(text: str, work: Work) -> Iterator[PileMove]:
    """Yield the moves of a text. Raises ForeignLogError."""
    for number, line in lines_in(text, _found, work):
        found = _found(line)
        if not found:
            raise ForeignLogError(f"Line {number}, {ascii(line)[:60]}, is not a move of patsolve.")
        card, place, onto = found.groups()
        yield PileMove(line, f"={card}", _PLACES[place.lower()] if place else f"={onto}")


def _found(line: str) -> re.Match[str] | None:
    return _LINE.fullmatch(cards_in(line))


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
