"""Whether a move is legal, told once; which moves are, and how a game stands (RULES §1)."""

from collections.abc import Iterator

from service.engine.cards import FACE_DOWN, FLOOR, RANKS, rank
from service.engine.compiled import ANY, Move
from service.engine.position import Position
from service.engine.reasons import Outcome, Reason
from service.engine.rules import Hold, Stock
from service.engine.sequences import column_misfit, foundation_misfit, is_run, is_whole_sequence

Play = tuple[int, int, int]
"""A card move: source pile, target pile, count."""

_ACTIONS = ("deal", "draw", "redeal")


def check(position: Position, token: str) -> Reason | None:
    """Why the token is illegal here, None if it is legal.

    Raises NotationError if it is outside the grammar.
    """
    return why_not(position, position.tables.read(token))


def why_not(position: Position, move: Move) -> Reason | None:
    """The first check of RULES §1 that the move fails, None if it is legal."""
    if position.won:
        return Reason.GAME_OVER
    if move.never or move.action:
        return move.never or _why_no_turn(position, move.action)
    source, target, count = move.source, move.target, move.count
    piles, run = position.piles, move.run
    pile = piles[source]
    # Nearly every legal move is of this kind, and the checks below say nothing else of it.
    if (
        count < len(pile)
        and pile[-count] in move.takes[piles[target][-1]]
        and (run is None or is_run(run, pile[-count:]))
    ):
        return None
    if count >= len(pile):
        return Reason.SOURCE_EMPTY if position.is_empty(source) else Reason.NOT_ENOUGH_CARDS
    if pile[-count] >= FACE_DOWN:
        return Reason.FACE_DOWN_CARD
    if target != ANY:
        return _why_not_taken(position, source, target, count)
    return Reason.NO_FOUNDATION_ACCEPTS if accepting_foundation(position, source, count) == ANY else None


def accepting_foundation(position: Position, source: int, count: int) -> int:
    """The lowest-numbered foundation that takes the top ``count`` cards of a pile, ``ANY`` if none does."""
    tables, piles = position.tables, position.piles
    leader = piles[source][-count]
    for target in tables.foundations:
        if (
            leader in tables.fits[target][piles[target][-1]]
            and target != source
            and _why_not_taken(position, source, target, count) is None
        ):
            return target
    return ANY


def target_of(position: Position, move: Move) -> int:
    """Where the cards of a legal card move go."""
    if move.target != ANY:
        return move.target
    return accepting_foundation(position, move.source, move.count)


def play(position: Position, move: Move) -> str:
    """Play a legal move, all that follows of itself included; its shortest token, its foundation numbered."""
    target = move.target
    if target >= 0:
        position.move(move.source, target, move.count)
        return move.text
    if target == ANY:
        target = accepting_foundation(position, move.source, move.count)
        position.move(move.source, target, move.count)
        return position.tables.token(move.source, target, move.count)
    if move.action == "deal":
        position.deal()
    else:
        position.redeal()
    return move.text


def _why_no_turn(position: Position, action: str) -> Reason | None:
    """Checks 3 to 5: can the stock be turned so?"""
    tables = position.tables
    stock = tables.rules.stock
    assert stock is not None
    if action == "redeal":
        if not position.is_empty(tables.stock):
            return Reason.STOCK_NOT_EMPTY
        if position.is_empty(tables.waste):
            return Reason.WASTE_EMPTY
        return None if _redeals_left(position, stock) else Reason.NO_REDEALS_LEFT
    if len(position.piles[tables.stock]) == 1:
        return Reason.STOCK_EMPTY
    if stock.hold is None:
        return None
    if stock.hold is Hold.EMPTY_COLUMN:
        return Reason.EMPTY_COLUMN if any(map(position.is_empty, tables.columns)) else None
    return Reason.MOVES_AVAILABLE if next(holding_moves(position, stock.hold), None) else None


def _redeals_left(position: Position, stock: Stock) -> bool:
    return stock.redeals is None or position.redeals < stock.redeals


def _why_not_taken(position: Position, source: int, target: int, count: int) -> Reason | None:
    """Checks 13 to 21: does this pile take this group?"""
    tables, piles = position.tables, position.piles
    pile, under = piles[source], piles[target][-1]
    if count > 1:
        if target in tables.singly[source]:
            return Reason.ONE_CARD_ONLY
        if tables.run and not is_run(tables.run, pile[-count:]):
            return Reason.BROKEN_SEQUENCE
    if pile[-count] in tables.surely[target][under]:
        return None
    if target not in tables.columns:
        return _why_no_foundation(position, target, pile[-count:])
    assert tables.rules.columns is not None
    return column_misfit(tables.rules.columns, under, pile[-count])


