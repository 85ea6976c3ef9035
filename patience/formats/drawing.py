"""Drawings of a position for a terminal, at most 80 columns wide.

Piles stand side by side under their names, at most 13 in a row, or 14 in a game of such rows. Columns, and
reserve piles of several cards, are fanned downwards; of other piles only the top card shows. Stock and waste
take a line each.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import ceil
from typing import Final

from patience.cards import FACE_DOWN, is_red, symbol
from patience.play.position import Position
from patience.words.names import count_cards, count_of

WIDTH: Final = 80
"""Columns of every board and report."""

MARGIN: Final = 13
"""Columns of the titles on the left."""

_CELL: Final = 5
_BLANK: Final = " " * _CELL
_BACK: Final = "▒▒▒"
_EMPTY: Final = "[ ]"
_MOST_IN_A_ROW: Final = (WIDTH - MARGIN) // _CELL
_WASTE_CARDS_SHOWN: Final = 8
_STYLES: Final = re.compile("\x1b\\[[0-9]+m")


def draw(position: Position, *, colored: bool = False) -> str:
    """Return the board as players see it: face-down cards and the stock as backs.

    ``colored`` makes red cards red, with the escape sequences of terminals.
    """
    tables = position.tables
    blocks = (
        _tops(position, "Foundations", tables.foundations, 8 if len(tables.foundations) == 8 else 4),
        _reserve(position),
        _fans(position, "Columns", tables.columns),
        _stock_and_waste(position),
    )
    board = "\n\n".join("\n".join(lines) for block in blocks if (lines := list(block)))
    return board if colored else _STYLES.sub("", board)


def _reserve(position: Position) -> Iterator[str]:
    tables = position.tables
    if any(len(position.piles[pile]) > 2 for pile in tables.reserve):
        return _fans(position, "Reserve", tables.reserve)
    if tables.merci >= 0:
        used, most = position.merci_used, tables.rules.mercis
        state = (f"used {used} of {most} times" if most > 1 else "used") if used else "not used yet"
        return iter([_line("Merci", tables.names[tables.merci], state)])
    return _tops(position, "Cells" if tables.cells else "Reserve", tables.reserve, 8)


def _tops(position: Position, title: str, piles: range, most_in_a_row: int) -> Iterator[str]:
    """Yield rows of piles of which only the top card shows."""
    for start in range(0, len(piles), most_in_a_row):
        row = piles[start : start + most_in_a_row]
        faces = [[_faces(position, pile)[-1]] for pile in row]
        yield from _row("" if start else title, [position.tables.names[pile] for pile in row], faces)


def _fans(position: Position, title: str, piles: range) -> Iterator[str]:
    """Yield rows of piles of which every card shows: those of the game, or as few of like length as fit."""
    places = position.tables.row
    margin = min(MARGIN, WIDTH - _CELL * places)
    rows = len(piles) // places if places and margin > len(title) else ceil(len(piles) / _MOST_IN_A_ROW)
    for number in range(rows):
        row = piles[number * len(piles) // rows : (number + 1) * len(piles) // rows]
        faces = [_faces(position, pile) for pile in row]
        names = [position.tables.names[pile] for pile in row]
        yield from _row("" if number else title, names, faces, margin)


def _row(
    title: str, names: Sequence[str], fans: Sequence[Sequence[str]], margin: int = MARGIN
) -> Iterator[str]:
    """Yield the lines of piles side by side, each pile downwards from its name."""
    yield title.ljust(margin) + "".join(map(_cell, names))
    for line in zip_longest(*fans, fillvalue=_BLANK):
        yield (" " * margin + "".join(line)).rstrip()


def _stock_and_waste(position: Position) -> Iterator[str]:
    tables = position.tables
    redeals = f", after {count_of(position.redeals, 'redeal')}" if position.redeals else ""
    if tables.stock >= 0:
        shown = position.cards(tables.stock)[-1:] if position.stock_shown else []
        top = "".join(f", on top {_colored(symbol(card), card)}" for card in shown)
        count = f"{position.phase} of {tables.rounds} moved in this round"
        laid = "" if not position.phase else ", in a round" if tables.rounds == 1 else f", {count}"
        yield _line("Stock", "S", _size(position, tables.stock) + top + redeals + laid)
    elif redeals:
        yield f"{'Redeals'.ljust(MARGIN)}{redeals.removeprefix(', after ')}"
    if tables.waste >= 0:
        cards = _last_cards(position, tables.waste)
        top_last = f", the top last: {cards}" if cards else ""
        yield _line("Waste", "W", _size(position, tables.waste) + top_last)


def _line(title: str, name: str, text: str) -> str:
    return f"{title.ljust(MARGIN)}{_cell(name)}  {text}"


def _last_cards(position: Position, pile: int) -> str:
    cards = position.cards(pile)
    shown = " ".join(_colored(symbol(card), card) for card in cards[-_WASTE_CARDS_SHOWN:])
    return f"… {shown}" if len(cards) > _WASTE_CARDS_SHOWN else shown


def _size(position: Position, pile: int) -> str:
    size = len(position.cards(pile))
    return count_cards(size) if size else "empty"


def _faces(position: Position, pile: int) -> list[str]:
    """Return the cells of a pile bottom to top, one for the place of an empty pile."""
    return [_face(card) for card in position.piles[pile][1:]] or [_cell(_EMPTY, dim=True)]


def _face(card: int) -> str:
    if card >= FACE_DOWN:
        return _cell(_BACK, dim=True)
    return _BLANK[len(symbol(card)) :] + _colored(symbol(card), card)


def _colored(text: str, card: int) -> str:
    return _styled(text, 31) if is_red(card) else text


def _cell(text: str, *, dim: bool = False) -> str:
    # Padded before it is styled: a style adds characters to the string but none to the screen.
    return _BLANK[len(text) :] + (_styled(text, 2) if dim else text)


def _styled(text: str, style: int) -> str:
    return f"\x1b[{style}m{text}\x1b[0m"
