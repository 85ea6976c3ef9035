"""Shirl Hart's FreeCell solver: ``20|58|9D-8D|TS|2C;AH-3H``.

A line has its number, the move in standard notation, the card or the cards that move, and what they go to: a
card, ``e`` for an empty column, ``f`` for a cell, ``h`` for the foundations. Then come the cards that go to
the foundations by themselves, with the ends of each range.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from patience.cards import CODES, RANKS
from patience.cards.mistakes import cards_in
from patience.compilation.compiled_rules import Move
from patience.formats.autoplay import Autoplay
from patience.formats.freecell_notation import standard_move
from patience.formats.pile_moves import CARD, PileMove, played_with_rule
from patience.formats.plain_text import lines_in
from patience.formats.position_logs import ForeignLogError
from patience.formats.work import UNCOUNTED, Work
from patience.play.position import Position

_RANGE: Final = f"{CARD}(?:-{CARD})?"
_LINE: Final = re.compile(
    rf"([0-9]{{1,5}})\|([1-8A-D][1-8A-DH])\|({_RANGE})\|(?:[EFH]|{CARD})\|((?:{_RANGE};?){{0,4}})"
)


def is_by_shirl_hart(text: str) -> bool:
    """Return whether a text has a line of the solver's first move."""
    return re.search(r"^[ \t]{0,8}1\|", text, re.MULTILINE) is not None


def moves_of_shirl_hart(text: str, work: Work) -> Iterator[PileMove]:
    """Yield the moves of a text; lines before the first one are not read. Raises ForeignLogError."""
    for number, line in lines_in(text, _found, work):
        found = _found(line)
        if not found:
            raise ForeignLogError(
                f"Line {number}, {ascii(line)[:60]}, is not a move such as 20|58|9D-8D|TS|2C."
            )
        move = standard_move(found[2].lower())
        home = tuple(card for cards in found[4].split(";") if cards for card in _cards(number, cards))
        yield move._replace(
            text=line, cards=len(_cards(number, found[3], suited=False)), head=found[3][:2], home=home
        )


def _found(line: str) -> re.Match[str] | None:
    return _LINE.fullmatch(cards_in(line))


def _cards(number: int, cards: str, *, suited: bool = True) -> list[str]:
    """Return the cards from one end of a range to the other. Raises ForeignLogError."""
    first, last = cards[:2], cards[-2:]
    ranks = RANKS.index(first[0]), RANKS.index(last[0])
    if suited and (first[1] != last[1] or ranks[0] > ranks[1]):
        raise ForeignLogError(f"Line {number}: {cards} is not a range of a suit.")
    return [rank + first[1] for rank in RANKS[min(ranks) : max(ranks) + 1]]


def to_shirl_hart(
    tokens: Sequence[str], opening: Position, work: Work = UNCOUNTED, autoplay: Autoplay = Autoplay.NONE
) -> str:
    """Return a game as the solver prints it, automatic moves at the end of lines. Raises ForeignLogError."""
    lines: list[str] = []
    home: list[str] = []
    for number, position, move, is_automatic in played_with_rule(tokens, opening, work, autoplay):
        card = CODES[position.cards(move.source)[-1]] if not move.action else ""
        if is_automatic and lines:
            home.append(card)
            continue
        lines[-1:] = [line + _ranges(home) for line in lines[-1:]]
        home = []
        lines.append(f"{len(lines) + 1}|{_move(number, position, move)}|")
    lines[-1:] = [line + _ranges(home) for line in lines[-1:]]
    return "".join(f"{line}\n" for line in lines)


def _move(number: int, position: Position, move: Move) -> str:
    source, target = move.token.source, move.token.target
    letters = _letter(source), _letter(target)
    if not all(letters) or source[0] == "F" or source == target:
        raise ForeignLogError(f"Move {number}, {move.text}: Shirl Hart's notation has no such move.")
    head, last = (CODES[position.cards(move.source)[-place]] for place in (move.count, 1))
    cards = head if move.count == 1 else f"{head}-{last}"
    onto = {"F": "h", "R": "f"}.get(target[0]) or "e"
    if onto == "e" and not position.is_empty(move.target):
        onto = CODES[position.cards(move.target)[-1]]
    return f"{''.join(letters)}|{cards}|{onto}"


def _letter(pile: str) -> str:
    """Return the letter of a pile; empty for a pile that the notation does not have."""
    if pile[:1] == "F":
        return "h"
    return {"T": "12345678", "R": "abcd"}.get(pile[:1], "")[int(pile[1:] or 0) - 1 :][:1]


def _ranges(cards: Sequence[str]) -> str:
    """Return cards of each suit as a range, in the order of their first ones."""
    suits = dict.fromkeys(card[1] for card in cards)
    runs = ([card for card in cards if card[1] == suit] for suit in suits)
    return ";".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
