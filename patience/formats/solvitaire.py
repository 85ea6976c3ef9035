"""Solutions that Solvitaire prints: the position after each move, as a table of cards.

The deal is read from the solution itself. A card that lies face down is printed as ``##`` until it is turned
up, and nothing moves it before. So the deal of a finished game is known.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import count, zip_longest
from typing import Final

from patience.cards import CARDS, CODES, FACE_DOWN
from patience.cards.mistakes import usual_cards
from patience.compilation.compiled_rules import CompiledRules
from patience.formats.pile_moves import played
from patience.formats.position_logs import MOST_MOVES, ForeignLogError, Piles, moves_through
from patience.formats.work import UNCOUNTED, Work
from patience.play.board import Board, BoardError
from patience.play.dealing import Deal, deal_board
from patience.play.position import Position

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

_SUITS: Final = "CHSD"
_SUMMARY: Final = re.compile(r"(?:[A-Z][A-Za-z ()]{,60}: .{,80})?")
"""A line after the positions: what the search took, or nothing."""

_Table = dict[str, list[str]]
"""By pile: its cards as printed, bottom to top."""


def read_solvitaire(text: str, tables: CompiledRules, work: Work) -> tuple[Deal, list[str]]:
    """Return the deal and the moves of a solution of a game. Raises ForeignLogError."""
    if len(text) > LONGEST:
        raise ForeignLogError(f"The text has {len(text)} characters. At most {LONGEST} are read.")
    if "Solution:" not in text:
        raise ForeignLogError(
            "The text has no solution: expected the output of Solvitaire for a solved game."
        )
    before, _, solution = text.partition("Solution:")
    printed = list(_tables(solution, before.count("\n") + 1, tables, work))
    if not printed:
        raise ForeignLogError("The solution has no position.")
    shown = _turned_up(printed, work)
    if any(_HIDDEN in cards for cards in shown.values()):
        raise ForeignLogError("The solution ends before every card is turned up, so the deal is not known.")
    face_down = {pile: cards.count(_HIDDEN) for pile, cards in printed[0].items() if _HIDDEN in cards}
    try:
        deal = deal_board(tables, Board(shown, face_down))
    except BoardError as error:
        raise ForeignLogError(f"The deal is not one of {tables.variant.id}. {error}") from None
    return deal, moves_through(deal.opening, (_compared(deal, table, shown) for table in printed[1:]), work)


def _tables(text: str, first_line: int, tables: CompiledRules, work: Work) -> Iterator[_Table]:
    """Yield the positions of a solution; ``first_line`` is the number of the text's first line."""
    numbers = count(first_line)
    *blocks, summary = text.split(_END)
    if summary.strip("\n").startswith("---"):
        # The text breaks off in a position, or has no line of dashes after its last one.
        blocks, summary = [*blocks, summary], ""
    for number, block in enumerate(blocks):
        if number > MOST_MOVES:
            raise ForeignLogError(f"More than {MOST_MOVES} positions.")
        # The line of the dashes ends the block.
        *lines, end = zip(numbers, block.split("\n"), strict=False)
        numbers = count(end[0])
        yield _table([(place, line) for place, line in (*lines, end) if line.strip()], tables, work)
    for place, line in zip(numbers, summary.split("\n"), strict=False):
        work.step()
        if not _SUMMARY.fullmatch(line.strip()):
            raise ForeignLogError(f"Line {place}, {ascii(line)[:60]}: expected a position, or the end.")


def _table(lines: Sequence[tuple[int, str]], tables: CompiledRules, work: Work) -> _Table:
    """Read a position: headers, and rows of cards under each other, all with the numbers of their lines."""
    table: _Table = {}
    letters = ""
    left = tables.cards
    for number, line in lines:
        work.step()
        if line.startswith("--- "):
            letters = _letters(number, line)
            continue
        if not letters:
            raise ForeignLogError(f"Line {number}, {ascii(line)[:60]}: expected a header such as --- Stock.")
        for place, cell in enumerate(line.split("\t"), start=1):
            name = letters[place - 1 : place] if "S" in letters else f"{letters}{place}"
            if letters == "F" or not cell.strip():
                continue
            cards = _cards(number, cell)
            left -= len(cards)
            if not name or (name not in tables.pile and (cards or name not in "SW")):
                lacking = name or f"in the place {place} of stock and waste"
                raise ForeignLogError(
                    f"Line {number}: {tables.variant.id} does not have a pile {lacking[:40]}."
                )
            if left < 0:
                raise ForeignLogError(f"Line {number}: the position has more than {tables.cards} cards.")
            table.setdefault(name, []).extend(cards)
    return table


