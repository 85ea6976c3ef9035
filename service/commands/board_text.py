"""Draws a position for a terminal, never more than 80 characters wide."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

import click

from service.engine.cards import FACE_DOWN, is_red, symbol
from service.engine.position import Position

MARGIN: Final = 13
"""The width of the words on the left."""

_CELL: Final = 5
_BLANK: Final = " " * _CELL
_BACK: Final = "▒▒▒"
_PLACE: Final = "[ ]"
_SHOWN_OF_WASTE: Final = 8


def draw(position: Position) -> str:
    """The board as a player sees it: every pile under its name, columns fanned downwards, stock face down.

    Red cards are red; ``click.echo`` takes the colour out wherever no terminal shows it.
    """
    tables = position.tables
    a_row = 8 if len(tables.foundations) == 8 else 4
    blocks = (
        _places(position, "Foundations", tables.foundations, a_row),
        _places(position, "Reserve", tables.reserve, 8),
        _columns(position),
        _stock_and_waste(position),
    )
    return "\n\n".join("\n".join(lines) for block in blocks if (lines := list(block)))


def _places(position: Position, title: str, piles: range, a_row: int) -> Iterator[str]:
    """Piles of which only the top card shows, so many in a row."""
    for start in range(0, len(piles), a_row):
        row = piles[start : start + a_row]
        names = [position.tables.names[pile] for pile in row]
        yield from _fans(title if start == 0 else "", names, [[_top(position, pile)] for pile in row])


def _columns(position: Position) -> Iterator[str]:
    columns = position.tables.columns
    fans = [
        [_face(card) for card in position.piles[column][1:]] or [_cell(_PLACE, dim=True)]
        for column in columns
    ]
    yield from _fans("Columns", [position.tables.names[column] for column in columns], fans)


def _fans(title: str, names: Sequence[str], fans: Iterable[Sequence[str]]) -> Iterator[str]:
    """Cells side by side, each pile downwards from its name; nothing where there are no piles."""
    if names:
        yield title.ljust(MARGIN) + "".join(map(_cell, names))
    for row in zip_longest(*fans, fillvalue=_BLANK):
        yield (" " * MARGIN + "".join(row)).rstrip()


def _stock_and_waste(position: Position) -> Iterator[str]:
    tables = position.tables
    if tables.stock >= 0:
        redeals = f", after {counted(position.redeals, 'redeal')}" if position.redeals else ""
        yield _line("Stock", "S", _size(position, tables.stock) + redeals)
    if tables.waste >= 0:
        cards = _last_cards(position, tables.waste)
        yield _line(
            "Waste", "W", _size(position, tables.waste) + (f", the top last: {cards}" if cards else "")
        )


def _line(title: str, name: str, text: str) -> str:
    return f"{title.ljust(MARGIN)}{_cell(name)}  {text}"


def _last_cards(position: Position, pile: int) -> str:
    cards = position.cards(pile)
    shown = " ".join(_colored(symbol(card), card) for card in cards[-_SHOWN_OF_WASTE:])
    return f"… {shown}" if len(cards) > _SHOWN_OF_WASTE else shown


def _size(position: Position, pile: int) -> str:
    size = len(position.cards(pile))
    return counted(size, "card") if size else "empty"


def counted(number: int, thing: str) -> str:
    """So many of a thing, in words that fit the number."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _top(position: Position, pile: int) -> str:
    return _cell(_PLACE, dim=True) if position.is_empty(pile) else _face(position.piles[pile][-1])


def _face(card: int) -> str:
    if card >= FACE_DOWN:
        return _cell(_BACK, dim=True)
    return _BLANK[len(symbol(card)) :] + _colored(symbol(card), card)


def _colored(text: str, card: int) -> str:
    return click.style(text, fg="red") if is_red(card) else text


def _cell(text: str, *, dim: bool = False) -> str:
    # Filled up first: a style has no width on the screen, but it has in the string.
    return _BLANK[len(text) :] + (click.style(text, dim=True) if dim else text)
