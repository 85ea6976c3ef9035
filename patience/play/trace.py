"""What each move did, and what followed from it."""

from itertools import groupby, islice
from operator import itemgetter
from typing import Final, NamedTuple

from patience.cards import FACE_DOWN
from patience.compilation.compiled_rules import Move
from patience.play.legality import drawn_to, target_of
from patience.play.position import Fill, Position


class Moved(NamedTuple):
    """Cards that moved from one pile to another, bottom to top as they lie on the target."""

    source: int
    target: int
    cards: tuple[int, ...]


class Turned(NamedTuple):
    """A card turned face up, or face down, or dealt face down."""

    pile: int
    card: int


class Step(NamedTuple):
    """All that one move did, and all that followed from it."""

    moved: tuple[Moved, ...]
    turned_up: tuple[Turned, ...] = ()
    filled: tuple[Moved, ...] = ()
    face_down: tuple[Turned, ...] = ()
    """The cards that a redeal deals face down, as they lie bottom to top; it deals all others face up.
    Or those that a draw turns face down on the waste."""
    phase: int | None = None
    """The phase after the move, where it changes."""


def step_of(position: Position, move: Move) -> Step:
    """Return what a legal move will do; the position stays as it is."""
    position = position.copy()
    if move.target == position.tables.merci >= 0:
        return _drawn_out(position, move)
    if move.action:
        return _STEPS[move.action](position)
    source, target, count = move.source, target_of(position, move), move.count
    moved = [Moved(source, target, tuple(position.piles[source][-count:]))]
    if target in position.tables.pairing and not position.is_empty(target):
        (home, order), count = position.leaving(source, target), 2 if source == target else 1
        cards = position.piles[order[0]][-1], position.piles[order[1]][-count]
        moved = [Moved(pile, home, (card,)) for pile, card in zip(order, cards, strict=True)]
    elif source == target:
        return Step((), (Turned(source, position.cards(source)[-1]),))
    elif position.tables.merges:
        moved.insert(0, Moved(target, position.tables.foundations[0], (position.piles[target][-1],)))
    left = dict.fromkeys(pile for pile, _, _ in moved)
    turns = (pile for pile in left if pile not in position.tables.closed)
    hidden = [pile for pile in turns if position.piles[pile][-count - 1] >= FACE_DOWN]
    below = dict.fromkeys(below for pile in left for below in position.tables.lies_on[pile])
    hidden += [pile for pile in below if position.piles[pile][-1] >= FACE_DOWN]
    phase = position.phase
    fills = position.move(source, target, move.count)
    moved += _set_discarded(position, target)
    tops = ((pile, position.piles[pile][-1]) for pile in hidden)
    turned_up = tuple(Turned(pile, top) for pile, top in tops if top < FACE_DOWN)
    changed = None if position.phase == phase else position.phase
    return Step(tuple(moved), turned_up + _turned_up(fills), _filled(fills), phase=changed)


def _drawn_out(position: Position, move: Move) -> Step:
    """Return what a merci does: a face-down card comes up, or the top card steps aside for another one."""
    if position.tables.turning:
        return Step((), filled=_filled([position.turn_up(move.source)]))
    pile = position.piles[move.source]
    under, top = pile[-max(move.count, 2)], pile[-1]
    target = move.source if position.tables.exchanges else drawn_to(position, move.source)
    aside, back = Moved(move.source, move.target, (top,)), Moved(move.target, move.source, (top,))
    return Step((aside, Moved(move.source, target, (under,)), back))


def _set_discarded(position: Position, target: int) -> list[Moved]:
    """Return what left the cells when a move to one of them completed a set."""
    cells, discard = position.tables.collecting, position.tables.foundations
    if target not in cells or not position.is_empty(target):
        return []
    left = position.piles[discard[0]][-len(cells) :]
    return [Moved(cell, discard[0], (card,)) for cell, card in zip(cells, left, strict=True)]


def _deal(position: Position) -> Step:
    stock = position.tables.stock
    if position.tables.fills_gaps:
        return Step(_filled(position.fill_gaps()))
    cards = position.piles[stock][:]
    return Step(tuple(Moved(stock, pile, (cards.pop(),)) for pile in position.deal()))


def _draw(position: Position) -> Step:
    tables = position.tables
    shown = position.piles[tables.waste][position.buried(tables.waste) + 1 :] if tables.last_draw_only else []
    count = position.draw()
    drawn = Moved(tables.stock, tables.waste, tuple(position.piles[tables.waste][-count:]))
    return Step((drawn,), face_down=tuple(Turned(tables.waste, card) for card in shown))


def _redeal(position: Position) -> Step:
    tables = position.tables
    if tables.gathers:
        return _gather(position)
    if tables.restocks:
        return _restock(position)
    turned = [(tables.waste, position.cards(tables.waste)[::-1])]
    if tables.lays_under:
        turned = [(column, cards) for column, cards in position.laid_under() if cards]
    fills = position.redeal()
    moved = tuple(Moved(pile, tables.stock, tuple(cards)) for pile, cards in turned)
    return Step(moved, _turned_up(fills), _filled(fills))


def _gather(position: Position) -> Step:
    """Return the cards that each pile gets, bottom up, in runs that come from one pile."""
    tables = position.tables
    dealt = position.redealt()
    position.redeal()
    moved = []
    for column, origins in zip(tables.gathered, dealt, strict=True):
        cards = iter(position.cards(column))
        for source, run in groupby(source for source, _ in origins):
            moved.append(Moved(source, column, tuple(islice(cards, len(list(run))))))
    face_down = (
        Turned(column, card & ~FACE_DOWN)
        for column in tables.gathered
        for card in position.piles[column]
        if card >= FACE_DOWN
    )
    return Step(tuple(moved), face_down=tuple(face_down))


def _restock(position: Position) -> Step:
    """Return the new stock, bottom up, in runs that come from one pile, and the cards that are dealt."""
    tables = position.tables
    gathered = [
        Moved(pile, tables.stock, tuple(position.cards(pile)[place - 1] for _, place in run))
        for pile, run in groupby(position.restocked(), key=itemgetter(0))
    ]
    position.restock()
    deals = tables.rules.stock is not None and "deal" in tables.rules.stock.actions
    return Step((*gathered, *(_deal(position).moved if deals else ())))


_STEPS: Final = {"deal": _deal, "draw": _draw, "redeal": _redeal}


def _turned_up(fills: list[Fill]) -> tuple[Turned, ...]:
    return tuple(Turned(fill.supply, fill.turned_up) for fill in fills if fill.turned_up is not None)


def _filled(fills: list[Fill]) -> tuple[Moved, ...]:
    return tuple(Moved(fill.supply, fill.vacancy, fill.cards) for fill in fills)
