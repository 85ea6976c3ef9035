"""Count the ways to play on: how many sequences of 1, 2, 3 … legal moves a position allows."""

from tests.reference import Game, legal_moves, play

DEEPEST = 6
MOST_POSITIONS = 150


def ways(game: Game, longest: int = DEEPEST) -> list[int]:
    """Return the numbers of sequences of one move, of two, and so on while there are few enough positions."""
    positions: list[Game] = [game]
    counts: list[int] = []
    while len(counts) < longest and 0 < len(positions) <= MOST_POSITIONS:
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
