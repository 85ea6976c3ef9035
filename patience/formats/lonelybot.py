"""lonelybot's moves of Klondike: ``A♣:5▸♣  =  8♥:D▸4``, each a card, its pile and where it goes.

``D`` is the waste, a digit a column, a suit its foundation. ``=`` draws, or turns the waste over where the
stock is empty. The program prints the game in two other notations as well, which are not read.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from patience.cards import SUIT_SYMBOLS, symbol
from patience.cards.notation import ANY_FOUNDATION
from patience.formats.pile_moves import PileMove, played
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import UNCOUNTED, Work
from patience.play.position import Position

_ARROW: Final = "▸"
_MOVE: Final = re.compile(f"(10|[2-9AJQK])([♣♦♥♠]):([D1-7♣♦♥♠]){_ARROW}([1-7♣♦♥♠])")
_OTHER_ARROW: Final = re.compile("(?<=[D1-7♣♦♥♠])(?:→|->|>)(?=[1-7♣♦♥♠])")
_SUITS: Final = {symbol: suit for suit, symbol in SUIT_SYMBOLS.items()}


def is_by_lonelybot(text: str) -> bool:
    """Return whether a text has the arrow of the program's moves."""
    return _ARROW in text


def moves_of_lonelybot(text: str, work: Work) -> Iterator[PileMove]:
    """Yield the moves of a text. Raises ForeignLogError."""
    text = _OTHER_ARROW.sub(_ARROW, text.replace("\ufe0f", ""))
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.replace(",", " ").split()
        if _ARROW not in line and set(words) != {"="}:
            continue
        for word in words:
            work.step()
            if word == "=":
                yield PileMove(word, "turn")
                continue
            found = _MOVE.fullmatch(word)
            if not found:
                raise ForeignLogError(
                    f"Line {number}, {ascii(word)[:40]}, is not a move of lonelybot: expected = or 8♥:1▸4."
                )
            rank, suit, source, target = found.groups()
            card = rank.replace("10", "T") + _SUITS[suit]
            yield PileMove(word, _pile(source), _pile(target), head=card)


def _pile(letter: str) -> str:
    if letter == "D":
        return "W"
    return f"T{letter}" if letter.isdigit() else ANY_FOUNDATION


def to_lonelybot(tokens: Sequence[str], opening: Position, work: Work = UNCOUNTED) -> str:
    """Return a game of Klondike as lonelybot prints its moves. Raises ForeignLogError."""
    words = []
    for number, position, move in played(tokens, opening, work):
        if move.action:
            words.append("=")
            continue
        source, target = move.token.source, move.token.target
        if source == target:
            raise ForeignLogError(f"Move {number}, {move.text}: lonelybot turns cards up by itself.")
        card = symbol(position.cards(move.source)[-move.count])
        places = [{"W": "D", "F": card[-1]}.get(pile[0], pile[1:]) for pile in (source, target)]
        words.append(f"{card}:{places[0]}{_ARROW}{places[1]}")
    return "  ".join(words)
