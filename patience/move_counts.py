"""Perft: how many ways there are to play on, which two engines can compare in one number.

``perft(game, n)`` is the number of legal logs of exactly n moves. Each legal move counts once, in its
shortest spelling: what ``legal_moves`` lists. A won game has no continuation. The word is chess programmers'
short form of *performance test*.
"""

from typing import Final, NamedTuple

from patience.cards.notation import Move
from patience.game import Game
from patience.patience_error import BAD_DEPTH, TOO_MANY_POSITIONS, PatienceError, whole_number

MERGED: Final = 200_000
"""The most positions of one depth that ``perft`` keeps in order to count on from each once: about 40 MB."""

MOST_POSITIONS: Final = 2_000_000
"""The most positions that ``reach`` keeps at once by default: about 400 MB."""

HIGHEST_DEPTH: Final = 500
"""The most moves that are counted. Each is a call inside the one before it, and the stack has an end."""

HIGHEST_MOST_POSITIONS: Final = 100_000_000
"""The highest number of positions that ``reach`` can be asked to keep: about 20 GB."""


class Ply(NamedTuple):
    """What can be reached in a number of moves."""

    moves: int
    leaves: int
    """The number of legal logs of this many moves."""
    positions: int
    """The number of different positions that they reach: every pile has the same cards, face up or down, and
    where redeals are limited as many were used."""


def perft(game: Game, depth: int) -> int:
    """Return the number of legal logs that go on from here with exactly ``depth`` moves.

    Positions that several logs reach are merged as long as a depth has few, then the tree of moves is walked;
    the moves of the last ply are counted without playing them. Raises PatienceError for a depth below 0 or
    above 500.

    >>> perft(Game("freecell", seed=1), 3)
    19812
    """
    return game._line.leaves(whole_number(depth, "The depth", BAD_DEPTH, 0, HIGHEST_DEPTH), MERGED)


def divide(game: Game, depth: int) -> dict[Move, int]:
    """Return ``perft`` split by the first move: the number of logs that begin with each.

    Raises PatienceError for a depth below 1 or above 500.
    """
    depth = whole_number(depth, "The depth", BAD_DEPTH, 1, HIGHEST_DEPTH)
    found: dict[Move, int] = {}
    after = game.copy()
    for move in game.legal_moves:
        after.push(move)
        found[move] = perft(after, depth - 1)
        after.pop()
    return found


def reach(game: Game, depth: int, most_positions: int = MOST_POSITIONS) -> list[Ply]:
    """Return how many logs and positions can be reached with each number of moves from 1 to ``depth``.

    A position that several logs reach is played on once. The positions of the last depth are kept, too, so
    this takes more time and memory than ``perft``. Raises PatienceError for a depth below 1 or above 500, and
    for more than ``most_positions`` at one depth.

    >>> reach(Game("klondike", seed=7), 3)[-1]
    Ply(moves=3, leaves=18, positions=10)
    """
    depth = whole_number(depth, "The depth", BAD_DEPTH, 1, HIGHEST_DEPTH)
    most_positions = whole_number(
        most_positions, "most_positions", TOO_MANY_POSITIONS, 1, HIGHEST_MOST_POSITIONS
    )
    found = [
        Ply(moves, *counts) for moves, counts in enumerate(game._line.plies(depth, most_positions), start=1)
    ]
    if len(found) < depth:
        raise PatienceError(
            TOO_MANY_POSITIONS,
            f"More than {most_positions} positions can be reached in {len(found) + 1} moves. Ask for fewer "
            f"moves, for more positions, or for perft, which keeps none.",
        )
    return found


plies = reach
"""The name of ``reach`` in version 2.0."""
