"""Deals by the readable engine."""

from collections.abc import Mapping
from typing import Any

from patience.compilation.compiled_rules import tables_for
from patience.formats.board_input import read_board
from patience.play.dealing import Deal, deal_board, deal_deck, deal_seed


def deal_of(game: Mapping[str, Any]) -> Deal:
    """Deal the game of a request or of a fixture."""
    tables = tables_for(game["variant"], game.get("rules", {}))
    if "board" in game:
        return deal_board(tables, read_board(game["board"]))
    return deal_seed(tables, game["seed"]) if "seed" in game else deal_deck(tables, game["deck"])
