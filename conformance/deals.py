"""Deals by the readable engine."""

from collections.abc import Mapping
from typing import Any

from patience.board_reader import read_board
from patience.compiled import tables_for
from patience.dealing import Deal, deal_board, deal_deck, deal_seed


def deal_of(game: Mapping[str, Any]) -> Deal:
    """Deal the game of a request or of a fixture."""
    tables = tables_for(game["variant"], game.get("rules", {}))
    if "board" in game:
        return deal_board(tables, read_board(game["board"]))
    return deal_seed(tables, game["seed"]) if "seed" in game else deal_deck(tables, game["deck"])
