"""MinimalKlondike's moves: ``IC @@AL KL``, each two letters, and ``@`` to draw.

A is the waste, B to E are the foundations, F to L the columns.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from patience.cards import CODES
from patience.cards.notation import ANY_FOUNDATION
from patience.formats.foreign_boards import without_deck
from patience.formats.pile_moves import DRAW, PileMove, counts_between, played
from patience.formats.plain_text import moves_in
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import UNCOUNTED, Work
from patience.play.position import Position

_PIECE: Final = re.compile("@|[A-L][A-L]")
_WORD: Final = re.compile("(?:@|[A-L][A-L])+")
_BEFORE: Final = re.compile(
    r"\A[^\0]*?(?:^[ *-]{0,4}(?:moves|steps):|-M[ \"]{1,3})(?=\s*(?:@|[A-L]{2}\b))",
    re.IGNORECASE | re.MULTILINE,
)
"""The deck, the table and the counts that come before the moves."""


def moves_of_minimal_klondike(text: str, work: Work) -> Iterator[PileMove]:
    """Yield the moves of a text. Raises ForeignLogError."""
    text = without_deck(_BEFORE.sub("", text, count=1))
    is_upper = not text.islower()

    def is_word(word: str) -> bool:
        return _WORD.fullmatch(word.upper()) is not None and word == (word.upper() if is_upper else word)

    for number, word in enumerate(moves_in(text, is_word, work), start=1):
        if not is_word(word):
            raise ForeignLogError(
                f"Word {number}, {ascii(word)[:40]}, is neither moves such as AL nor a draw, @."
            )
        for piece in _PIECE.findall(word.upper()):
            work.step()
            yield DRAW if piece == "@" else PileMove(piece, _pile(piece[0]), _pile(piece[1]))


def _pile(letter: str) -> str:
    if letter == "A":
        return "W"
    return ANY_FOUNDATION if letter <= "E" else f"T{ord(letter) - ord('F') + 1}"


def to_minimal_klondike(tokens: Sequence[str], opening: Position, work: Work = UNCOUNTED) -> str:
    """Return a game of Klondike as MinimalKlondike writes it.

    Raises ForeignLogError for a move that its notation does not have.
    """
    words = []
    is_turned = False
    for number, position, move in played(tokens, opening, work):
        source, target = move.token.source, move.token.target
        if is_turned and move.action != "draw":
            raise ForeignLogError(f"Move {number}, {move.text}: in this notation, a redeal goes with a draw.")
        is_turned = move.action == "redeal"
        if move.action:
            words += ["@"] if move.action == "draw" else []
            continue
        home = _HOMES[CODES[position.cards(move.source)[-1]][1]]
        if "F" not in {source[0], target[0]} and counts_between(position, source, target) != [move.count]:
            raise ForeignLogError(f"Move {number}, {move.text}: this notation has no number of cards.")
        words.append(_letter(source, home) + _letter(target, home))
    if is_turned:
        raise ForeignLogError("The last move is a redeal, which in this notation goes with a draw.")
    return " ".join(words)


_HOMES: Final = {"C": "B", "D": "C", "S": "D", "H": "E"}
"""By suit: the letter of its foundation."""


def _letter(pile: str, home: str) -> str:
    if pile[0] == "F":
        return home
    return "A" if pile == "W" else chr(ord("F") + int(pile[1:]) - 1)
