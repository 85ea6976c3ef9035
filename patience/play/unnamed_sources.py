"""Moves from a foundation that the log does not number, as in ``F-T3``: the cards say which one is meant.

Most programs for one pack have *the* foundation. Logs that name it so are completed before they are judged:
``F-T3`` becomes the move from the one foundation whose card can go to column 3.
"""

import re
from collections.abc import Sequence
from typing import Final

from patience.cards import symbol
from patience.cards.notation import NUMBER, NotationError
from patience.play.legality import check, play
from patience.play.position import Position
from patience.words.names import listed

UNNAMED_PATTERN: Final = f"F-(?:[SW]|[TR]{NUMBER})(?:x{NUMBER})?"
_UNNAMED: Final = re.compile(UNNAMED_PATTERN)


def is_unnamed(token: object) -> bool:
    """Return whether a token is a move from a foundation without its number."""
    return isinstance(token, str) and token.startswith("F-") and _UNNAMED.fullmatch(token) is not None


def named(opening: Position, tokens: Sequence[str]) -> list[str]:
    """Return a log with every foundation that cards leave numbered.

    Raises NotationError for the first move that no foundation, or more than one, can make. What follows an
    illegal move is not judged, and gets the first foundation.
    """
    moves = list(tokens)
    places = [index for index, token in enumerate(moves) if is_unnamed(token)]
    position = opening.copy()
    for index in range(places[-1] + 1 if places else 0):
        if is_unnamed(moves[index]):
            moves[index] = named_move(position, moves[index], index)
        if check(position, moves[index]) is not None:
            return [f"F1{token[1:]}" if is_unnamed(token) else token for token in moves]
        play(position, position.tables.read(moves[index]))
    return moves


def named_move(position: Position, token: str, index: int = 0) -> str:
    """Return the move from the one foundation that can make it. Raises NotationError."""
    tables, target = position.tables, token[1:]
    filled = [pile for pile in tables.foundations if not position.is_empty(pile)]
    able = [pile for pile in filled if check(position, f"{tables.names[pile]}{target}") is None]
    if len(able) == 1:
        return f"{tables.names[able[0]]}{target}"
    known = listed(
        [f"{tables.names[pile]} with {symbol(position.cards(pile)[-1])}" for pile in able or filled]
    )
    if able:
        detail = f"{token}: {known} can both make this move. Number the foundation, as in F1-T3."
    elif known:
        detail = f"{token}: no foundation can make this move. The foundations that have cards: {known}."
    else:
        detail = f"{token}: no foundation has a card."
    raise NotationError({index: detail})
