"""Count the ways to play on: how many sequences of 1, 2, 3 … legal moves a position allows."""

import random

from tests.reference import Game, legal_moves, play

DEEPEST = 5
MOST_POSITIONS = 40
MOVES_PLAYED = 70


def ways(game: Game) -> list[int]:
    """Return the numbers of sequences of one move, of two, and so on while there are few enough positions."""
    positions: list[Game] = [game]
    counts: list[int] = []
    while len(counts) < DEEPEST and 0 < len(positions) <= MOST_POSITIONS:
        following = [(position, legal_moves(position)) for position in positions]
        counts.append(sum(len(legal) for _, legal in following))
        if counts[-1] <= MOST_POSITIONS:
            positions = [after(position, token) for position, legal in following for token in legal]
        else:
            positions = []
    return counts


def after(position: Game, token: str) -> Game:
    """Return the position to which a legal move leads."""
    following = position.copy()
    play(following, token)
    return following


def some_moves(game: Game, source: random.Random) -> list[str]:
    """Play random moves, most often to the foundations, and return them; stop before the game is over."""
    moves = []
    while len(moves) < MOVES_PLAYED and (legal := legal_moves(game)):
        home = [token for token in legal if "-F" in token]
        token = source.choice(home if home and source.random() < 0.9 else legal)
        if not legal_moves(after(game, token)):
            break
        play(game, token)
        moves.append(token)
    return moves
