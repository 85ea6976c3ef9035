"""RULES §1 (won, lost, in progress) and the verdict of API.md."""

from collections.abc import Mapping
from typing import Any

from .games import Game, deal
from .referee import card_moves, is_won, legal_moves, play, why_not
from .tokens import is_token


def outcome(game: Game) -> str:
    if is_won(game):
        return "won"
    if is_lost(game):
        return "lost"
    return "in_progress"


def is_lost(game: Game) -> bool:
    """RULES §1, *Lost*: not won, and no card can be played any more however the stock is turned."""
    if card_moves(game) or why_not(game, "deal") is None:
        return False  # (1)
    turned = game.copy()
    redeals_tried = 0
    while True:
        if why_not(turned, "draw") is None:
            play(turned, "draw")
            if any(move.startswith("W-") for move in card_moves(turned)):
                return False  # (2)
        elif why_not(turned, "redeal") is None and redeals_tried == 0:
            play(turned, "redeal")
            # One is enough: the next would bring up the same cards in the same order.
            redeals_tried = 1
            if columns(turned) != columns(game):
                return False  # (3): it filled a vacancy
        else:
            return True


def columns(game: Game) -> list[list[str]]:
    return [game.piles[name] for name in game.names("T")]


def state(game: Game) -> dict[str, Any]:
    """The `final_state` of API.md."""
    return {
        "tableau": [
            {"pile": name, "face_down": game.face_down[name], "cards": list(game.piles[name])}
            for name in game.names("T")
        ],
        "foundations": [{"pile": name, "cards": list(game.piles[name])} for name in game.names("F")],
        "reserve": [{"pile": name, "cards": list(game.piles[name])} for name in game.names("R")],
        "stock": list(game.piles.get("S", [])),
        "waste": list(game.piles.get("W", [])),
        "redeals": game.redeals,
    }


def judge(request: Mapping[str, Any]) -> dict[str, Any]:
    """Plays a log until its end or its first illegal move."""
    moves = request["moves"]
    for move in moves:
        # RULES §1: outside the grammar the request is malformed, whatever stands before the token.
        if not is_token(move):
            raise ValueError(f"malformed token: {move!r}")
    seed = request.get("seed")
    game = deal(
        request["variant"],
        request.get("rules") or {},
        seed=None if seed is None else str(seed),
        deck=request.get("deck"),
    )
    first_illegal_move = None
    played = 0
    for index, move in enumerate(moves):
        reason = why_not(game, move)
        if reason is not None:
            first_illegal_move = {"index": index, "move": move, "reason": reason}
            break
        play(game, move)
        played += 1
    return {
        "valid": first_illegal_move is None,
        "outcome": outcome(game),
        "moves_played": played,
        "first_illegal_move": first_illegal_move,
        "final_state": state(game),
        "legal_moves": legal_moves(game),
    }
