"""Solutions that Solvitaire prints: the position after each move, as a table of cards.

The deal is read from the solution itself. A card that lies face down is printed as ``##`` until it is turned
up, and nothing moves it before. So the deal of a finished game is known.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from patience.cards import CARDS
from patience.compilation.compiled_rules import CompiledRules
from patience.formats.position_logs import MOST_MOVES, ForeignLogError, Piles, moves_through
from patience.play.board import Board, BoardError
from patience.play.dealing import Deal, deal_board

LONGEST: Final = 16_000_000
"""Characters of a text: a solution of FreeCell has thousands of moves."""

_HIDDEN: Final = "##"
_EMPTY: Final = "[]"
_END: Final = "=" * 35
_SECTIONS: Final = {
    "Foundations": "F",
    "Cells": "R",
    "Tableau Piles": "T",
    "Stock | Waste": "SW",
    "Stock": "S",
}

_Table = dict[str, list[str]]
"""By pile: its cards as printed, bottom to top."""


def read_solvitaire(text: str, tables: CompiledRules) -> tuple[Deal, list[str]]:
    """Return the deal and the moves of a solution of a game. Raises ForeignLogError."""
    if len(text) > LONGEST:
        raise ForeignLogError(f"The text has {len(text)} characters. At most {LONGEST} are read.")
    if "Solution:" not in text:
        raise ForeignLogError(
            "The text has no solution: expected the output of Solvitaire for a solved game."
        )
    printed = list(_tables(text.partition("Solution:")[2]))
    if not printed:
        raise ForeignLogError("The solution has no position.")
    shown = _turned_up(printed)
    if any(_HIDDEN in cards for cards in shown.values()):
        raise ForeignLogError("The solution ends before every card is turned up, so the deal is not known.")
    face_down = {pile: cards.count(_HIDDEN) for pile, cards in printed[0].items() if _HIDDEN in cards}
    try:
        deal = deal_board(tables, Board(shown, face_down))
    except BoardError as error:
        raise ForeignLogError(f"The deal is not one of {tables.variant.id}. {error}") from None
    return deal, moves_through(deal.opening, (_compared(deal, table, shown) for table in printed[1:]))


def _tables(text: str) -> Iterator[_Table]:
    """Yield the positions of a solution."""
    for number, block in enumerate(text.split(_END)):
        lines = block.strip("\n").split("\n")
        if not lines[0].startswith("---"):
            return
        if number > MOST_MOVES:
            raise ForeignLogError(f"More than {MOST_MOVES} positions.")
        yield _table(lines)


def _table(lines: Sequence[str]) -> _Table:
    """Read a position: headers, and rows of cards under each other."""
    table: _Table = {}
    letters = ""
    for line in lines:
        if line.startswith("--- "):
            title = line.strip("- ")
            if title not in _SECTIONS:
                raise ForeignLogError(f"Solutions with {ascii(title)[:40]} are not read.")
            letters = _SECTIONS[title]
            continue
        for place, cell in enumerate(line.split("\t"), start=1):
            name = letters[place - 1 : place] if "S" in letters else f"{letters}{place}"
            if name and letters != "F" and cell:
                table.setdefault(name, []).extend(_cards(cell))
    return table


def _cards(cell: str) -> list[str]:
    """Return the card of a cell, if it has one."""
    if cell == _EMPTY:
        return []
    card = cell.replace("10", "T")
    if card != _HIDDEN and card not in CARDS:
        raise ForeignLogError(f"{ascii(cell)[:40]} is not a card.")
    return [card]


def _turned_up(printed: Sequence[_Table]) -> _Table:
    """Return the deal: the first position, with the cards that later ones show in its hidden places."""
    deal = {pile: list(cards) for pile, cards in printed[0].items()}
    hidden = [
        (pile, place) for pile, cards in deal.items() for place, card in enumerate(cards) if card == _HIDDEN
    ]
    for table in printed[1:]:
        for pile, place in hidden[:]:
            cards = table.get(pile, ())
            if place < len(cards) and cards[place] != _HIDDEN:
                deal[pile][place] = cards[place]
                hidden.remove((pile, place))
    return deal


def _compared(deal: Deal, table: _Table, shown: _Table) -> Piles:
    """Return the piles of a position by number, hidden cards as the deal has them."""
    tables = deal.tables
    unknown = table.keys() - tables.pile.keys()
    if unknown:
        raise ForeignLogError(f"{tables.variant.id} does not have a pile {min(unknown)}.")
    return {
        pile: [
            CARDS[shown[name][place] if card == _HIDDEN else card]
            for place, card in enumerate(table.get(name, ()))
        ]
        for name, pile in tables.pile.items()
        if pile not in tables.foundations
    }
