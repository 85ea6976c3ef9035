"""Deals of other programs, card by card: fc-solve's boards, Solvitaire's JSON, and Klondike-Solver's decks.

fc-solve's board has a column a line, from its bottom, and perhaps cells, foundations and comments; that of
black-hole-solve has the card of its foundation, and the talon, of which the first card is dealt first.
Solvitaire's cards in lower case lie face down. A deck has three digits a card, two for the rank and one for
the suit (1 clubs, 2 diamonds, 3 hearts, 4 spades), in the order in which Klondike is dealt.
"""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from patience.cards import CARDS, CARDS_IN_PACK, CODES, RANKS
from patience.cards.mistakes import usual_cards
from patience.compilation.compiled_rules import CompiledRules
from patience.formats.board_lines import read_lines
from patience.formats.dialects import dealt_klondike
from patience.formats.pile_moves import CARD, is_open
from patience.formats.plain_text import plain
from patience.formats.position_logs import ForeignLogError
from patience.play.board import Board, lay_out
from patience.play.position import Position

LONGEST_BOARD: Final = 4_000
"""Characters of a board that is read."""

_DECK: Final = re.compile("(?<![0-9])(?:(?:0[1-9]|1[0-3])[1-4]){52}(?![0-9])")
_TABLE: Final = re.compile(
    r"^(?:Talon:.*\n)?Foundations:.*\n(?:(?:Freecells|Talon)?:.*(?:\n|$))+", re.MULTILINE
)
_CARD: Final = re.compile("(?<![0-9A-Z])(?:10|[A2-9TJQK])[CDHS](?![0-9A-Z])")
_MOVE: Final = re.compile("^(?:Move|Deal talon|Column [0-9]|Freecell [0-9])", re.MULTILINE)
_PILES: Final = {
    **dict.fromkeys(("tableau piles", "tableau", "columns", "cascades"), "T"),
    **dict.fromkeys(("foundations", "foundation"), "F"),
    **dict.fromkeys(("cells", "freecells", "free cells", "reserve"), "R"),
}
"""By member: the kind of its piles. lonelybot has one foundation."""
_SINGLE: Final = {"stock": "S", "waste": "W"}
_NAMED_PILE: Final = re.compile("[A-Z][0-9]*=")
_PILE: Final = re.compile(rf"^ ?([1-8]):((?: ?-?{CARD}){{1,24}}) *$", re.MULTILINE)
_TABLE_PILES: Final = 8
"""Columns and stock, as Klondike-Solver numbers them in its table."""


def is_board(text: str) -> bool:
    """Return whether a text is a board of another program; the text of a position has piles as ``T1=``."""
    return not _NAMED_PILE.search(text)


def has_cards(text: str) -> bool:
    """Return whether a text is a board of another program and not a flawed text of a position."""
    if not is_board(text) or len(text) > LONGEST_BOARD:
        return False
    return (
        text.lstrip()[:1] == "{" or bool(first_deck(text)) or len(_CARD.findall(usual_cards(plain(text)))) > 1
    )


def first_table(text: str) -> str:
    """Return the table that a solver prints before its first move; empty if there is none."""
    found = _TABLE.search(text)
    return found[0] if found and not _MOVE.search(text, 0, found.start()) else ""


def first_deck(text: str) -> str:
    """Return the first deck of Klondike-Solver that a text has; empty if there is none."""
    found = _DECK.search(text)
    return found[0] if found else ""


def deck_of_table(text: str) -> str:
    """Return the deck of the table that Klondike-Solver prints; empty if there is none."""
    found = islice(_PILE.finditer(text), _TABLE_PILES)
    piles = {int(pile[1]): re.findall(CARD, pile[2]) for pile in found}
    # The program prints a column from its top, and the stock from the next card that is drawn.
    columns = [piles.get(number, [])[::-1] for number in range(1, _TABLE_PILES)]
    if [len(column) for column in columns] != [*range(1, _TABLE_PILES)]:
        return ""
    rows = [column[row] for row in range(_TABLE_PILES - 1) for column in columns[row:]]
    return deck_of([*rows, *piles.get(_TABLE_PILES, [])])


def without_deck(text: str) -> str:
    """Return a text without its first deck."""
    return _DECK.sub("", text, count=1)


def read_board_of(text: str, tables: CompiledRules) -> Board:
    """Return the board of a game in another program's text. Raises ForeignLogError."""
    text = plain(text)
    if len(text) > LONGEST_BOARD:
        raise ForeignLogError(f"The board has {len(text)} characters. At most {LONGEST_BOARD} are read.")
    if text.lstrip().startswith("{"):
        return _solvitaire(text)
    table = deck_of_table(text) if tables.variant.id == "klondike" else ""
    digits = table or "".join(text.split())
    if digits.isdigit():
        return _deck(digits)
    return read_lines(text, tables)


def _deck(digits: str) -> Board:
    if not _DECK.fullmatch(digits):
        raise ForeignLogError("A deck of Klondike-Solver has 52 cards of three digits, such as 014 for AS.")
    cards = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    return dealt_klondike([RANKS[int(card[:2]) - 1] + "CDHS"[int(card[2]) - 1] for card in cards])


