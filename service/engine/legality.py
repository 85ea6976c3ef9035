"""Whether a move is legal, which moves are, and how a game stands (RULES §1)."""

from collections.abc import Iterator
from itertools import pairwise

from service.engine.builds import Row, column_misfit, foundation_misfit
from service.engine.cards import FACE_DOWN
from service.engine.notation import ANY_FOUNDATION, Move, parse
from service.engine.position import Position
from service.engine.rules import Outcome, Reason, Stock
from service.engine.tables import Play, token


def check(position: Position, text: str) -> Reason | None:
    """Why the token is illegal here, None if it is legal.

    Raises NotationError if it is outside the grammar.
    """
    return why_not(position, parse(text))


def why_not(position: Position, move: Move) -> Reason | None:
    """The first check of RULES §1 that the move fails, None if it is legal."""
    if position.won:
        return Reason.GAME_OVER
    if move.action:
        return _why_no_action(position, move.action)
    reason = _why_not_between(position, move) or _why_not_lifted(position, move)
    if reason:
        return reason
    if move.target != ANY_FOUNDATION:
        return _why_not_taken(position, move, position.tables.pile[move.target])
    return None if accepting_foundation(position, move) >= 0 else Reason.NO_FOUNDATION_ACCEPTS


def accepting_foundation(position: Position, move: Move) -> int:
    """The lowest-numbered foundation that takes the group, -1 if none does."""
    source = position.tables.pile[move.source]
    leader = position.piles[source][-move.count]
    for target in position.tables.foundations:
        if (
            leader in position.takes(target)
            and target != source
            and _why_not_taken(position, move, target) is None
        ):
            return target
    return -1


def play_of(position: Position, move: Move) -> Play:
    """A legal card move, or ``draw``, as pile numbers and a count."""
    tables = position.tables
    if move.action:
        return tables.stock, tables.waste, 1
    if move.target == ANY_FOUNDATION:
        return tables.pile[move.source], accepting_foundation(position, move), move.count
    return tables.pile[move.source], tables.pile[move.target], move.count


def play(position: Position, move: Move) -> None:
    """Play a legal move, all that follows of itself included."""
    if move.action == "deal":
        position.deal()
    elif move.action == "redeal":
        position.redeal()
    else:
        position.move(*play_of(position, move))


def _why_no_action(position: Position, action: str) -> Reason | None:
    """Checks 2 to 5."""
    tables = position.tables
    stock = tables.rules.stock
    if stock is None or action not in stock.actions:
        return Reason.UNKNOWN_ACTION
    if action == "redeal":
        if not position.is_empty(tables.stock):
            return Reason.STOCK_NOT_EMPTY
        if position.is_empty(tables.waste):
            return Reason.WASTE_EMPTY
        return None if _redeals_left(position, stock) else Reason.NO_REDEALS_LEFT
    if position.is_empty(tables.stock):
        return Reason.STOCK_EMPTY
    if stock.when_blocked and has_card_move(position):
        return Reason.MOVES_AVAILABLE
    return None


def _redeals_left(position: Position, stock: Stock) -> bool:
    return stock.redeals is None or position.redeals < stock.redeals


def _why_not_between(position: Position, move: Move) -> Reason | None:
    """Checks 6 to 9: are these piles that cards may pass between?"""
    tables = position.tables
    if move.source not in tables.pile:
        return Reason.UNKNOWN_PILE
    if move.target not in tables.pile and move.target != ANY_FOUNDATION:
        return Reason.UNKNOWN_PILE
    if tables.pile[move.source] not in tables.sources:
        return Reason.SOURCE_LOCKED
    if move.target[0] in "RWS":
        return Reason.TARGET_LOCKED
    return Reason.SAME_PILE if move.source == move.target else None


