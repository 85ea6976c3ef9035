"""The truth about a position, by visiting every position that can be reached from it."""

from collections.abc import Hashable

from patience.play.legality import legal_moves, play
from patience.play.position import Position
from patience.search.sequence_counts import has_unlike_piles


def can_be_won(position: Position, most: int) -> bool | None:
    """Return whether some line wins; None if that is open after `most` positions."""
    met = {_key(position)}
    open_positions = [position]
    while open_positions:
        position = open_positions.pop()
        if position.won:
            return True
        for token in legal_moves(position):
            after = position.copy()
            play(after, after.tables.read(token))
            key = _key(after)
            if key not in met:
                met.add(key)
                open_positions.append(after)
        if len(met) > most:
            return None
    return False


def _key(position: Position) -> Hashable:
    tables = position.tables
    piles = [tuple(pile) for pile in position.piles]
    if position.is_empty(tables.stock) and position.is_empty(tables.waste) and not has_unlike_piles(tables):
        # Nothing is dealt any more, so columns may stand in any order.
        columns = tables.columns
        piles[columns.start : columns.stop] = sorted(piles[columns.start : columns.stop])
    endless = tables.rules.stock is not None and tables.rules.stock.redeals is None
    return tuple(piles), 0 if endless else position.redeals
