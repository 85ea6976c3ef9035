"""The log that klon writes of a Klondike: ``7G3``, ``DD``, ``7F``, ``W0A``, a move a line.

A digit and a letter are a column and a row from its bottom card, ``W`` is the waste, then follows a column,
or a foundation as ``0A``. A card alone is turned up by the player, or goes to a foundation. ``DD`` draws
three cards, or turns the waste over where the stock is empty.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from patience.cards import CODES, SUITS
from patience.cards.notation import ANY_FOUNDATION
from patience.formats.pile_moves import UP_OR_HOME, PileMove, played
from patience.formats.plain_text import moves_in
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import UNCOUNTED, Work
from patience.play.position import Position
from patience.play.trace import step_of

_MOVE: Final = re.compile(r"(DD)|(?:(W)|([1-7])([A-Z]))(0[A-D]|[1-7])?")
_APART: Final = re.compile(r"(?<!\S)([1-7][A-Z]|W) (?=(?:0[A-D]|[1-7])(?!\S))")
_HOMES: Final = dict(zip(SUITS, "ABCD", strict=True))
"""By suit: the letter of a foundation, which the player chooses for each Ace."""
_ROWS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def moves_of_klon(text: str, work: Work) -> Iterator[PileMove]:
    """Yield the moves of a text. Raises ForeignLogError."""
    text = _APART.sub(r"\1", text.upper())
    for number, word in enumerate(moves_in(text, _MOVE.fullmatch, work), 1):
        found = _MOVE.fullmatch(word)
        if not found:
            raise ForeignLogError(
                f"Word {number}, {ascii(word)[:40]}, is not a move of klon: expected DD, 7G3, 7F or W0A."
            )
        yield _move(word, found)


def _move(line: str, found: re.Match[str]) -> PileMove:
    draw, waste, column, row, target = found.groups()
    if draw:
        return PileMove(line, "turn")
    onto = f"T{target}" if target and target[0] != "0" else ANY_FOUNDATION
    if waste:
        return PileMove(line, waste, onto)
    return PileMove(line, f"T{column}", onto if target else UP_OR_HOME, row=_ROWS.index(row) + 1)


def to_klon(tokens: Sequence[str], opening: Position, work: Work = UNCOUNTED) -> str:
    """Return a game of Klondike as klon logs it. Raises ForeignLogError for a move that it does not have."""
    lines = []
    for number, position, move in played(tokens, opening, work):
        if move.action:
            lines.append("DD")
            continue
        source, target = move.token.source, move.token.target
        if source[0] == "F" or source == target:
            raise ForeignLogError(f"Move {number}, {move.text}: klon has no such move.")
        rows = len(position.cards(move.source)) - move.count
        place = "W" if source == "W" else f"{source[1:]}{_ROWS[rows]}"
        suit = CODES[position.cards(move.source)[-1]][1]
        lines.append(f"{place}{target[1:] if target[0] == 'T' else f'0{_HOMES[suit]}'}")
        lines += [f"{source[1:]}{_ROWS[rows - 1]}" for _ in step_of(position, move).turned_up]
    return "".join(f"{line}\n" for line in lines)
