"""A player who looks one move ahead, and gives up where no move comes to anything new."""

import random
from collections.abc import Hashable
from typing import Final

from patience.play.dealing import Deal
from patience.play.legality import Play, card_moves, check
from patience.play.position import Position
from patience.play.replay import advance

MOST_MOVES: Final = 600


def play_on(deal: Deal, source: random.Random) -> list[Position]:
    """A game of this player, position by position; it ends won, given up, or after ``MOST_MOVES``.

    The player takes the best move that leads to a position not met before, chance deciding between equals,
    and turns the stock where there is none.
    """
    position = deal.position()
    game = [position]
    met: set[Hashable] = {_look(position)}
    while not position.won and len(game) <= MOST_MOVES:
        after = _next(position, met, source)
        if after is None:
            break
        position = after
        met.add(_look(position))
        game.append(position)
    return game


def _next(position: Position, met: set[Hashable], source: random.Random) -> Position | None:
    """What the best move comes to, None if the player gives up."""
    plays = list(card_moves(position))
    source.shuffle(plays)
    plays.sort(key=lambda play: _worth(position, play), reverse=True)
    for play in plays:
        after = position.copy()
        after.move(*play)
        if _look(after) not in met:
            return after
    for action in ("deal", "draw", "redeal"):
        if check(position, action) is None:
            after = position.copy()
            advance(after, [action])
            return after
    return None


def _worth(position: Position, play: Play) -> int:
    tables, (source, target, count) = position.tables, play
    if target in tables.foundations:
        return 0 if source in tables.foundations else 3
    if source not in tables.columns:
        return 1
    shown = position.face_down(source)
    return 2 if shown and count == len(position.piles[source]) - 1 - shown else 0


def _look(position: Position) -> Hashable:
    """What tells positions apart; columns may stand in any order."""
    columns = position.tables.columns
    return (
        tuple(sorted(tuple(position.piles[column]) for column in columns)),
        tuple(tuple(pile) for number, pile in enumerate(position.piles) if number not in columns),
        position.redeals,
    )
