"""What each move did, seen by comparing the position before and after it."""

from typing import NamedTuple

from service.engine.cards import FACE_DOWN
from service.engine.legality import play, play_of
from service.engine.notation import Move
from service.engine.position import Position


class Moved(NamedTuple):
    """Cards gone from one pile to another, bottom to top as they lie on the target."""

    source: int
    target: int
    cards: tuple[int, ...]


class TurnedUp(NamedTuple):
    """A card of a column turned face up."""

    column: int
    card: int


class Step(NamedTuple):
    """All that one move did, and all that followed of itself."""

    moved: tuple[Moved, ...]
    turned_up: tuple[TurnedUp, ...] = ()
    filled: tuple[Moved, ...] = ()


def play_and_watch(position: Position, move: Move) -> Step:
    """Play a legal move; what it did."""
    if move.action == "deal":
        return _deal(position, move)
    if move.action == "redeal":
        return _redeal(position, move)
    return _between(position, move)


def _deal(position: Position, move: Move) -> Step:
    sizes = [len(pile) for pile in position.piles]
    play(position, move)
    piles = position.piles
    dealt_to = (column for column in position.tables.columns if len(piles[column]) > sizes[column])
    return Step(tuple(Moved(position.tables.stock, column, (piles[column][-1],)) for column in dealt_to))


def _redeal(position: Position, move: Move) -> Step:
    tables = position.tables
    turned_over = tuple(position.piles[tables.waste][:0:-1])
    vacant = [column for column in tables.columns if position.is_empty(column)]
    play(position, move)
    filled = (column for column in vacant if not position.is_empty(column))
    return Step(
        (Moved(tables.waste, tables.stock, turned_over),),
        filled=tuple(Moved(tables.stock, column, (position.piles[column][-1],)) for column in filled),
    )


def _between(position: Position, move: Move) -> Step:
    source, target, count = play_of(position, move)
    pile = position.piles[source]
    moved = (Moved(source, target, tuple(pile[-count:])),)
    left = pile[:-count]
    supplies = [(supply, len(position.piles[supply])) for supply in position.tables.refills[source]]
    play(position, move)
    if left[-1] >= FACE_DOWN:
        return Step(moved, turned_up=(TurnedUp(source, pile[-1]),))
    used = [supply for supply, size in supplies if len(position.piles[supply]) < size]
    return Step(moved, filled=tuple(Moved(supply, source, (pile[-1],)) for supply in used))
