"""Whether a move is legal, which moves are, and how a game stands (RULES §1).

``why_not`` runs the checks of the rules page in their order. Nearly all legal moves pass it by one lookup;
all others go through ``_why_not_taken``, which also decides the moves that ``card_moves`` lists.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from patience.cards import FACE_DOWN, FLOOR, RANKS, rank, suit
from patience.cards.reasons import Outcome, Reason
from patience.compilation.compiled_rules import CompiledRules, Move
from patience.compilation.pile_numbers import ANY
from patience.compilation.sequences import (
    cards_at,
    column_misfit,
    foundation_misfit,
    is_run,
    is_whole_sequence,
    misfit,
    opening_misfit,
    pair_misfit,
    set_misfit,
)
from patience.play.position import Position
from patience.rules import Direction, Hold, SameBase, Stock

Play = tuple[int, int, int]
"""A card move: source pile, target pile, count."""


def check(position: Position, token: str) -> Reason | None:
    """Return why the token is illegal here, None if it is legal.

    Raises NotationError if it is outside the grammar.
    """
    return why_not(position, position.tables.read(token))


def why_not(position: Position, move: Move) -> Reason | None:
    """Return the first check of RULES §1 that the move fails, None if it is legal."""
    if position.won:
        return Reason.GAME_OVER
    if move.never or move.action:
        return _why_never(position, move)
    source, target, count = move.source, move.target, move.count
    piles, run = position.piles, move.run
    pile = piles[source]
    # Nearly every legal move passes here; the checks below agree.
    if (
        count < len(pile)
        and pile[-count] in move.takes[piles[target][-1]]
        and (run is None or is_run(run, pile[-count:]))
    ):
        return None
    leaving = 2 if source == target else count
    if leaving >= len(pile) - position.kept(source):
        return Reason.SOURCE_EMPTY if position.is_empty(source) else Reason.NOT_ENOUGH_CARDS
    hidden = max(pile[-leaving:]) >= FACE_DOWN and target not in position.tables.turning
    if hidden or _hides_stock(position, source) or _waits_for_player(position, target):
        return Reason.FACE_DOWN_CARD
    if position.is_covered(source) or _takes_nothing_under(position, source, target):
        return Reason.COVERED_CARD
    if position.stays(source):
        return Reason.SOURCE_LOCKED
    if not _may_begin(position, source, target):
        return Reason.BASE_NOT_SET
    if target != ANY:
        return _why_not_taken(position, source, target, count)
    return Reason.NO_FOUNDATION_ACCEPTS if accepting_foundation(position, source, count) == ANY else None


def _why_never(position: Position, move: Move) -> Reason | None:
    """Return why an action is illegal, or a card move that is so but for the one that turns up a column."""
    if move.never is Reason.SAME_PILE and move.count == 1 and position.is_closed(move.source):
        return None
    return move.never or _why_no_turn(position, move.action)


def accepting_foundation(position: Position, source: int, count: int) -> int:
    """Return the lowest-numbered foundation that takes the top ``count`` cards of a pile, or ``ANY``."""
    tables, piles = position.tables, position.piles
    leader = piles[source][-count]
    for target in tables.foundations:
        if (
            leader in tables.fits[target][piles[target][-1]]
            and target != source
            and target in tables.reach[source]
            and _why_not_taken(position, source, target, count) is None
        ):
            return target
    return ANY


def target_of(position: Position, move: Move) -> int:
    """Return where the cards of a legal card move go."""
    if move.target != ANY:
        return move.target
    return accepting_foundation(position, move.source, move.count)


def home_for(position: Position, card: int) -> int:
    """Return the lowest-numbered foundation that takes a card as it is dealt, or ``ANY``.

    In a game of rows without foundations: the first empty place that begins a row and takes it.
    """
    tables = position.tables
    if not tables.foundations and tables.row:
        firsts = tables.columns[:: tables.row]
        return next((column for column in firsts if card in takes(position, column)), ANY)
    for target in tables.foundations:
        foundation = tables.foundation(target)
        fits = card in takes(position, target) and not position.lacking(target)
        full = foundation.counts and position.is_complete(target)
        if fits and not foundation.whole and not full and not is_locked(position, target, card):
            return target
    return ANY


def play(position: Position, move: Move) -> str:
    """Play a legal move and all that follows; return its shortest token, its foundation numbered."""
    target = move.target
    if target == position.tables.merci >= 0:
        if position.tables.exchanges:
            position.exchange(move.source, move.count)
        elif position.tables.turning:
            position.turn_up(move.source)
        else:
            position.draw_out(move.source, drawn_to(position, move.source))
        return move.text
    if target >= 0:
        position.move(move.source, target, move.count)
        return move.text
    if move.action:
        _ACTIONS[move.action](position)
        return move.text
    target = accepting_foundation(position, move.source, move.count)
    position.move(move.source, target, move.count)
    return position.tables.token(move.source, target, move.count)


def _deal(position: Position) -> None:
    if position.tables.fills_gaps:
        position.fill_gaps()
    else:
        position.deal()


_ACTIONS: Final = {"deal": _deal, "draw": Position.draw, "redeal": Position.redeal}


def _why_no_turn(position: Position, action: str) -> Reason | None:
    """Return which of checks 3 to 5 an action of the stock fails."""
    tables = position.tables
    stock = tables.rules.stock
    assert stock is not None
    if action == "redeal":
        return _why_no_redeal(position, stock)
    if tables.fills_gaps:
        return _why_no_gap(position)
    if len(position.piles[tables.stock]) <= 1 + tables.shows_last:
        return Reason.STOCK_EMPTY
    if _awaits_base(position):
        return Reason.BASE_NOT_SET
    if stock.hold is None:
        return None
    if stock.hold is Hold.WASTE:
        return None if position.is_empty(tables.waste) else Reason.WASTE_NOT_EMPTY
    if stock.hold in (Hold.EMPTY_COLUMN, Hold.SPARE_CARD):
        is_spread = stock.hold is Hold.SPARE_CARD and all(
            len(position.piles[column]) <= 2 for column in tables.columns
        )
        has_empty = any(map(position.is_empty, tables.columns))
        return Reason.EMPTY_COLUMN if has_empty and not is_spread else None
    return Reason.MOVES_AVAILABLE if next(holding_moves(position, stock.hold), None) else None


def _why_no_redeal(position: Position, stock: Stock) -> Reason | None:
    """Return which of checks 4 and 12b a redeal fails."""
    tables = position.tables
    is_drawn_out = position.is_empty(tables.stock)
    if stock.has_pile and not (is_drawn_out or (stock.lays_under and not position.is_empty(tables.waste))):
        return Reason.STOCK_NOT_EMPTY
    if stock.has_pile and not stock.lays_under and all(map(position.is_empty, _redealt(position, stock))):
        return Reason.WASTE_EMPTY
    if not stock.allows_redeal(position.redeals) or not position.knows_order():
        return Reason.NO_REDEALS_LEFT
    return Reason.BASE_NOT_SET if _awaits_base(position) else None


def _redealt(position: Position, stock: Stock) -> Iterable[int]:
    """Return the piles whose cards a redeal turns into the stock."""
    return position.tables.gathered if stock.restocks else [position.tables.waste]


def _why_no_gap(position: Position) -> Reason | None:
    """Return which of checks 3 and 5 a deal to the gaps fails: it must deal or move a card."""
    tables = position.tables
    filled = [column for column in tables.columns if not position.is_empty(column)]
    if any(position.gap_before(column) != column for column in filled):
        return None
    if position.is_empty(tables.stock):
        return Reason.STOCK_EMPTY
    return Reason.NO_GAP if len(filled) == len(tables.columns) else None


def _hides_stock(position: Position, source: int) -> bool:
    """Return whether a source is a stock of which only the last card lies face up, and has others."""
    return source == position.tables.stock and not position.stock_shown


def _waits_for_player(position: Position, target: int) -> bool:
    """Return whether a target takes nothing until the player turns its top card up."""
    return "closed_takes_none" in position.tables.concepts and position.is_closed(target)


def _takes_nothing_under(position: Position, source: int, target: int) -> bool:
    """Return whether a covered target takes nothing: it is not a cell, and makes no pair with its cover."""
    if target == ANY or target in position.tables.cells or not position.is_covered(target):
        return False
    return source not in position.tables.beneath or not position.covers_alone(source, target)


def _gives_none(position: Position, source: int) -> bool:
    """Return whether a pile is covered, or keeps its cards."""
    return (
        _hides_stock(position, source)
        or position.is_covered(source)
        or position.kept(source) > 0
        or position.stays(source)
    )


def _may_begin(position: Position, source: int, target: int) -> bool:
    """Return whether the base is set, or a move to a foundation can set it."""
    tables = position.tables
    to_foundation = target == ANY or target in tables.foundations
    sets = source in tables.openers and (to_foundation or tables.rules.same_base is SameBase.GIVERS_FIRST)
    return sets or not _awaits_base(position)


def _awaits_base(position: Position) -> bool:
    """Return whether the first card on a foundation must come before anything else."""
    return bool(position.tables.openers) and opening_rank(position) is None


def _why_not_taken(position: Position, source: int, target: int, count: int) -> Reason | None:
    """Return which of checks 12c to 21 fails when this pile is offered this group."""
    tables = position.tables
    waits = source in tables.gives_after or target in tables.takes_after
    if waits and position.cards_awaited():
        return Reason.STOCK_NOT_EMPTY
    if position.lacking(target):
        return Reason.TARGET_LOCKED
    if target == tables.merci:
        return _why_no_merci(position, source, count)
    return _why_not_onto(position, source, target, count)


def _why_not_onto(position: Position, source: int, target: int, count: int) -> Reason | None:
    """Return which of checks 13 to 21 fails for piles that wait for nothing."""
    tables, piles = position.tables, position.piles
    pile, under = piles[source], piles[target][-2 if source == target else -1]
    to_column = target in tables.columns
    if reason := _why_no_unit(position, source, target, count):
        return reason
    leader = pile[-count]
    if target in tables.pairing:
        assert tables.rules.pairs is not None
        if under == FLOOR and to_column and "pair_moves" in tables.concepts:
            return _why_no_column(position, source, target, count)
        if to_column and source not in tables.builds:
            return Reason.TARGET_LOCKED
        return pair_misfit(tables.rules.pairs, under, leader)
    if target in tables.cells:
        return _why_no_cell(position, target, leader)
    if target == tables.waste:
        assert tables.rules.stock is not None
        assert tables.rules.stock.waste_takes is not None
        return None if under == FLOOR else misfit(tables.rules.stock.waste_takes, under, leader)
    if not to_column:
        sure = leader in tables.surely[target][under]
        reason = None if sure else _why_no_foundation(position, target, pile[-count:])
        return reason or (None if is_given(position, source, target, leader) else Reason.TARGET_LOCKED)
    if tables.row:
        return _why_no_place(position, target, leader)
    return _why_no_column(position, source, target, count)


def _why_no_merci(position: Position, source: int, count: int) -> Reason | None:
    """Return which of checks 13, 15 and 19 fails when a card is drawn out of a column, or exchanged in it."""
    exchanges = position.tables.exchanges
    if count > 1 and not exchanges:
        return Reason.ONE_CARD_ONLY
    if position.merci_used == position.tables.rules.mercis:
        return Reason.CELL_OCCUPIED
    if position.tables.turning:
        lacks_card = not (has_own_top(position) and position.buried(source))
    else:
        lacks_card = count == 1 if exchanges else drawn_to(position, source) == ANY
    return Reason.VACANCY_RESERVED if lacks_card else None


def has_own_top(position: Position) -> bool:
    """Return whether the top card of the column to which a merci turns up cards is of its own rank."""
    tables = position.tables
    return position.piles[tables.turned_to][-1] in tables.own[tables.turned_to]


def drawn_to(position: Position, source: int) -> int:
    """Return the pile that takes the card under the top one of a column, foundations first, or ``ANY``."""
    tables, pile = position.tables, position.piles[source]
    if len(pile) < 3 or pile[-2] >= FACE_DOWN:
        return ANY
    under = position.copy()
    under.piles[source].pop()
    reach = tables.reach[source] - {source}
    takers = (taker for taker in (*tables.foundations, *tables.columns) if taker in reach)
    return next((taker for taker in takers if _why_not_taken(under, source, taker, 1) is None), ANY)


def _why_no_unit(position: Position, source: int, target: int, count: int) -> Reason | None:
    """Return which of checks 13 and 14 cards fail that would move together, or a single one of a column."""
    tables, pile = position.tables, position.piles[source]
    to_column = target in tables.columns
    is_part = to_column and count < len(pile) - 1
    if count == 1:
        whole = tables.lifts_whole and source in tables.columns
        return Reason.BROKEN_SEQUENCE if is_part and whole else None
    if target in tables.singly[source]:
        return Reason.ONE_CARD_ONLY
    run = tables.run_of(source, target)
    group = pile[-count:]
    is_level = tables.level_run is not None and is_run(tables.level_run, group)
    broken = (is_part and tables.whole_only) or (run and not is_level and not is_run(run, group))
    return Reason.BROKEN_SEQUENCE if broken else None


def _why_no_column(position: Position, source: int, target: int, count: int) -> Reason | None:
    """Return which of checks 17 to 20a a column fails."""
    tables = position.tables
    leader, under = position.piles[source][-count], position.piles[target][-1]
    if under == FLOOR and not _opens(position, source):
        return Reason.VACANCY_RESERVED
    if under != FLOOR and source not in tables.builds:
        return Reason.TARGET_LOCKED
    if leader not in tables.fits[target][under]:
        if tables.own and under != FLOOR:
            return Reason.WRONG_RANK
        assert tables.rules.columns is not None
        return column_misfit(tables.rules.columns.of(tables.names[target]), under, leader)
    if under == FLOOR and leader not in _opening_cards(position, target):
        return Reason.NEEDS_KING
    if not goes_on(position, target, leader):
        return Reason.WRONG_RANK
    return Reason.TOO_MANY_CARDS if count > room_for(position, source, target, count) else None


def goes_on(position: Position, column: int, card: int) -> bool:
    """Return whether a card that fits a column goes on the way of its two top cards, if they keep one."""
    tables, pile = position.tables, position.piles[column]
    if not tables.one_way or len(pile) < 3 or pile[-2] >= FACE_DOWN:
        return True
    below, under = pile[-2:]
    before, step = (
        (rank(upper) - rank(lower)) % len(RANKS) for lower, upper in ((below, under), (under, card))
    )
    return step == before or under not in tables.fits[column][below]


def _opens(position: Position, source: int) -> bool:
    """Return whether cards of a pile open an empty column now."""
    tables = position.tables
    return source in tables.opens and all(map(position.is_empty, tables.opens_after.get(source, ())))


def _opening_cards(position: Position, column: int) -> frozenset[int]:
    """Return the cards that an empty column takes now."""
    tables, piles = position.tables, position.piles
    if column not in tables.opens_to_all:
        return tables.fits[column][FLOOR]
    first, number = tables.opens_to_all[column]
    filled = (piles[other] for other in tables.columns if not position.is_empty(other))
    laid = sum(cards[1] & ~FACE_DOWN in first for cards in filled)
    return first if laid < number else tables.fits[column][FLOOR]


def _why_no_place(position: Position, target: int, card: int) -> Reason | None:
    """Return which of checks 15 to 20 a place in a row fails."""
    columns = position.tables.rules.columns
    assert columns is not None
    if not position.is_empty(target):
        return Reason.CELL_OCCUPIED
    if card in _taken_in_row(position, target):
        return None
    before, after = _beside(position.tables, target)
    if before is None:
        return Reason.NEEDS_KING
    both = columns.direction is Direction.EITHER
    steps = [(before, Direction.UP if both else columns.direction), *[(after, Direction.DOWN)] * both]
    for beside, direction in steps:
        if beside is not None and not position.is_empty(beside):
            sequence = replace(columns.sequence, direction=direction)
            return misfit(sequence, position.piles[beside][-1], card)
    return Reason.VACANCY_RESERVED


def _taken_in_row(position: Position, column: int) -> frozenset[int]:
    """Return the cards that a place in a row takes."""
    tables, piles = position.tables, position.piles
    if not position.is_empty(column):
        return frozenset()
    before, after = _beside(tables, column)
    if before is None:
        return tables.fits[column][FLOOR]
    cards = tables.after[piles[before][-1]]
    return cards if after is None else cards | tables.before[piles[after][-1]]


def _beside(tables: CompiledRules, column: int) -> tuple[int | None, int | None]:
    """Return the places before and after a place in a row; None before the first one of a row."""
    number = len(tables.columns)
    before = (column - 1) % number if tables.ring or column % tables.row else None
    return before, (column + 1) % number if tables.ring or column + 1 < number else None


def _why_no_cell(position: Position, target: int, card: int) -> Reason | None:
    tables = position.tables
    under = position.piles[target][-1]
    waits = tables.takes_runs and not (position.is_empty(target) and position.is_empty(tables.stock))
    if waits or len(position.piles[target]) > tables.cell_capacity or is_displaced(position, target):
        return Reason.CELL_OCCUPIED
    if target in tables.collecting and tables.rules.pairs:
        return set_misfit(tables.rules.pairs, position.collected(), card)
    sequence = tables.rules.reserve and tables.rules.reserve.sequence
    if sequence and under != FLOOR:
        return misfit(sequence, under, card)
    if card in tables.fits[target][FLOOR]:
        return None
    return opening_misfit(cell_opening(tables, target), card)


def cell_opening(tables: CompiledRules, cell: int) -> str:
    """Return the ranks and suits of which the first card of a cell is."""
    reserve = tables.rules.reserve
    assert reserve is not None
    return reserve.begins[cell - tables.cells.start] if reserve.begins else reserve.ranks


def is_displaced(position: Position, cell: int) -> bool:
    """Return whether the first card of a cell that is built in sequence is not one with which it begins."""
    tables = position.tables
    return (
        "cell_sequences" in tables.concepts
        and not position.is_empty(cell)
        and position.piles[cell][1] not in tables.fits[cell][FLOOR]
    )


def room_for(position: Position, source: int, target: int, count: int) -> int:
    """Return how many of the top ``count`` cards of a pile, which a column takes, may go there together."""
    tables = position.tables
    room = count
    if tables.supermove and count > 1:
        room = _cards_in_parts(position, source, count, parts_moved(position, target))
    if tables.capacity:
        room = min(room, tables.capacity + 1 - len(position.piles[target]))
    return room


def parts_moved(position: Position, target: int) -> int:
    """Return how many parts of a group can be moved to a column by way of the empty cells and columns."""
    tables = position.tables
    parts = 1 + sum(map(position.is_empty, tables.cells))
    if tables.power:
        parts <<= sum(column != target and position.is_empty(column) for column in tables.columns)
    return parts


def _cards_in_parts(position: Position, source: int, count: int, parts: int) -> int:
    """Return how many cards, from the top of a group of ``count``, are in its first ``parts`` parts."""
    tables, group = position.tables, position.piles[source][-count:]
    if tables.parts_are_cards:
        return min(parts, len(group))
    run = tables.runs[source]
    assert run is not None
    # Places in the group at which a new part begins: the card does not follow in a run of the lift.
    breaks = [place for place in range(1, len(group)) if group[place] not in run[group[place - 1]]]
    return len(group) - breaks[-parts] if parts <= len(breaks) else len(group)


def _why_no_foundation(position: Position, target: int, group: list[int]) -> Reason | None:
    """Return which of checks 15 to 21 a foundation fails for a group that passed checks 13 and 14."""
    foundation = position.tables.foundation(target)
    if (foundation.counts or foundation.whole) and position.is_complete(target):
        return Reason.FOUNDATION_FULL
    under, pairs = position.piles[target][-1], position.tables.rules.pairs
    if foundation.whole and not is_whole_sequence(foundation, group):
        return Reason.INCOMPLETE_SEQUENCE
    reason = foundation_misfit(foundation, under, group[0])
    if pairs and reason in (None, Reason.WRONG_RANK) and RANKS[rank(group[0])] not in pairs.alone:
        return Reason.NEEDS_PAIR
    if reason:
        return reason
    if not depends(position, target, group[0]):
        return Reason.NEEDS_BASE if under == FLOOR and not foundation.outranked else Reason.WRONG_RANK
    return Reason.KING_LOCKED if is_locked(position, target, group[0]) else None


def is_given(position: Position, source: int, target: int, card: int) -> bool:
    """Return whether a pile takes a card of this rank from another."""
    free, limit = position.tables.limits.get(target, ((), ()))
    return not limit or source in free or card in limit


def depends(position: Position, foundation: int, card: int) -> bool:
    """Return whether its number of cards, or the other piles, let a foundation take a card that fits."""
    tables, piles = position.tables, position.piles
    declared = tables.foundation(foundation)
    if declared.repeats and card not in cards_at(declared, len(piles[foundation]) - 1):
        return False
    if foundation in tables.outranked:
        tops = (piles[column][-1] for column in tables.columns)
        return any(suit(top) == suit(card) and _outranks(top, card) for top in tops if top < FLOOR)
    if foundation in tables.lowest_first:
        return not position.is_empty(foundation) or begins_lowest(position, foundation, card)
    if foundation in tables.matches:
        matched = position.cards(tables.matches[foundation])
        ranks = matched[:1] if position.is_empty(foundation) else matched
        return any(rank(other) == rank(card) for other in ranks)
    if tables.same_base and position.is_empty(foundation):
        base = opening_rank(position)
        return base is None or rank(card) == base
    if tables.same_direction and not position.is_empty(foundation):
        step = opening_step(position)
        return step is None or (rank(card) - rank(piles[foundation][-1])) % len(RANKS) == step
    return True


def _outranks(top: int, card: int) -> bool:
    """Return whether a card is higher than another, Aces highest."""
    return (rank(top) or len(RANKS)) > (rank(card) or len(RANKS))


def begins_lowest(position: Position, foundation: int, card: int) -> bool:
    """Return whether columns show no lower card of its suit, no foundation takes it, and its suit fits."""
    tables, piles = position.tables, position.piles
    tops = (piles[column][-1] for column in tables.columns)
    if any(top < FLOOR and suit(top) == suit(card) and rank(top) < rank(card) for top in tops):
        return False
    begun = [pile for pile in tables.foundations if not position.is_empty(pile)]
    if any(card in tables.fits[pile][piles[pile][-1]] for pile in begun):
        return False
    if foundation in tables.matches:
        return any(suit(first) == suit(card) for first in position.cards(tables.matches[foundation])[:1])
    alone = tables.lowest_first.difference(tables.matches).intersection(begun)
    return all(suit(piles[pile][1]) != suit(card) for pile in alone)


def opening_rank(position: Position) -> int | None:
    """Return the rank with which foundations have begun, None if none has."""
    begun = (position.piles[pile][1] for pile in position.tables.foundations if not position.is_empty(pile))
    return next((rank(card) for card in begun), None)


def opening_step(position: Position) -> int | None:
    """Return by how many ranks, modulo 13, foundations go from card to card, None if none has two cards."""
    begun = (position.cards(pile) for pile in position.tables.foundations if len(position.piles[pile]) > 2)
    return next(((rank(cards[1]) - rank(cards[0])) % len(RANKS) for cards in begun), None)


def takes(position: Position, pile: int) -> frozenset[int]:
    """Return the single cards that fit a pile now."""
    tables = position.tables
    if tables.row and pile in tables.columns:
        return _taken_in_row(position, pile)
    cards = tables.fits[pile][position.piles[pile][-1]]
    if pile in tables.opens_to_all and position.is_empty(pile):
        return _opening_cards(position, pile)
    if tables.one_way and pile in tables.columns:
        return frozenset(card for card in cards if goes_on(position, pile, card))
    if pile not in tables.foundations:
        return cards
    return frozenset(card for card in cards if depends(position, pile, card))


def is_locked(position: Position, foundation: int, card: int) -> bool:
    """Return whether this is the last card of a foundation that waits for another (check 21)."""
    guard = position.tables.guards.get(foundation)
    if guard is None or position.is_complete(guard):
        return False
    return RANKS[rank(card)] == position.tables.foundation(foundation).ranks[-1]


def card_moves(position: Position) -> Iterator[Play]:
    """Yield every legal card move, in the order of RULES §1."""
    if position.won:
        return
    tables, piles = position.tables, position.piles
    taken = [
        (target, takes(position, target) if tables.row else tables.fits[target][piles[target][-1]])
        for target in tables.targets
        if target in tables.cells or not position.is_covered(target) or _may_leave(position, target)
    ]
    leaders = frozenset[int]().union(*(cards for _, cards in taken))
    awaits_base = _awaits_base(position)
    for source in tables.sources:
        yield from _turning_up(position, source)
        first = position.buried(source) + 1 if source in tables.grouped or tables.exchanges else -1
        lifted = piles[source][first:]
        # A group moves only where the card that leads it fits.
        waits = awaits_base and source not in tables.openers
        idle = leaders.isdisjoint(lifted) and source not in tables.beneath
        if waits or idle or _gives_none(position, source):
            continue
        reach = tables.reach[source]
        for target, cards in taken:
            fitting = _paired_beneath(position, source) if target == source else cards
            if target not in reach or fitting.isdisjoint(lifted):
                continue
            if _takes_nothing_under(position, source, target) or (
                awaits_base and not _may_begin(position, source, target)
            ):
                continue
            for count, leader in enumerate(reversed(lifted), start=1):
                if leader in fitting and _why_not_taken(position, source, target, count) is None:
                    yield source, target, count


def _turning_up(position: Position, source: int) -> Iterator[Play]:
    """Yield the moves by which the player turns up a face-down card of a pile."""
    tables = position.tables
    if position.is_closed(source) and source in tables.reach[source]:
        yield source, source, 1
    if tables.turning and _why_no_merci(position, source, 1) is None:
        yield source, tables.merci, 1


def _may_leave(position: Position, covered: int) -> bool:
    """Return whether the top card of a covered pile could leave with a card that covers it."""
    return bool(position.tables.beneath) and position.piles[covered][-1] < FLOOR


def _paired_beneath(position: Position, pile: int) -> frozenset[int]:
    """Return the cards that leave with the card under the top card of a pile."""
    cards, tables = position.piles[pile], position.tables
    is_paired = pile in tables.beneath and len(cards) > 2 and cards[-2] < FLOOR
    return tables.fits[pile][cards[-2]] if is_paired else frozenset()


def holding_moves(position: Position, hold: Hold | None) -> Iterator[Play]:
    """Yield the legal card moves that hold cards in the stock."""
    if hold is Hold.CARD_MOVE:
        yield from card_moves(position)
    if hold is Hold.FORWARD_MOVE:
        yield from (play for play in card_moves(position) if _is_forward(position, *play))


def _is_forward(position: Position, source: int, target: int, count: int) -> bool:
    """Return whether a legal card move cannot simply be undone, as RULES §2 defines it."""
    tables = position.tables
    if target in tables.foundations:
        return not tables.foundation(target).whole
    pile = position.piles[source]
    leader, under = pile[-count], pile[-count - 1]
    if source not in tables.columns or under >= FACE_DOWN:
        return True
    # A group that no longer is a whole column does not leave the card it went onto.
    joined = count > 1 and tables.whole_only and not position.is_empty(target)
    refilled = under == FLOOR and not all(map(position.is_empty, tables.refills.get(source, ())))
    return joined or refilled or leader not in tables.fits[source][under]


def has_card_move(position: Position) -> bool:
    """Return whether any card can be moved."""
    return next(card_moves(position), None) is not None


def legal_moves(position: Position) -> list[str]:
    """Return every legal token, foundations numbered, in the order of RULES §1."""
    tables = position.tables
    moves = [tables.token(*play) for play in card_moves(position)]
    return [*moves, *(action for action in _ACTIONS if check(position, action) is None)]


def outcome(position: Position) -> Outcome:
    """Return whether the game is won, lost or in progress, as RULES §1 defines them."""
    if position.won:
        return Outcome.WON
    if has_card_move(position) or _stock_can_help(position):
        return Outcome.IN_PROGRESS
    return Outcome.LOST


def _stock_can_help(position: Position) -> bool:
    """Return whether, with no card move now, the stock or a redeal can bring one about."""
    tables = position.tables
    stock = tables.rules.stock
    if stock is None:
        return False
    if tables.gathers:
        return stock.allows_redeal(position.redeals) and _gathering_helps(position)
    if "draw" not in stock.actions:
        return _dealing_helps(position, stock)
    if _awaits_base(position):
        return False
    redeals_left = stock.allows_redeal(position.redeals)
    if stock.hold is Hold.WASTE and not position.is_empty(tables.waste):
        return stock.lays_under and redeals_left
    if redeals_left and (stock.lays_under or not position.is_played_out()):
        vacancies = (
            pile for pile in tables.refills if pile != tables.waste and tables.stock in tables.refills[pile]
        )
        if stock.lays_under or any(map(position.is_empty, vacancies)):
            return True
    if tables.pairing or tables.draws_open or tables.packet or tables.last_draw_only:
        return _turning_helps(position)
    to_come = _tops_to_come(position, again=redeals_left)
    if tables.waste in tables.targets:
        return _goes_onto(position, to_come)
    # Most piles take every card that fits; a whole sequence never comes off the waste, and a lock can last.
    return any(
        _why_not_taken_off_waste(position, target, card) is None
        for target in tables.targets
        if target in tables.reach[tables.waste]
        and target != tables.waste
        and target not in tables.takes_after
        and not position.lacking(target)
        if target not in tables.columns
        or (_opens(position, tables.waste) if position.is_empty(target) else tables.waste in tables.builds)
        if not _takes_nothing_under(position, tables.waste, target)
        for card in tables.fits[target][position.piles[target][-1]].intersection(to_come)
    )


def _dealing_helps(position: Position, stock: Stock) -> bool:
    """Return whether a deal is legal, or the rules allow a redeal that makes a new stock."""
    if not position.is_empty(position.tables.stock) or not stock.restocks:
        return "deal" in stock.actions and _why_no_turn(position, "deal") is None
    if not stock.allows_redeal(position.redeals):
        return False
    return not all(map(position.is_empty, _redealt(position, stock)))


def _turning_helps(position: Position) -> bool:
    """Return whether a card can be moved after draws, or after those of a redeal if one is allowed.

    Packets come up in the same order again after two redeals only.
    """
    turned = position.copy()
    for _ in range(3 if turned.tables.packet else 2):
        while _why_no_turn(turned, "draw") is None:
            turned.draw()
            if has_card_move(turned):
                return True
        if _why_no_turn(turned, "redeal") is not None:
            return False
        turned.redeal()
    return False


def _goes_onto(position: Position, tops: list[int]) -> bool:
    """Return whether a card can be moved to the waste once one of these cards is its top."""
    tables = position.tables
    takes = tables.fits[tables.waste]
    taken = frozenset[int]().union(*(takes[top] for top in tops))
    return any(
        position.piles[source][-1] in taken and not position.is_covered(source) for source in tables.sources
    )


def _why_not_taken_off_waste(position: Position, target: int, card: int) -> Reason | None:
    """Return why a pile does not take a single card that fits it."""
    tables = position.tables
    if target in tables.foundations:
        given = is_given(position, position.tables.waste, target, card)
        return _why_no_foundation(position, target, [card]) if given else Reason.TARGET_LOCKED
    if target in tables.cells:
        return _why_no_cell(position, target, card)
    if card not in takes(position, target):
        return Reason.NEEDS_KING
    full = tables.capacity and target in tables.columns and len(position.piles[target]) > tables.capacity
    return Reason.TOO_MANY_CARDS if full else None


def _tops_to_come(position: Position, *, again: bool) -> list[int]:
    """Return the cards that draws, and a redeal if there is one, can bring to the top of the waste.

    After a redeal with nothing played the same cards come to the top each time.
    """
    tables = position.tables
    stock, waste = position.piles[tables.stock][:0:-1], position.piles[tables.waste][1:]
    if tables.rules.stock and tables.rules.stock.hold is Hold.WASTE:
        # What it turns stays on the waste until it is played.
        stock = stock[: tables.draw]
    passes = [stock, waste + stock] if again else [stock]
    return [
        cards[min(end, len(cards)) - 1]
        for cards in passes
        for end in range(tables.draw, len(cards) + tables.draw, tables.draw)
    ]


def _gathering_helps(position: Position) -> bool:
    """Return whether gathering the columns can lead to a card move, once or as often as cards are over."""
    tables = position.tables
    if "gather_in_rounds" in tables.concepts:
        return True
    if sum(len(position.piles[column]) - 1 for column in tables.columns) > tables.gather * len(
        tables.columns
    ):
        return True
    gathered = position.copy()
    gathered.redeal()
    return gathered.won or has_card_move(gathered)
