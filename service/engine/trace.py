"""What each move did, and what followed of itself."""

from typing import NamedTuple

from service.engine.cards import FACE_DOWN
from service.engine.compiled import Move
from service.engine.legality import target_of
from service.engine.position import Fill, Position


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


def step_of(position: Position, move: Move) -> Step:
    """What a legal move will do; the position stays as it is."""
    position = position.copy()
    if move.action == "deal":
        return _deal(position)
    if move.action == "redeal":
        return _redeal(position)
    source, target, count = move.source, target_of(position, move), move.count
    pile = position.piles[source]
    moved = (Moved(source, target, tuple(pile[-count:])),)
    turns_up = pile[-count - 1] >= FACE_DOWN
    fills = position.move(source, target, count)
    turned_up = (TurnedUp(source, pile[-1]),) if turns_up else ()
    return Step(moved, turned_up, _filled(position, fills))


def _deal(position: Position) -> Step:
    columns = position.tables.columns[: position.deal()]
    stock = position.tables.stock
    return Step(tuple(Moved(stock, column, (position.piles[column][-1],)) for column in columns))


def _redeal(position: Position) -> Step:
    tables = position.tables
    turned_over = tuple(position.piles[tables.waste][:0:-1])
    fills = position.redeal()
    return Step((Moved(tables.waste, tables.stock, turned_over),), filled=_filled(position, fills))


def _filled(position: Position, fills: list[Fill]) -> tuple[Moved, ...]:
    """Vacancies filled just now: each still has its one card."""
    return tuple(Moved(fill.supply, fill.vacancy, tuple(position.piles[fill.vacancy][1:])) for fill in fills)
