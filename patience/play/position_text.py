"""The text of a position: one line, the same in every implementation, as FEN is for chess.

It has the variant, its options that differ from the defaults, and every pile that has a card
(docs/reference/positions.md).

>>> from patience.compilation.compiled_rules import tables_for
>>> from patience.play.dealing import deal_seed
>>> write_position(deal_seed(tables_for("freecell"), "1").opening)[:49]
'freecell;T1=JDKD2S4C3S6D6S;T2=2DKCKS5CTD8S9C;T3=9'
"""

import re
from dataclasses import replace
from typing import Final

from patience.cards import CODES
from patience.cards.mistakes import usual_cards
from patience.cards.notation import PILE_PATTERN
from patience.compilation.compiled_rules import CompiledRules
from patience.play.board import Board
from patience.play.position import Position
from patience.rules.variant import OptionValue

LONGEST_TEXT: Final = 2000
"""Characters of the longest text of a position that is read; four packs, or 104 columns, need about 900."""

_GAME: Final = re.compile(r"([a-z0-9-]{1,80})((?:,[a-z0-9_]{1,40}=[a-z0-9_]{1,40})*)")
_PILE: Final = re.compile(rf"({PILE_PATTERN})=(?:\(((?:[A2-9TJQK][CDHS])+)\))?((?:[A2-9TJQK][CDHS])*)")
_REDEALS: Final = re.compile(r"redeals=(0|[1-9][0-9]{0,9})")
_MERCI: Final = re.compile("merci=(used|[2-9])")
_PHASE: Final = re.compile(r"phase=(0|[1-9][0-9]?)")
_BASE: Final = re.compile(r"base=([A2-9TJQK])")


class PositionTextError(ValueError):
    """A text that does not follow the grammar of positions."""


def write_position(position: Position) -> str:
    """Return the text of a position."""
    return f"{game_name(position.tables)};{write_piles(position)}"


def game_name(tables: CompiledRules) -> str:
    """Return the variant with its options that differ from the defaults, as in ``spider,suits=two``."""
    defaults = {option.name: option.default for option in tables.variant.options}
    options = [f",{name}={value}" for name, value in tables.options if value != defaults[name]]
    return f"{tables.variant.id}{''.join(options)}"


def parse_position(text: str) -> tuple[str, dict[str, OptionValue], Board]:
    """Return the variant, the options and the board of a text, as far as the grammar can check them.

    Raises PositionTextError.
    """
    game, _, piles = text.partition(";")
    found = _GAME.fullmatch(game)
    if not found:
        raise PositionTextError(
            f"{ascii(game)[:60]} does not name a game. Expected a variant and its options: spider,suits=two."
        )
    options: dict[str, OptionValue] = {}
    for name, _, value in (pair.partition("=") for pair in found[2].split(",")[1:]):
        if name in options:
            raise PositionTextError(f"The option {name} occurs twice.")
        options[name] = int(value) if value.isdigit() and len(value) < 10 else value
    return found[1], options, parse_piles(piles)


def parse_piles(text: str) -> Board:
    """Return the board of the part of a text that follows the game. Raises PositionTextError."""
    if len(text) > LONGEST_TEXT:
        raise PositionTextError(f"The position has {len(text)} characters. At most {LONGEST_TEXT} are read.")
    piles: dict[str, list[str]] = {}
    face_down: dict[str, int] = {}
    board = Board(piles, face_down, counts_opened=True)
    seen = set()
    for entry in text.split(";"):
        name = entry.partition("=")[0]
        if name in seen:
            raise PositionTextError(f"{ascii(name)[:60]} occurs twice.")
        seen.add(name)
        if found := _PILE.fullmatch(entry):
            down, up = found[2] or "", found[3]
            cards = down + up
            piles[found[1]] = [cards[place : place + 2] for place in range(0, len(cards), 2)]
            face_down[found[1]] = len(down) // 2
        elif found := _REDEALS.fullmatch(entry):
            board = replace(board, redeals=int(found[1]))
        elif found := _MERCI.fullmatch(entry):
            board = replace(board, merci_used=1 if found[1] == "used" else int(found[1]))
        elif found := _PHASE.fullmatch(entry):
            board = replace(board, phase=int(found[1]))
        elif found := _BASE.fullmatch(entry):
            board = replace(board, base_rank=found[1])
        else:
            usual = usual_cards(entry)
            meant = f" Did you mean {usual:.60}?" if usual != entry and _PILE.fullmatch(usual) else ""
            raise PositionTextError(
                f"{ascii(entry)[:60]} is not a pile. Expected its name and its cards bottom to top, "
                f"those face down in brackets, as in T3=(9CKD)4H.{meant}"
            )
    return board


def write_piles(position: Position) -> str:
    """Return the piles of a position as its text has them, without the game."""
    tables = position.tables
    entries = []
    for pile, name in enumerate(tables.names):
        cards, down = [CODES[card] for card in position.cards(pile)], position.buried(pile)
        if cards:
            hidden = f"({''.join(cards[:down])})" if down else ""
            entries.append(f"{name}={hidden}{''.join(cards[down:])}")
    if position.redeals:
        entries.append(f"redeals={position.redeals}")
    if position.merci_used:
        entries.append(f"merci={position.merci_used if position.merci_used > 1 else 'used'}")
    if position.phase:
        entries.append(f"phase={position.phase}")
    if tables.base_rank:
        entries.append(f"base={tables.base_rank}")
    return ";".join(entries)
