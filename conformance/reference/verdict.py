"""The outcome of a position, and the verdict on a log (docs/rules.md, *Won*, *Lost*)."""

from collections.abc import Mapping, Sequence
from typing import Any

from .dealing import deal
from .declaration import Json
from .game import Game, state
from .referee import has_card_move, is_won, lays_under, legal_moves, play, taken_up, why_not
from .tokens import is_token


def outcome(game: Game) -> str:
    if is_won(game):
        return "won"
    return "lost" if is_lost(game) else "in_progress"


def is_lost(game: Game, *, turned_over: bool = False) -> bool:  # noqa: C901 - a condition after the other
    """Whether no card can be played any more however the stock is turned; the game is not won.

    Packets that were `turned_over` by a redeal come up as they did before the next time.
    """
    if has_card_move(game) or why_not(game, "deal") is None:
        return False  # (1)
    if game.rules.stock and game.rules.stock.gathers:
        return is_lost_by_gathering(game)
    stock = game.rules.stock
    if stock and stock.restocks:
        left = stock.redeals is None or game.redeals < stock.redeals
        return bool(game.piles["S"]) or not left or not any(game.piles[name] for name in taken_up(game))
    if lays_under(game) and (stock and (stock.redeals is None or game.redeals < stock.redeals)):
        return False  # (3), whatever it brings
    turned = game.copy()
    while why_not(turned, "draw") is None:
        if plays_from_waste(turned):
            return False  # (2)
    if why_not(turned, "redeal") is not None:
        return True
    play(turned, "redeal")
    if vacancies(turned) != vacancies(game):
        return False  # (3)
    while why_not(turned, "draw") is None:
        if plays_from_waste(turned):
            return False  # (2)
    # Another redeal would bring up the same cards in the same order, unless it turns packets over.
    return turned_over or not turns_packets_over(game) or is_lost(turned, turned_over=True)


def turns_packets_over(game: Game) -> bool:
    """Whether cards are drawn in packets, whose order a redeal reverses."""
    return game.rules.stock is not None and "packet" in game.rules.stock.draw_as


def plays_from_waste(turned: Game) -> bool:
    """Draw, and return whether the new top of the waste can be played, or a card put on it."""
    play(turned, "draw")
    return has_card_move(turned)


def vacancies(game: Game) -> list[str]:
    return [name for name in game.names("T") + game.names("R") if not game.piles[name]]


def is_lost_by_gathering(game: Game) -> bool:
    """Whether a redeal that gathers the columns brings no card move either."""
    stock = game.rules.stock
    assert stock
    if stock.redeals is not None and game.redeals >= stock.redeals:
        return True
    if stock.gather_as != "groups":
        return False
    assert stock.gather
    if sum(len(game.piles[name]) for name in game.names("T")) > stock.gather * game.rules.columns.number:
        return False
    after = game.copy()
    play(after, "redeal")
    return not is_won(after) and not has_card_move(after)


def first_divergence(checkpoints: Sequence[Json], positions: Sequence[Game]) -> Json | None:
    """Return the first checkpoint that differs; `positions` are those after 0, 1, 2, … legal moves."""
    for after, game in enumerate(positions):
        for checkpoint in checkpoints:
            if checkpoint["after"] == after:
                claims = checkpoint["piles"].items()
                piles = [name for name, cards in claims if not holds(game.piles.get(name, []), cards)]
                if piles:
                    return {"after": after, "piles": [{"pile": name} for name in piles]}
    return None


def holds(pile: Sequence[str], cards: Sequence[str]) -> bool:
    """Return whether a pile has these cards, of which `??` is any."""
    if len(pile) != len(cards):
        return False
    return all(card in ("??", real) for card, real in zip(cards, pile, strict=True))


def judge(declaration: Json, request: Mapping[str, Any]) -> dict[str, Any]:
    """Play a log until its end or its first illegal move."""
    moves = request["moves"]
    for move in moves:
        if not is_token(move):
            raise ValueError(f"malformed token: {move!r}")
    seed = request.get("seed")
    game = deal(
        declaration,
        seed=None if seed is None else str(seed),
        deck=request.get("deck"),
        board=request.get("board"),
        orders=request.get("redeal_orders") or (),
    )
    first_illegal_move = None
    played = 0
    checkpoints = request.get("checkpoints")
    positions = [game.copy()]
    for index, move in enumerate(moves):
        reason = why_not(game, move)
        if reason is not None:
            first_illegal_move = {"index": index, "move": move, "reason": reason}
            break
        play(game, move)
        played += 1
        if checkpoints:
            positions.append(game.copy())
    divergence = {"first_divergence": first_divergence(checkpoints, positions)} if checkpoints else {}
    return {
        "valid": first_illegal_move is None,
        "outcome": outcome(game),
        "moves_played": played,
        "first_illegal_move": first_illegal_move,
        "final_state": state(game),
        "legal_moves": legal_moves(game),
        **divergence,
    }