def _why_no_foundation(position: Position, target: int, group: list[int]) -> Reason | None:
    """Checks 15 to 21 for a group of which check 13 is fulfilled."""
    foundation = position.tables.foundation(target)
    under = position.piles[target][-1]
    if foundation.whole and under == FLOOR and not is_whole_sequence(foundation, group):
        return Reason.INCOMPLETE_SEQUENCE
    locked = Reason.KING_LOCKED if is_locked(position, target, group[0]) else None
    return foundation_misfit(foundation, under, group[0]) or locked


def is_locked(position: Position, foundation: int, card: int) -> bool:
    """Whether this is the last card of a foundation that waits for another to be complete (check 21)."""
    guard = position.tables.guards.get(foundation)
    if guard is None or position.is_complete(guard):
        return False
    return RANKS[rank(card)] == position.tables.foundation(foundation).ranks[-1]


def card_moves(position: Position) -> Iterator[Play]:
    """Every legal card move, in the order of RULES §1."""
    if position.won:
        return
    tables, piles = position.tables, position.piles
    taken = [(target, tables.fits[target][piles[target][-1]]) for target in tables.targets]
    leaders = frozenset[int]().union(*(cards for _, cards in taken))
    for source in tables.sources:
        first = position.face_down(source) + 1 if source in tables.grouped else -1
        lifted = piles[source][first:]
        # Whatever else is asked of a group, the card that leads it must fit.
        if leaders.isdisjoint(lifted):
            continue
        for target, cards in taken:
            if target == source or cards.isdisjoint(lifted):
                continue
            for count, leader in enumerate(reversed(lifted), start=1):
                if leader in cards and _why_not_taken(position, source, target, count) is None:
                    yield source, target, count


def holding_moves(position: Position, hold: Hold | None) -> Iterator[Play]:
    """The legal card moves that hold cards in the stock."""
    if hold is Hold.CARD_MOVE:
        yield from card_moves(position)
    if hold is Hold.FORWARD_MOVE:
        yield from (play for play in card_moves(position) if _is_forward(position, *play))


def _is_forward(position: Position, source: int, target: int, count: int) -> bool:
    """Whether a legal card move cannot simply be undone, as RULES §2 has it."""
    tables = position.tables
    if target in tables.foundations:
        return not tables.foundation(target).whole
    pile = position.piles[source]
    leader, under = pile[-count], pile[-count - 1]
    if source not in tables.columns or under >= FACE_DOWN:
        return True
    refilled = under == FLOOR and not all(map(position.is_empty, tables.refills.get(source, ())))
    return refilled or leader not in tables.fits[source][under]


def has_card_move(position: Position) -> bool:
    """Whether any card can be moved."""
    return next(card_moves(position), None) is not None


def legal_moves(position: Position) -> list[str]:
    """Every legal token, foundations numbered, in the order of RULES §1."""
    tables = position.tables
    moves = [tables.token(*play) for play in card_moves(position)]
    return [*moves, *(action for action in _ACTIONS if check(position, action) is None)]


def outcome(position: Position) -> Outcome:
    """Won, lost or in progress, as RULES §1 defines them."""
    if position.won:
        return Outcome.WON
    if has_card_move(position) or _stock_can_help(position):
        return Outcome.IN_PROGRESS
    return Outcome.LOST


def _stock_can_help(position: Position) -> bool:
    """Whether, with no card move now, the stock or a redeal can bring one about."""
    tables = position.tables
    stock = tables.rules.stock
    if stock is None:
        return False
    if "deal" in stock.actions:
        return _why_no_turn(position, "deal") is None
    to_come = position.piles[tables.stock][1:]
    if _redeals_left(position, stock):
        to_come += position.piles[tables.waste][1:]
        if to_come and any(map(position.is_empty, tables.refills)):
            return True
    # Most piles take every card that fits; a whole sequence never comes off the waste, and a lock can last.
    return any(
        target in tables.columns or _why_no_foundation(position, target, [card]) is None
        for target in tables.targets
        for card in tables.fits[target][position.piles[target][-1]].intersection(to_come)
    )