def _why_not_lifted(position: Position, move: Move) -> Reason | None:
    """Checks 10 to 12: are there so many face-up cards?"""
    pile = position.piles[position.tables.pile[move.source]]
    if len(pile) == 1:
        return Reason.SOURCE_EMPTY
    if move.count >= len(pile):
        return Reason.NOT_ENOUGH_CARDS
    return Reason.FACE_DOWN_CARD if pile[-move.count] >= FACE_DOWN else None


def _why_not_taken(position: Position, move: Move, target: int) -> Reason | None:
    """Checks 13 to 21: does this pile take this group?"""
    tables = position.tables
    source = tables.pile[move.source]
    if move.count > 1 and _single_cards_only(position, source, target):
        return Reason.ONE_CARD_ONLY
    group = position.piles[source][-move.count :]
    if tables.run and not is_run(tables.run, group):
        return Reason.BROKEN_SEQUENCE
    under = position.piles[target][-1]
    if target in tables.columns:
        assert tables.rules.columns is not None
        return column_misfit(tables.rules.columns, under, group[0])
    if position.is_complete(target):
        return Reason.FOUNDATION_FULL
    foundation = tables.foundation(target)
    if foundation.whole and len(group) < len(foundation.ranks):
        return Reason.INCOMPLETE_SEQUENCE
    reason = foundation_misfit(foundation, under, group[0])
    if reason is None and group[0] not in position.takes(target):
        return Reason.KING_LOCKED
    return reason


def _single_cards_only(position: Position, source: int, target: int) -> bool:
    return position.tables.counts(source, target).stop == 2


def is_run(run: Row, group: list[int]) -> bool:
    """Whether each card of the group may lie on the one before it."""
    for under, card in pairwise(group):  # noqa: SIM110 - a generator would cost twice as much
        if card not in run[under]:
            return False
    return True


def card_moves(position: Position) -> Iterator[Play]:
    """Every legal card move, in the order of RULES §1."""
    if position.won:
        return
    tables = position.tables
    taken = [(target, position.takes(target)) for target in tables.targets]
    wanted = frozenset[int]().union(*(cards for _, cards in taken))
    for source in tables.sources:
        groups = [group for group in _liftable(position, source) if group[1] in wanted]
        if not groups:
            continue
        for target, cards in taken:
            counts = tables.counts(source, target)
            for count, leader in groups:
                if leader in cards and count in counts and target != source:
                    yield source, target, count


def _liftable(position: Position, source: int) -> list[tuple[int, int]]:
    """The groups that may be lifted off a pile: each its count and the card that leads it."""
    pile = position.piles[source]
    if source not in position.tables.columns:
        return [(1, pile[-1])]
    groups: list[tuple[int, int]] = []
    run = position.tables.run
    for count in range(1, len(pile)):
        leader = pile[-count]
        if leader >= FACE_DOWN or (run and count > 1 and pile[1 - count] not in run[leader]):
            break
        groups.append((count, leader))
    return groups


def has_card_move(position: Position) -> bool:
    """Whether any card can be moved."""
    if position.won:
        return False
    # Most positions have a move of a single card, and those are found without building groups.
    tables = position.tables
    tops = {position.piles[source][-1] for source in tables.sources}
    if any(
        not position.takes(target).isdisjoint(tops)
        for target in (*tables.columns, *tables.accepting.get(1, ()))
    ):
        return True
    return next(card_moves(position), None) is not None


def legal_moves(position: Position) -> list[str]:
    """Every legal token, foundations numbered, in the order of RULES §1."""
    moves = [token(position.tables, *play) for play in card_moves(position)]
    actions = ("deal", "draw", "redeal")
    return moves + [action for action in actions if why_not(position, Move(action)) is None]


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
        return not position.is_empty(tables.stock)
    to_come = position.piles[tables.stock][1:]
    if _redeals_left(position, stock):
        to_come += position.piles[tables.waste][1:]
        if to_come and any(tables.refills[column] and position.is_empty(column) for column in tables.columns):
            return True
    return any(not position.takes(target).isdisjoint(to_come) for target in tables.targets)
