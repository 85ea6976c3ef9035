"""FreeCell's standard notation: two characters a move, source and target, as in ``26 a5 3h``.

Digits are columns, ``a`` to ``g`` cells, ``h`` the foundations. Published solutions leave out cards that go
to the foundations by themselves; some begin with the number of the deal (``#10913``, ``10913:``, ``Game 7``,
or by FreeCell Pro ``#7 Attempt: 1 NumFcs=3``), some number their moves or have no spaces, or ``r`` for any
empty cell, and then ``a`` for the card on cells that came first. Some write ``f`` for the foundations. ``v``
and a hexadecimal number say how many cards go, or a number in braces. Columns are counted from 0 in a text
that has a column 0.

>>> list(moves_of_freecell("6a 26v2", Work()))[0][:3]
('6a', 'T6', 'R1')
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from patience.cards.notation import ANY_FOUNDATION
from patience.compilation.compiled_rules import NUMBER_WORDS, Move
from patience.formats.autoplay import Autoplay
from patience.formats.pile_moves import ANY_CELL, PileMove, counts_between, played_with_rule
from patience.formats.plain_text import moves_in
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import UNCOUNTED, Work
from patience.play.position import Position

_NUMBER: Final = re.compile(
    r"(?:\b(?:game|deal|seed|board|layout|hand)\b[^\n0-9-]{0,20}|^[^\n0-9:]{0,40}#[ \t]*"
    r"|\A\s*(?=-[12]:|[0-9]{1,10}:|[2-9][.)]|[1-9][0-9]{1,9}[.)]|(?:[0-9]{2}){1,4}[0-9]\s|[0-9,]{5,13}[:.)\s]))"
    r"(-[12]|[0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,10})\b(?![.,]?[0-9])[:.)]?"
    r"(?:[ \t]+attempt:[ \t]*[0-9]{1,6}[ \t]+numfcs=([0-6])\b[^\n]*)?",
    re.IGNORECASE | re.MULTILINE,
)
"""The number of the deal before the moves, and what FreeCell Pro adds, as its number of cells."""
_HEADING: Final = 1_000
"""Characters of a text that may have it."""
_FIRST_LINE: Final = re.compile(r"\s*[0-9]{1,10}[ \t]*\n")

_WORD: Final = re.compile(r"([0-9a-g])([0-9a-h])v([0-9a-f]{1,2})|(?:[0-9a-g][0-9a-hr])+")
_IN_BRACES: Final = re.compile(r"([0-9a-g][0-9a-h])\{([0-9]{1,2})\}")
_APART: Final = re.compile(
    r"(?<![0-9a-z])([0-9a-g])[ \t]?(?:->|=>|→|-|>|\bto\b)[ \t]?([0-9a-hr])(?![0-9a-z])"
)
_PAIRS: Final = re.compile("([0-9a-g])[^0-9a-z]{1,20}([0-9a-hr])[^0-9a-z]{0,20}")
_ALL_PAIRS: Final = re.compile(r"[^0-9a-z]*(?:[0-9a-g][^0-9a-z]{1,20}[0-9a-hr](?:[^0-9a-z]{1,20}|\Z))+")
"""Source and target of all moves as words of their own, as in ``('2', '6')``."""
_HOME_OR_SIXTH_CELL: Final = re.compile(r"h|(?<!\S)(?:[1-9a-g][1-9a-gr])*f")
"""The letter h, or an f as the source of a move: then f is the sixth cell."""
_SIXTH_CELL: Final = "R6"
_LETTERS: Final = {"T": "123456789", "R": "abcdefg"}
"""By kind of pile: the letters of its piles."""


def deal_number(text: str) -> int | None:
    """Return the number of the deal that a text names before its moves; None if it names none."""
    found = _number(text)
    return int(found[1].replace(",", "")) if found else None


def _number(text: str) -> re.Match[str] | None:
    """Return where a text names its deal. A first number in a list of them is that of a move."""
    found = _NUMBER.search(text, 0, _HEADING)
    first = found[0].strip() if found else ""
    if first in ("#1", "1:") and re.search(rf"(?<!\S){first.replace('1', '2')}\s", text):
        return None
    return found


def names_deal_alone(text: str) -> bool:
    """Return whether a text is the number of its deal and no more."""
    found = _number(text)
    return found is not None and re.search(r"\w", text[: found.start()] + text[found.end() :]) is None


def with_deal_marked(text: str, seed: str | None) -> str:
    """Return a text whose first line is a number alone with a mark before it, unless the seed is another."""
    found = _FIRST_LINE.match(text)
    is_deal = found and seed in (None, found[0].strip()) and not _number(text)
    return f"#{text.lstrip()}" if is_deal else text


def cells_named(text: str) -> dict[str, str]:
    """Return the option for the cells that FreeCell Pro names before the moves; nothing if it names none."""
    found = _number(text)
    return {"cells": NUMBER_WORDS[found[2]]} if found and found[2] else {}


def moves_of_freecell(text: str, work: Work) -> Iterator[PileMove]:
    """Yield the moves of a text. Raises ForeignLogError."""
    if found := _number(text):
        text = f"{text[: found.start()]} {text[found.end() :]}"
    text = _IN_BRACES.sub(lambda move: f" {move[1]}v{int(move[2]):x} ", text.lower())
    text = _APART.sub(r"\1\2", _PAIRS.sub(r"\1\2 ", text) if _ALL_PAIRS.fullmatch(text) else text)
    words: list[str] = []
    first = 1
    for word in moves_in(text.replace("-", " "), _WORD.fullmatch, work):
        work.step()
        words.append(word)
        first = 0 if "0" in word.partition("v")[0] else first
    by_arrival = "r" in "".join(words)
    # What others call h is never a source, and never beside h.
    has_home = not _HOME_OR_SIXTH_CELL.search(" ".join(words))
    place = 0
    for word in words:
        found = _WORD.fullmatch(word)
        if not found:
            raise ForeignLogError(
                f"Move {place + 1}, {ascii(word)[:40]}, is not standard notation: "
                "expected two of 1 to 8, a to d and h, as in 26."
            )
        for at in range(0, 2 if found[1] else len(word), 2):
            work.step()
            place += 1
            move = standard_move(word if found[1] else word[at : at + 2], first)
            if has_home and move.target == _SIXTH_CELL:
                move = move._replace(target=ANY_FOUNDATION)
            yield (
                move._replace(source=f"{ANY_CELL}@{move.source[1:]}")
                if by_arrival and move.source[0] == "R"
                else move
            )


def standard_move(word: str, first: int = 1) -> PileMove:
    """Return the move of a word of the notation, which counts columns from a first number."""
    return PileMove(
        word, _pile(word[0], first), _pile(word[1], first), int(word[3:], 16) if word[3:] else None
    )


def _pile(letter: str, first: int) -> str:
    if letter in "hr":
        return ANY_FOUNDATION if letter == "h" else ANY_CELL
    return f"T{int(letter) + 1 - first}" if letter.isdigit() else f"R{ord(letter) - ord('a') + 1}"


def to_freecell(
    tokens: Sequence[str],
    opening: Position,
    work: Work = UNCOUNTED,
    autoplay: Autoplay = Autoplay.NONE,
) -> str:
    """Return a game of FreeCell in standard notation, without the automatic moves of a rule.

    Raises ForeignLogError for a move that the notation does not have, and where the rule would have played an
    automatic move that the game does not have there.
    """
    return " ".join(
        _word(position, move, number)
        for number, position, move, is_automatic in played_with_rule(tokens, opening, work, autoplay)
        if not is_automatic
    )


def _word(position: Position, move: Move, number: int) -> str:
    """Return a legal move in standard notation. Raises ForeignLogError if the notation does not have it."""
    source, target = (_letter(pile) for pile in (move.token.source, move.token.target))
    if not move.action and move.token.source[0] != "F" and source and target:
        counts = [1] if target == "h" else counts_between(position, move.token.source, move.token.target)
        if counts:
            return f"{source}{target}" + (f"v{move.count:x}" if move.count != counts[-1] else "")
    raise ForeignLogError(f"Move {number}, {move.text}, has no standard notation.")


def _letter(pile: str) -> str:
    """Return the letter of a pile; empty for a pile that the notation does not have."""
    if pile[:1] == "F":
        return "h"
    number = int(pile[1:] or 0)
    return _LETTERS.get(pile[:1], "")[:number][number - 1 :]
