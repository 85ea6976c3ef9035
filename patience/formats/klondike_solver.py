"""Klondike-Solver's moves: ``DR2 W3 12-3 F1 NEW 1C C1``.

``DR2`` draws twice, ``NEW`` turns the waste over, ``12-3`` moves three cards from column 1 to column 2, ``W``
is the waste, a suit its foundation. ``F1``, a card turned up, follows from the rules here.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from patience.cards import CODES
from patience.formats.foreign_boards import deck_of_table, first_deck, without_deck
from patience.formats.pile_moves import PileMove, played
from patience.formats.plain_text import moves_in
from patience.formats.position_logs import MOST_MOVES, ForeignLogError
from patience.formats.work import UNCOUNTED, Work
from patience.play.position import Position
from patience.play.trace import step_of

_WORD: Final = re.compile(r"DR([0-9]{1,5})|(NEW)|(F[1-7])|([W1-7CDSH])([1-7CDSH])(?:-([0-9]{1,2}))?")
_BEFORE: Final = re.compile(
    r"\A[^\0]*?^(?:solution:|.{0,20}\bsol(?:ved|ution) in [0-9]+ moves.*)$", re.IGNORECASE | re.MULTILINE
)
"""What the program prints before the moves: the table, and how it found them."""
_DRAW: Final = re.compile(r"(?<!\S)(?:[-/](?:D|DC|DRAW)|draw(?:[ -]count)?)[ -:=][ ]?[13]\b", re.IGNORECASE)
_FOUNDATIONS: Final = {"C": "F1", "S": "F2", "H": "F3", "D": "F4"}


def deck_before(text: str) -> str:
    """Return the deck of a text, or that of the table which the program prints; empty if it has neither."""
    return first_deck(text) or deck_of_table(text)


def draw_named(text: str) -> dict[str, str]:
    """Return the option for the number of cards that are drawn, as programs name it: ``/DC 3``, ``-D 3``."""
    found = _DRAW.search(text)
    return {"draw": "three" if "3" in found[0] else "one"} if found else {}


def moves_of_klondike_solver(text: str, work: Work) -> Iterator[PileMove]:
    """Yield the moves of a text. Raises ForeignLogError."""
    text = without_deck(_BEFORE.sub("", text, count=1)).upper()
    for number, word in enumerate(moves_in(text, _WORD.fullmatch, work), start=1):
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


def to_klondike_solver(tokens: Sequence[str], opening: Position, work: Work = UNCOUNTED) -> str:
    """Return a game of Klondike as Klondike-Solver writes it. Raises ForeignLogError for an illegal move."""
    words: list[str] = []
    draws = 0
    for _, position, move in played(tokens, opening, work):
        if move.action == "draw":
            draws += 1
            continue
        words += [f"DR{draws}"] if draws else []
        draws = 0
        if move.action:
            words.append("NEW")
            continue
        suit = CODES[position.cards(move.source)[-1]][1]
        count = f"-{move.count}" if move.count > 1 else ""
        words.append(f"{_letter(move.token.source, suit)}{_letter(move.token.target, suit)}{count}")
        words += [
            f"F{position.tables.names[turned.pile][1:]}" for turned in step_of(position, move).turned_up
        ]
    return " ".join([*words, f"DR{draws}"] if draws else words)


def _letter(pile: str, suit: str) -> str:
    return suit if pile[0] == "F" else pile[1:] or pile
