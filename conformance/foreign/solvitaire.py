"""Solvitaire: `python -m conformance.foreign.solvitaire PROGRAM`, where PROGRAM is solvitaire.cpp
with Solvitaire's classes.

It lists the legal moves of a position. As a solver it leaves out some that gain nothing: whole columns to
empty columns, cells to cells, and moves from foundations. Those are not offered, nor are moves of several
cards in games where it moves them one by one. Of empty columns or cells it may name another.
"""

import json
import sys
from typing import Any

from conformance.foreign.adapter import SUITS, NotOffered, Program, dealt, serve

PRESETS = {"freecell": "free-cell"}
"""Where the preset has another name."""
CELLS = {"three": "-3-cell", "two": "-2-cell", "one": "-1-cell", "none": "-0-cell"}
WHOLE = ("mrs-mop", "simple-simon", "spider")
DEAL = "3"
"""The kind of move that deals."""


class Table:
    """A game of Solvitaire."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.variant, rules = request["variant"], request.get("rules", {})
        cells = tuple(CELLS) if self.variant == "freecell" else ()
        piles = dealt(request, {"foundations": ("final",), "cells": cells, "deal": ("any_time",)})
        preset = PRESETS.get(self.variant, self.variant) + CELLS.get(rules.get("cells"), "")
        parts = {"T": "tableau piles", "F": "foundations", "R": "reserve", "S": "stock"}
        board: dict[str, Any] = {part: [] for part in parts.values()}
        for name, cards in piles.items():
            codes = [card.upper()[0].replace("T", "10") + card[1] for card in cards]
            board[parts[name[0]]].append(codes) if name[0] == "T" else board[parts[name[0]]].extend(codes)
        self._ask(f"new {preset} {json.dumps({part: cards for part, cards in board.items() if cards})}")
        if len(self.names) != len(piles):
            raise NotOffered("another number of piles")
        if self.variant not in WHOLE:
            own = {suit: self.found[f"F{number}"][0] for number, suit in enumerate("CHSD", 1)}
            self.names |= {f"F{number}": own[suit] for number, suit in enumerate(SUITS, 1)}

    def _ask(self, text: str) -> None:
        state, _, moves = solver.ask(text).partition("|")
        piles = [words.split(" ") for words in state.split(";") if words]
        self.found = {name: (index, self._cards(cards)) for name, index, cards in piles}
        self.cards = dict(self.found.values())
        self.moves = [tuple(move.split()) for move in moves.split(";") if move]
        if text.startswith("new"):
            self.names = {name: index for name, index, _ in piles}

    @staticmethod
    def _cards(text: str) -> list[str]:
        codes = [code.replace("10", "T") for code in text.split(",") if code]
        return [code[1:].lower() if code[0] == "-" else code for code in codes]

    def act(self, action: str) -> bool:
        """Deal."""
        deals = [number for number, move in enumerate(self.moves) if move[0] == DEAL]
        if action == "deal" and deals:
            self._ask(str(deals[0]))
        return action == "deal" and bool(deals)

    def move(self, source: str, target: str, count: int) -> bool:
        """Play the listed move between these piles."""
        start, end = self.names[source], self.names[target]
        kinds, empty = source[0] + target[0], not self.cards[end]
        if self.cards[start] and (
            kinds in {"FT", "FR", "FF", "RR"}
            or (kinds == "TT" and count > 1 and self.variant not in WHOLE)
            or (kinds == "TT" and empty and count == len(self.cards[start]))
        ):
            raise NotOffered("moves that a solver leaves out")
        alike = [end]
        if empty and (target[0] != "F" or self.variant in WHOLE):
            alike += [
                index for name, index in self.names.items() if name[0] == target[0] and not self.cards[index]
            ]
        for place in alike:
            for number, move in enumerate(self.moves):
                if move[1:3] == (start, place) and abs(int(move[3])) == count and move[0] != DEAL:
                    other = next(name for name, index in self.names.items() if index == place)
                    self.names |= {target: place, other: end}
                    self._ask(str(number))
                    return True
        return False

    def won(self) -> bool:
        """Return whether all cards are on foundations."""
        return not any(self.cards[index] for name, index in self.names.items() if name[0] != "F")

    def piles(self) -> dict[str, list[str]]:
        """Return the piles."""
        return {name: self.cards[index] for name, index in self.names.items()}


solver = Program(sys.argv[1])
serve(Table)