def _letters(number: int, header: str) -> str:
    """Return the letters of the piles under a header."""
    title = header.strip("- \t")
    if title not in _SECTIONS:
        raise ForeignLogError(f"Line {number}: solutions with {ascii(title)[:40]} are not read.")
    return _SECTIONS[title]


def _cards(number: int, cell: str) -> list[str]:
    """Return the card of a cell, if it has one."""
    if cell.strip() == _EMPTY:
        return []
    card = usual_cards(cell.strip())
    if card != _HIDDEN and card not in CARDS:
        raise ForeignLogError(f"Line {number}: {ascii(cell)[:40]} is not a card.")
    return [card]


def _turned_up(printed: Sequence[_Table], work: Work) -> _Table:
    """Return the deal: the first position, with the cards that later ones show in its hidden places."""
    deal = {pile: list(cards) for pile, cards in printed[0].items()}
    hidden = [
        (pile, place) for pile, cards in deal.items() for place, card in enumerate(cards) if card == _HIDDEN
    ]
    for table in printed[1:]:
        work.step()
        for pile, place in hidden[:]:
            cards = table.get(pile, ())
            if place < len(cards) and cards[place] != _HIDDEN:
                deal[pile][place] = cards[place]
                hidden.remove((pile, place))
    return deal


def _compared(deal: Deal, table: _Table, shown: _Table) -> Piles:
    """Return the piles of a position by number, hidden cards as the deal has them."""
    tables = deal.tables
    return {
        pile: [
            CARDS[shown[name][place] if card == _HIDDEN else card]
            for place, card in enumerate(table.get(name, ()))
        ]
        for name, pile in tables.pile.items()
        if pile not in tables.foundations
    }


def to_solvitaire(tokens: Sequence[str], opening: Position, work: Work = UNCOUNTED) -> str:
    """Return the positions of a game as Solvitaire prints a solution. Raises ForeignLogError."""
    if not {name[0] for name in opening.tables.names} <= set("TFRSW") or opening.tables.row:
        raise ForeignLogError(f"Solvitaire prints no solutions of {opening.tables.variant.id}.")
    position, parts = opening, ["Solution:\n"]
    for _, position, _ in played(tokens, opening, work):
        parts.append(_printed(position))
    return "".join([*parts, _printed(position)])


def _printed(position: Position) -> str:
    """Return a position as Solvitaire prints it."""
    tables = position.tables
    stock = [_codes(position, pile) for pile in (tables.stock, tables.waste) if pile >= 0]
    sections = {
        "Foundations": [_codes(position, pile)[-1:] for pile in _by_suit(position)],
        "Cells": [_codes(position, pile) for pile in tables.reserve],
        "Tableau Piles": [_codes(position, pile) for pile in tables.columns],
        "Stock | Waste" if tables.waste >= 0 else "Stock": stock,
    }
    lines = []
    for title, piles in sections.items():
        if piles:
            lines.append(f"--- {title} ".ljust(25, "-"))
            rows = zip_longest(*(pile or [_EMPTY] for pile in piles), fillvalue="")
            lines += ["\t".join(row).rstrip() for row in rows]
    return "\n".join([*lines, _END, ""])


def _by_suit(position: Position) -> list[int]:
    """Return the foundations, those of one suit each in Solvitaire's order of suits."""
    tables = position.tables
    suits = ["".join(foundation.suits) for foundation in tables.rules.foundations]
    if sorted(suits) != sorted(_SUITS):
        return list(tables.foundations)
    return [tables.foundations[suits.index(suit)] for suit in _SUITS]


def _codes(position: Position, pile: int) -> list[str]:
    """Return the cards of a pile as Solvitaire prints them."""
    cards = position.piles[pile][1:]
    is_hidden = pile in position.tables.columns
    return [_HIDDEN if is_hidden and card >= FACE_DOWN else CODES[card].replace("T", "10") for card in cards]
