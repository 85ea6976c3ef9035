"""Says in a sentence why a move is illegal, in the words of RULES §1."""

from tests.reference import Game
from tests.reference.referee import card_moves, forward_moves
from tests.reference.tokens import ACTIONS, parse

OF_ACTIONS = {
    "game_over": "The game is already won.",
    "unknown_action": "This game has no {move}.",
    "stock_empty": "The stock is empty, so there is nothing to {move}.",
    "stock_not_empty": "A redeal waits until the stock is empty, but it has {stock}.",
    "waste_empty": "Stock and waste are both empty, so there is nothing to redeal.",
    "no_redeals_left": "The waste has become the stock {redeals} times, which is all that the rules allow.",
    "moves_available": "Under these rules a {move} waits while there is such a move as {blocks}.",
    "empty_column": "A {move} waits until no column is empty, but {empty} is.",
}

OF_CARDS = {
    "game_over": "The game is already won.",
    "unknown_pile": "This game has no pile {unknown}.",
    "source_locked": "No card may be taken from {source}.",
    "target_locked": "No card may be moved onto {target}.",
    "same_pile": "Source and target are both {source}.",
    "source_empty": "{source} is empty.",
    "not_enough_cards": "{source} has {held}, but {count} are asked for.",
    "face_down_card": "{source} has {held}, of which {down} face down, so {count} of them cannot move.",
    "one_card_only": "{group} cannot move from {source} to {target} in one move: here cards move one by one.",
    "broken_sequence": "{group} is no sequence that this game moves as a unit.",
    "foundation_full": "{target} is complete.",
    "incomplete_sequence": "{target} takes a whole sequence from King to Ace, not {group}.",
    "wrong_color": "The colour of {card} does not fit {target}, {onto}.",
    "wrong_suit": "The suit of {card} does not fit {target}, {onto}.",
    "needs_base": "{target} is empty and waits for the card that it is built on, not for {card}.",
    "needs_king": "{target} is empty and takes a King, not {card}.",
    "vacancy_reserved": "{target} is empty, and only the stock may fill it.",
    "wrong_rank": "{card} fits {target}, {onto}, but for its rank.",
    "king_locked": "{card} waits until the lower Ace pile of its suit has its King.",
    "no_foundation_accepts": "No foundation accepts {group}.",
}

REASONS = tuple(OF_ACTIONS | OF_CARDS)
"""In the order of the checks."""


def say(game: Game, token: str, reason: str) -> str:
    """The sentence for an illegal move in this position."""
    if token in ACTIONS:
        return OF_ACTIONS[reason].format(
            move=token,
            stock=cards(len(game.piles.get("S", []))),
            redeals=game.redeals,
            blocks=next(iter(blocking(game)), ""),
            empty=next((name for name in game.names("T") if not game.piles[name]), ""),
        )
    move = parse(token)
    source, target = game.piles.get(move.source, []), game.piles.get(move.target, [])
    group = source[-move.count :]
    return OF_CARDS[reason].format(
        unknown=move.source if move.source not in game.piles else move.target,
        source=move.source,
        target=move.target if move.target != "F" else "a foundation",
        count=move.count,
        held=cards(len(source)),
        down=game.face_down.get(move.source),
        group=" ".join(group),
        card=group[0] if group else "",
        onto=f"whose top card is {target[-1]}" if target else "which is empty",
    )


def cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def blocking(game: Game) -> list[str]:
    """The moves for which the stock may have to wait."""
    return forward_moves(game) if "deal" in game.rules else card_moves(game)
