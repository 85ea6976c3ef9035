"""Deals of other programs, card by card: fc-solve's boards, Solvitaire's JSON, and Klondike-Solver's decks.

fc-solve's board has a column a line, from its bottom, and perhaps cells, foundations and comments.
Solvitaire's cards in lower case lie face down. A deck has three digits a card, two for the rank and one for
the suit (1 clubs, 2 diamonds, 3 hearts, 4 spades), in the order in which Klondike is dealt.
"""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final

from patience.cards import CARDS, RANKS
from patience.cards.mistakes import usual_cards
from patience.compilation.compiled_rules import CompiledRules
from patience.formats.dialects import dealt_klondike
from patience.formats.position_logs import ForeignLogError
from patience.play.board import Board

LONGEST_BOARD: Final = 4_000
"""Characters of a board that is read."""

_DECK: Final = re.compile("(?:(?:0[1-9]|1[0-3])[1-4]){52}")
_HEIGHT: Final = re.compile("([CDHS])-(0|A|[2-9]|10|[TJQK])")
_PILES: Final = {"tableau piles": "T", "foundations": "F", "cells": "R", "reserve": "R"}
_SINGLE: Final = {"stock": "S", "waste": "W"}


def is_board(text: str) -> bool:
    """Return whether a text is a board of another program; the text of a position has ``=`` signs."""
    return "=" not in text


def read_board_of(text: str, tables: CompiledRules) -> Board:
    """Return the board of a game in another program's text. Raises ForeignLogError."""
    if len(text) > LONGEST_BOARD:
        raise ForeignLogError(f"The board has {len(text)} characters. At most {LONGEST_BOARD} are read.")
    if text.lstrip().startswith("{"):
        return _solvitaire(text)
    digits = "".join(text.split())
    if digits.isdigit():
        return _deck(digits)
    return _fc_solve(text, tables)


def _deck(digits: str) -> Board:
    if not _DECK.fullmatch(digits):
        raise ForeignLogError("A deck of Klondike-Solver has 52 cards of three digits, such as 014 for AS.")
    cards = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    return dealt_klondike([RANKS[int(card[:2]) - 1] + "CDHS"[int(card[2]) - 1] for card in cards])


def _fc_solve(text: str, tables: CompiledRules) -> Board:
    piles: dict[str, list[str]] = {}
    column = 0
    for number, line in enumerate(text.strip("\n").split("\n"), start=1):
        if line.lstrip().startswith("#"):
            continue
        words = line.partition("#")[0].removeprefix(":").split()
        if words[:1] == ["Foundations:"] or words[:1] == ["Founds:"]:
            piles |= dict(_foundations(number, words[1:], tables))
        elif words[:1] == ["Freecells:"] or words[:1] == ["FC:"]:
            cells = (word for word in words[1:])
            piles |= {
                f"R{place}": [_card(number, word)] for place, word in enumerate(cells, 1) if word != "-"
            }
        else:
            column += 1
            piles[f"T{column}"] = [_card(number, word) for word in words]
    return Board(piles)


def _foundations(number: int, words: Sequence[str], tables: CompiledRules) -> Iterator[tuple[str, list[str]]]:
    for word in words:
        found = _HEIGHT.fullmatch(word)
        if not found:
            raise ForeignLogError(f"Line {number}: {ascii(word)[:40]} is not a foundation such as H-3.")
        suit, top = found[1], found[2].replace("10", "T")
        height = 0 if top == "0" else RANKS.index(top) + 1
        for pile, foundation in zip(tables.foundations, tables.rules.foundations, strict=True):
            if suit in foundation.suits and height:
                yield tables.names[pile], [f"{rank}{suit}" for rank in RANKS[:height]]
                break


def _card(number: int, word: str) -> str:
    code = usual_cards(word)
    if code not in CARDS:
        raise ForeignLogError(f"Line {number}: {ascii(word)[:40]} is not a card.")
    return code


def _solvitaire(text: str) -> Board:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ForeignLogError(f"The deal is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise ForeignLogError("Solvitaire's deal is a JSON object.")
    piles: dict[str, list[str]] = {}
    face_down: dict[str, int] = {}
    for name, member in value.items():
        for pile, cards in _members(name, member):
            if pile in piles or not isinstance(cards, list):
                raise ForeignLogError(
                    f"Solvitaire's deal: {ascii(name)[:40]} is not a list of piles of cards."
                )
            piles[pile] = [_card_of(name, card) for card in cards]
            down = sum(isinstance(card, str) and card[-1:].islower() for card in cards)
            if down and pile[0] == "T":
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