def _solvitaire(text: str) -> Board:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ForeignLogError(f"The deal is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise ForeignLogError("Solvitaire's deal is a JSON object.")
    piles: dict[str, list[str]] = {}
    face_down: dict[str, int] = {}
    # Lower case throughout is a way of writing, not a sign for cards that lie face down.
    is_lower = text.split('":', 1)[-1].islower()
    for name, member in value.items():
        for pile, cards in _members(name, member):
            if pile in piles or not isinstance(cards, list):
                raise ForeignLogError(
                    f"Solvitaire's deal: {ascii(name)[:40]} is not a list of piles of cards."
                )
            piles[pile] = [_card_of(name, card) for card in cards]
            down = sum(isinstance(card, str) and card[-1:].islower() for card in cards)
            if down and pile[0] == "T" and not is_lower:
                face_down[pile] = down
    return Board(piles, face_down)


def _members(name: str, member: object) -> Iterator[tuple[str, object]]:
    """Yield the piles of a member of Solvitaire's deal."""
    if name in _SINGLE:
        yield _SINGLE[name], member
    elif name in _PILES and isinstance(member, list):
        for place, cards in enumerate(member, start=1):
            # A cell is a card, not a list.
            yield f"{_PILES[name]}{place}", [cards] if isinstance(cards, str) else cards
    else:
        raise ForeignLogError(f"Solvitaire's deal: {ascii(name)[:40]} is not read.")


def _card_of(name: str, card: object) -> str:
    code = usual_cards(card) if isinstance(card, str) else ""
    if code not in CARDS:
        raise ForeignLogError(f"Solvitaire's deal: {ascii(card)[:40]} in {ascii(name)[:40]} is not a card.")
    return code


def to_fc_solve_board(position: Position) -> str:
    """Return a position as a board of fc-solve. Raises ForeignLogError for another game."""
    if not is_open(position.tables):
        raise ForeignLogError("fc-solve's boards have columns, cells and foundations with all cards face up.")
    piles = [position.cards(cell) for cell in position.tables.cells]
    cells = "".join(f" {CODES[pile[-1]]}" if pile else " -" for pile in piles)
    heights, columns = board_lines(position)
    return "\n".join([heights, *([f"Freecells:{cells}"] if cells else []), *columns, ""])


def board_lines(position: Position) -> tuple[str, list[str]]:
    """Return the line of the foundations and those of the columns, as fc-solve has them.

    Raises ForeignLogError for foundations that are not built from the Ace in suit.
    """
    tables = position.tables
    heights = dict.fromkeys("HCDS", "0")
    for pile in filter(position.cards, tables.foundations):
        cards = [CODES[card] for card in position.cards(pile)]
        suit = cards[0][1]
        if cards != [rank + suit for rank in RANKS[: len(cards)]] or heights[suit] != "0":
            raise ForeignLogError(
                f"fc-solve's boards have a foundation for each suit, from the Ace, not {' '.join(cards)}."
            )
        heights[suit] = cards[-1][0]
    columns = [
        "".join([":", *(f" {CODES[card]}" for card in position.cards(pile))]) for pile in tables.columns
    ]
    return " ".join(["Foundations:", *(f"{suit}-{top}" for suit, top in heights.items())]), columns


def to_deck(position: Position) -> str:
    """Return the deal of a Klondike as the digits of Klondike-Solver, drawn cards put back.

    Raises ForeignLogError.
    """
    tables = position.tables
    columns = [position.cards(pile) for pile in tables.columns]
    rows = [column[row] for row in range(len(columns)) for column in columns[row:] if row < len(column)]
    stock = [card for pile in (tables.waste, tables.stock) if pile >= 0 for card in position.cards(pile)]
    drawn = len(position.cards(tables.waste)) if tables.waste >= 0 else 0
    cards = [CODES[card] for card in (*rows, *stock[:drawn], *stock[drawn:][::-1])]
    is_whole = tables.variant.id == "klondike" and len(cards) == CARDS_IN_PACK
    dealt = lay_out(tables, dealt_klondike(cards)) if is_whole else None
    if not dealt or any(position.piles[pile] != dealt.piles[pile] for pile in tables.columns):
        raise ForeignLogError("A deck of Klondike-Solver is the deal of a Klondike, not a later position.")
    return deck_of(cards)


def deck_of(cards: Iterable[str]) -> str:
    """Return cards in the order of dealing as the digits of Klondike-Solver."""
    return "".join(f"{RANKS.index(card[0]) + 1:02}{'CDHS'.index(card[1]) + 1}" for card in cards)


def to_solvitaire_deal(position: Position) -> str:
    """Return a position as a deal of Solvitaire in JSON. Raises ForeignLogError for another game."""
    tables = position.tables
    kinds = {"T": "tableau piles", "F": "foundations", "R": "reserve", "S": "stock", "W": "waste"}
    if tables.cells:
        kinds["R"] = "cells"
    if tables.row or tables.rules.pairs or set(tables.cells) not in (set(), set(tables.reserve)):
        raise ForeignLogError(f"Solvitaire's deals do not have {tables.variant.id}.")
    deal: dict[str, list[object]] = {}
    for pile, name in enumerate(tables.names):
        down = position.buried(pile)
        codes = [CODES[card].replace("T", "10") for card in position.cards(pile)]
        cards = [code.lower() if place < down else code for place, code in enumerate(codes)]
        members = deal.setdefault(kinds[name[0]], [])
        if name[0] in "SW" or kinds[name[0]] == "cells":
            members += cards
        else:
            members.append(cards)
    return json.dumps({name: members for name, members in deal.items() if any(members)}, indent=2) + "\n"
