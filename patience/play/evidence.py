"""The sentences that explain an illegal move to a player, one or two for each reason, with the evidence.

Each is true wherever ``why_not`` gives its reason for this move in this position. What a pile would take is
named from the sets of cards that judge.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from patience.cards import FACE_DOWN, FLOOR, PACK, RANKS, SUITS, rank, symbol
from patience.compilation.compiled_rules import CompiledRules, Move
from patience.compilation.sequences import is_run, tops
from patience.play.legality import holding_moves, is_displaced, is_locked, room_for, takes
from patience.play.position import Position
from patience.rules import Build, Hold, Sequence
from patience.words.names import (
    DIRECTIONS,
    ORDERS,
    a_rank,
    capital,
    count_cards,
    count_of,
    listed,
    name_cards,
    name_ranks,
    name_sequence,
    name_steps,
    name_supplies,
    name_win,
    rank_word,
    taken_from,
)

_FITTING: Final = {
    Build.BY_SUIT: "the suit must be the same",
    Build.BY_COLOR: "the colour must be the same",
    Build.ALTERNATING: "colours must alternate",
    Build.OTHER_SUIT: "the suit must be another",
}


def game_over(position: Position, move: Move) -> str:
    rules = position.tables.rules
    return f"{move.text} comes too late: the game is already won, for {name_win(rules.win, rules.won_when)}."


def unknown_action(position: Position, move: Move) -> str:
    stock = position.tables.rules.stock
    if stock is None or not stock.actions:
        why = "it has no stock" if stock is None else "its stock fills piles by itself"
        return f"This game has no “{move.action}”: {why}."
    actions = listed(f"“{action}”" for action in stock.actions)
    return f"This game has no “{move.action}”. Its stock moves by {actions} only."


def stock_empty(position: Position, move: Move) -> str:
    if position.tables.closes:
        return f"“{move.action}” has nothing to do: the stock is empty, and no gap is to be closed."
    return f"The stock is empty: there is no card to {move.action}."


def stock_not_empty(position: Position, move: Move) -> str:
    left = len(position.cards(position.tables.stock))
    waiting = "A redeal" if move.action else move.text
    return f"{waiting} must wait until the stock is empty: it still has {count_cards(left)}."


def waste_empty(position: Position, move: Move) -> str:
    if position.tables.restocks:
        return f"“{move.action}” has nothing to do: there is no card to gather for a new stock."
    return "The waste is empty: there is no card to redeal."


def no_redeals_left(position: Position, _move: Move) -> str:
    stock = position.tables.rules.stock
    assert stock is not None
    if stock.redeals is None or position.redeals < stock.redeals:
        return "The order after this redeal is not known: give it in redeal_orders."
    return f"No redeal is left: this game allows {stock.redeals or 'none'}."


def moves_available(position: Position, move: Move) -> str:
    stock = position.tables.rules.stock
    assert stock is not None
    example = position.tables.token(*next(holding_moves(position, stock.hold)))
    if stock.hold is Hold.FORWARD_MOVE:
        return (
            f"“{move.action}” is allowed only while no move goes forward, but {example} does: "
            "it cannot simply be undone."
        )
    return f"“{move.action}” is allowed only while no card can be moved, but {example} is possible."


def empty_column(position: Position, move: Move) -> str:
    tables = position.tables
    empty = [tables.names[column] for column in tables.columns if position.is_empty(column)]
    are = "is" if len(empty) == 1 else "are"
    return f"“{move.action}” must wait until no column is empty: {listed(empty)} {are}."


def waste_not_empty(position: Position, move: Move) -> str:
    left = count_cards(len(position.cards(position.tables.waste)))
    return f"“{move.action}” must wait until the waste is empty: it has {left}."


def no_gap(_position: Position, move: Move) -> str:
    return f"“{move.action}” fills empty columns, and no column is empty."


def unknown_pile(position: Position, move: Move) -> str:
    tables = position.tables
    names = tables.names
    kinds = (tables.columns, tables.foundations, tables.reserve)
    piles = [" to ".join(names[pile] for pile in sorted({kind[0], kind[-1]})) for kind in kinds if kind]
    piles += [name for name in ("W", "S") if name in tables.pile]
    token = move.token
    unknown = token.target if token.source in tables.pile else token.source
    return f"{move.text} names {unknown}, which this game does not have. Its piles: {', '.join(piles)}."


def source_locked(position: Position, move: Move) -> str:
    stock = position.tables.rules.stock
    if stock and move.token.source == "S":
        rule = f"use “{stock.actions[0]}”" if stock.actions else "it fills piles by itself"
        return f"{move.text} cannot take cards off the stock: {rule}."
    if move.token.source == "W":
        return "No card leaves W: cards are moved onto it."
    if move.source in position.tables.columns:
        return f"No card leaves {move.token.source}: it is complete."
    return f"No card leaves {move.token.source}: foundations are final."


def target_locked(position: Position, move: Move) -> str:
    tables, stock = position.tables, position.tables.rules.stock
    if move.target in tables.pairing and tables.rules.pairs:
        rule = _why_no_pair(position, move)
    elif move.target in tables.targets:
        rule = f"{move.token.target} takes {taken_from(tables.rules.takes_from(move.token.target) or ())}"
    elif move.token.target[0] == "R":
        rule = "the piles of this reserve take no moved card"
    elif move.token.target == "W":
        rule = "only a draw puts cards on the waste"
    elif stock and "redeal" in stock.actions:
        rule = "only a redeal puts cards back into the stock"
    else:
        rule = "the stock takes no cards"
    return f"Nothing can go from {move.token.source} to {move.token.target}: {rule}."


def _why_no_pair(position: Position, move: Move) -> str:
    """Say why no card of one pile makes a pair with a card of the other, whatever the cards are."""
    tables, source, target = position.tables, move.token.source, move.token.target
    if move.source == tables.stock:
        pair = "" if target == "S" else f" with {tables.token(move.target, move.source, 1)}"
        return f"the card of the stock is moved only to a foundation, and leaves in a pair{pair}"
    if move.source in tables.pairing:
        return f"cards of {source} and {target} leave together only if they lie near each other"
    return f"a card that leaves with that of {target} does not come from {source}"


def same_pile(position: Position, move: Move) -> str:
    source = move.token.source
    if move.source in position.tables.closed:
        return f"{move.text} turns nothing up: expected one face-down card on top of {source}."
    return f"{move.text} moves nothing: {source} is both source and target."


def source_empty(_position: Position, move: Move) -> str:
    return f"{move.token.source} is empty: there is no card to move."


def not_enough_cards(position: Position, move: Move) -> str:
    found = len(position.cards(move.source))
    if position.kept(move.source):
        return f"The first card of {move.token.source} stays there, so {move.text} is not possible."
    return f"{move.token.source} has only {count_cards(found)}, so {move.count} cannot be moved."


def face_down_card(position: Position, move: Move) -> str:
    source = move.source
    face_up = len(position.cards(source)) - position.buried(source)
    if not face_up:
        return f"{move.token.source} has 0 cards face up, so {move.count} cannot be moved."
    shown = "card" if face_up == 1 else f"{face_up} cards"
    are = "is" if face_up == 1 else "are"
    return f"Only the top {shown} of {move.token.source} {are} face up, so {move.count} cannot be moved."


def covered_card(position: Position, move: Move) -> str:
    tables = position.tables
    pile = move.source if position.is_covered(move.source) else move.target
    covers = [tables.names[cover] for cover in tables.covers[pile] if not position.is_empty(cover)]
    return f"{tables.names[pile]} is covered by {listed(covers)}, so {move.text} is not possible yet."


def base_not_set(position: Position, move: Move) -> str:
    givers = taken_from(position.tables.rules.base_from or ())
    return (
        f"No foundation has a card yet: first a foundation takes {givers}, then {move.text} may be possible."
    )


def one_card_only(position: Position, move: Move) -> str:
    tables = position.tables
    if move.target == tables.merci:
        return f"One card is drawn out from under another: {move.count} cannot go to {move.token.target}."
    if move.target in tables.cells:
        one = "one card" if tables.cell_capacity == 1 else "single cards"
        return f"{move.token.target} is a cell: it takes {one}, so {move.count} cannot go there together."
    if move.source in tables.grouped and move.target in tables.foundations:
        return f"{move.token.target} is built card by card, so {move.count} cards cannot go there together."
    return f"Cards leave {move.token.source} one at a time, so {move.count} cannot move together."


def broken_sequence(position: Position, move: Move) -> str:
    tables = position.tables
    to_column = move.target in tables.columns
    run = tables.column_run if to_column else tables.run
    pile = position.piles[move.source]
    breaks = [pair for pair in pairwise(pile[-move.count :]) if run and pair[1] not in run[pair[0]]]
    if not breaks:
        cards = count_cards(len(pile) - 1)
        whole = f"the whole column of {cards}"
        moves = whole if tables.lifts_whole else f"one card, or {whole},"
        return f"Only {moves} moves from {move.token.source} to a column."
    under, card = breaks[0]
    return (
        f"{symbol(card)} does not follow {symbol(under)} in the group from {move.token.source}. "
        f"Cards moved together must run {_run_order(tables, to_column)}."
    )


def _run_order(tables: CompiledRules, to_column: bool) -> str:
    columns = tables.rules.columns
    assert columns is not None
    build = columns.build if to_column and columns.supermove else Build(columns.lift)
    level = ", or be of one rank" if columns.level else ""
    return f"{DIRECTIONS[columns.direction]} {ORDERS[build]}{level}"


def foundation_full(position: Position, move: Move) -> str:
    top = position.piles[move.target][-1]
    return f"{move.token.target} is complete, with {symbol(top)} on top: it takes no more cards."


def cell_occupied(position: Position, move: Move) -> str:
    if move.target == position.tables.merci:
        return f"{move.token.target} takes no card any more: a card was drawn out once, and that is all."
    top = position.piles[move.target][-1]
    if move.target in position.tables.columns:
        return f"{move.token.target} already has {symbol(top)}: a place in a row takes one card."
    if position.tables.takes_runs and position.is_empty(move.target):
        left = count_cards(len(position.cards(position.tables.stock)))
        return f"{move.token.target} takes cards once the stock is empty: it still has {left}."
    if position.tables.takes_runs:
        return f"{move.token.target} already has {symbol(top)}: it takes cards only while it is empty."
    if is_displaced(position, move.target):
        first = _opening(position, move.target)
        return f"{move.token.target} begins with {first}: it takes no card while {symbol(top)} lies there."
    capacity = position.tables.cell_capacity
    room = "one card" if capacity == 1 else count_cards(capacity)
    return f"{move.token.target} already has {symbol(top)}: a cell takes {room}."


def _opening(position: Position, cell: int) -> str:
    """Name the ranks with which a cell begins."""
    reserve, pairs = position.tables.rules.reserve, position.tables.rules.pairs
    assert reserve is not None
    if cell in position.tables.collecting and pairs:
        return name_ranks(pairs.joining(""))
    return name_ranks(
        reserve.begins[cell - position.tables.cells.start] if reserve.sequence else reserve.ranks
    )


def too_many_cards(position: Position, move: Move) -> str:
    tables = position.tables
    room = room_for(position, move.source, move.target, move.count)
    if tables.capacity and room == tables.capacity + 1 - len(position.piles[move.target]):
        return (
            f"{move.token.target} has room for {count_cards(tables.capacity)}, "
            f"so {count_cards(room) if room else 'no card'} can be added, not {move.count}."
        )
    cells = sum(map(position.is_empty, tables.cells))
    columns = sum(position.is_empty(column) and column != move.target for column in tables.columns)
    by_way_of = [count_of(cells, "empty cell")] if tables.cells else []
    by_way_of += [count_of(columns, "other empty column")] if tables.power else []
    moved = f"only {count_cards(room)} of {move.count} can go to {move.token.target} together"
    return f"With {listed(by_way_of)}, {moved}." if by_way_of else f"{capital(moved)}."


def incomplete_sequence(position: Position, move: Move) -> str:
    foundation = position.tables.foundation(move.target)
    length = foundation.length
    offer = f"offers {move.count}" if move.count != length else "offers another group"
    sequence = foundation.sequence
    run = (
        name_sequence(sequence) if sequence else f"{name_steps(foundation.ranks)} {ORDERS[foundation.build]}"
    )
    return (
        f"{move.token.target} takes only a whole sequence, {run}, "
        f"{length} cards in one move; {move.text} {offer}."
    )


def does_not_fit(position: Position, move: Move) -> str:
    """Explain a wrong colour or suit, or a missing base."""
    tables, target, leader = position.tables, move.target, _leader(position, move)
    under = position.piles[target][-1]
    if target in tables.pairing and tables.rules.pairs:
        return _refusal(position, move, f"in a pair {_FITTING[tables.rules.pairs.build]}")
    if target in tables.collecting and tables.rules.pairs:
        return _refusal(position, move, f"in a set {_FITTING[tables.rules.pairs.build]}")
    if _is_place(position, move):
        return _no_place(position, move)
    if target in tables.outranked:
        return _refusal(position, move, f"{a_rank(RANKS[rank(leader)])} stays")
    if target not in tables.foundations:
        return _refusal(position, move, _FITTING[_sequence(tables, target).build])
    opening = takes(position, target) if under == FLOOR else tables.fits[target][FLOOR]
    if not opening:
        guard = tables.names[tables.matches[target]]
        return _refusal(position, move, f"{move.token.target} begins once {guard} has begun")
    stepped = tables.foundation(target).sequence is not None
    is_first = under == FLOOR or (not stepped and rank(leader) == rank(min(opening)))
    if leader not in opening and is_first:
        first = f"{name_cards(opening)}{_once(position, target, min(opening))}"
        return _refusal(position, move, f"{move.token.target} begins with {first}")
    return _refusal(position, move, _FITTING[tables.foundation(target).build])


def _sequence(tables: CompiledRules, pile: int) -> Sequence:
    """Return how a column, a cell or the waste is built."""
    columns, stock, reserve = tables.rules.columns, tables.rules.stock, tables.rules.reserve
    if pile in tables.cells and reserve and reserve.sequence:
        return reserve.sequence
    if pile == tables.waste and stock and stock.waste_takes:
        return stock.waste_takes
    assert columns is not None
    return columns.sequence


def needs_king(position: Position, move: Move) -> str:
    rules = position.tables.rules
    if move.target in position.tables.cells and rules.reserve:
        return _refusal(position, move, f"this cell takes only {_opening(position, move.target)}")
    if _is_place(position, move):
        return _no_place(position, move)
    assert rules.columns is not None
    return _refusal(position, move, f"an empty column takes only {name_ranks(rules.columns.empty_takes)}")


def needs_pair(position: Position, move: Move) -> str:
    """Explain that a card does not leave alone."""
    pairs = position.tables.rules.pairs
    alone = name_ranks(pairs.alone) if pairs else ""
    rule = f"only {alone} leaves alone" if alone else "cards leave only in pairs"
    return _refusal(position, move, rule)


def vacancy_reserved(position: Position, move: Move) -> str:
    if move.target in position.tables.pairing:
        return _refusal(position, move, "there is no card to make a pair with")
    if _is_place(position, move):
        return _no_place(position, move)
    if move.target == position.tables.merci:
        return _no_merci(position, move)
    columns = position.tables.rules.columns
    assert columns is not None
    rule = (
        f"is filled from {name_supplies(columns.refill)} alone" if columns.refill else "takes no moved card"
    )
    if columns.openers is not None and columns.empty_takes:
        rule = f"takes {taken_from(columns.openers)}"
    if move.source in position.tables.opens_after:
        rule = f"takes none of {move.token.source} as long as the reserve has cards"
    return _refusal(position, move, f"an empty column {rule}")


def _no_merci(position: Position, move: Move) -> str:
    """Say why no card can be drawn out of a column."""
    under = position.piles[move.source][-2]
    if under >= FLOOR:
        return _refusal(position, move, "no face-up card lies under it")
    return _refusal(position, move, f"no pile takes {symbol(under)}, which lies under it")


def wrong_rank(position: Position, move: Move) -> str:
    under = position.piles[move.target][-1]
    if move.target in position.tables.pairing:
        return _no_pair(position, move)
    if move.target in position.tables.collecting:
        held = listed([symbol(card) for card in position.collected()])
        return _refusal(position, move, f"it belongs to no set with {held}")
    if _is_place(position, move):
        return _no_place(position, move)
    refusal = f"{_offer(position, move)} does not follow {_place(position, move)}."
    if move.target in position.tables.outranked:
        return _refusal(position, move, "no column has a higher card of its suit on top")
    capacity = position.tables.capacity
    if capacity and move.target in position.tables.columns and len(position.piles[move.target]) > capacity:
        return f"{refusal} Nothing goes on {symbol(under)}: {move.token.target} is full."
    following = takes(position, move.target)
    if not following:
        return f"{refusal} Nothing goes on {symbol(under)}."
    return f"{refusal} Next comes {name_cards(following)}{_once(position, move.target, min(following))}."


def _no_pair(position: Position, move: Move) -> str:
    """Explain that the ranks of two cards are not a pair."""
    under = position.piles[move.target][-1]
    refusal = f"{_offer(position, move)} and {_place(position, move)} are not a pair."
    partners = position.tables.fits[move.target][under]
    leaves = f"leaves with {name_cards(partners)}" if partners else "makes no pair"
    if under in position.tables.fits[position.tables.foundations[0]][FLOOR]:
        leaves = "leaves alone" if not partners else f"{leaves}, or alone"
    return f"{refusal} {symbol(under)} {leaves}."


def _is_place(position: Position, move: Move) -> bool:
    """Return whether the target is a place in a row."""
    return position.tables.row > 0 and move.target in position.tables.columns


def _no_place(position: Position, move: Move) -> str:
    """Explain that a card does not follow those beside an empty place."""
    fitting = takes(position, move.target)
    return _refusal(position, move, f"this place takes {name_cards(fitting) if fitting else 'no card'} now")


def king_locked(position: Position, move: Move) -> str:
    tables = position.tables
    guard = tables.guards[move.target]
    foundation = tables.foundation(guard)
    need = "be complete" if foundation.whole else f"get its {rank_word(foundation.ranks[-1])}"
    refusal = f"{_offer(position, move)} cannot go on {move.token.target} yet"
    return f"{refusal}: {tables.names[guard]} must first {need}."


def no_foundation_accepts(position: Position, move: Move) -> str:
    tables = position.tables
    refusal = f"No foundation takes {_offer(position, move)} from {move.token.source}"
    none_takes = bool(tables.takes_after) and tables.takes_after.issuperset(tables.foundations)
    if (none_takes or move.source in tables.gives_after) and not position.is_empty(tables.stock):
        return f"{refusal} as long as the stock has cards."
    if tables.rules.pairs:
        rule = "it leaves only with another card" if move.count == 1 else "cards leave one by one or in pairs"
        return f"{refusal}: {rule}."
    if move.count == 1:
        needs = " or ".join(_needs(position, move))
        if needs:
            return f"{refusal}: it needs {needs}."
        if all(foundation.whole for foundation in tables.rules.foundations):
            return f"{refusal}: foundations take whole sequences only."
        if _all_are_past(position, move):
            passed = rank_word(RANKS[rank(_leader(position, move))])
            return f"{refusal}: those that could are past the {passed} already."
        return f"{refusal}: none has a place for it."
    sequences = [_led(tables, pile) for pile in tables.foundations if tables.foundation(pile).whole]
    if not sequences:
        return f"{refusal}: foundations are built card by card."
    if move.source not in tables.columns:
        return f"{refusal}: cards leave {move.token.source} one at a time."
    if tables.run and not is_run(tables.run, position.piles[move.source][-move.count :]):
        return f"{refusal}: cards moved together must run {_run_order(tables, False)}."
    return f"{refusal}: a group must be a whole sequence, and {listed(sequences, 'or')} must be empty."


def _led(tables: CompiledRules, pile: int) -> str:
    """Name a foundation of whole sequences, with what must lead them if that is not every suit."""
    opening = tables.fits[pile][FLOOR]
    return tables.names[pile] + (f" (led by {name_cards(opening)})" if len(opening) < len(SUITS) else "")


def _all_are_past(position: Position, move: Move) -> bool:
    """Return whether some foundations take this single card at some time, and all are past its rank."""
    tables, card = position.tables, _leader(position, move)
    past = []
    for pile in tables.foundations:
        foundation = tables.foundation(pile)
        if foundation.whole or pile == move.source:
            continue
        if any(card in tables.fits[pile][top] for layer in tops(foundation) for top in layer):
            past.append(
                not foundation.sequence
                and len(position.cards(pile)) > foundation.ranks.index(RANKS[rank(card)])
            )
    return bool(past) and all(past)


def _needs(position: Position, move: Move) -> Iterator[str]:
    """Yield what would have to lie where for a single card to go on a foundation."""
    tables = position.tables
    card = _leader(position, move)
    for pile in tables.foundations:
        foundation = tables.foundation(pile)
        if foundation.whole or pile == move.source or pile not in tables.reach[move.source]:
            continue
        dependent = tables.same_base or tables.same_direction
        if foundation.sequence and (pile in tables.outranked or pile in tables.matches or dependent):
            continue
        if foundation.sequence:
            to_come = _tops_to_come(tables, pile, position.piles[pile][-1])
            under = [top for top in PACK if top in to_come and card in tables.fits[pile][top]]
            if under and not position.is_complete(pile):
                yield f"{name_cards(under)} on {tables.names[pile]}"
            continue
        # What can come to lie on top; a foundation that is higher already has a card of this rank.
        layer = frozenset({position.piles[pile][-1]})
        while layer:
            under = [top for top in layer if card in tables.fits[pile][top]]
            if under == [FLOOR]:
                # The foundation is empty and would take the card, but for its lock.
                yield f"{tables.names[tables.guards[pile]]} complete"
            elif under:
                yield f"{name_cards(under)} on {tables.names[pile]}{_once(position, pile, card)}"
            layer = frozenset[int]().union(*(tables.fits[pile][top] for top in layer))


def _tops_to_come(tables: CompiledRules, pile: int, top: int) -> set[int]:
    """Return what can come to lie on top of a pile, one card after the other, its top card included."""
    found, new = {top}, {top}
    while new:
        new = set[int]().union(*(tables.fits[pile][under] for under in new)) - found
        found |= new
    return found


def _once(position: Position, foundation: int, card: int) -> str:
    """Return what else a card that follows on a foundation has to wait for, if anything."""
    if not is_locked(position, foundation, card):
        return ""
    return f" once {position.tables.names[position.tables.guards[foundation]]} is complete"


def _leader(position: Position, move: Move) -> int:
    """Return the lowest card of the group, which must fit the target."""
    return position.piles[move.source][-move.count]


def _offer(position: Position, move: Move) -> str:
    rest = f" with {count_cards(move.count - 1)} on it" if move.count > 1 else ""
    return f"{symbol(_leader(position, move))}{rest}"


def _place(position: Position, move: Move) -> str:
    under = position.piles[move.target][-1]
    if under == FLOOR:
        return f"the empty {move.token.target}"
    return f"{'a face-down card' if under >= FACE_DOWN else symbol(under)} on {move.token.target}"


def _refusal(position: Position, move: Move, rule: str) -> str:
    return f"{_offer(position, move)} cannot go on {_place(position, move)}: {rule}."
