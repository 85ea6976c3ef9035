"""Says in a sentence why a move is illegal, with the evidence from the position."""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Final

from service.engine.cards import FLOOR, RANKS, rank, symbol
from service.engine.describe import ORDERS, one_of, opening_cards, rank_word, supply, tops
from service.engine.legality import card_moves
from service.engine.notation import Move
from service.engine.position import Position
from service.engine.rules import Build, Lift, Reason
from service.engine.tables import Tables, token

_FITTING: Final = {
    Build.BY_SUIT: "the suit must be the same",
    Build.BY_COLOR: "the colour must be the same",
    Build.ALTERNATING: "colours must alternate",
}


def explain(position: Position, move: Move, reason: Reason) -> str:
    """One or two sentences for players, true wherever ``why_not`` gives this reason for this move."""
    return _SENTENCES[reason](position, move)


def _game_over(position: Position, move: Move) -> str:
    winners = position.tables.rules.won_when
    complete = f"{_listed(winners)} are complete" if winners else "every foundation is complete"
    return f"{move} comes too late: the game is already won, for {complete}."


def _unknown_action(position: Position, move: Move) -> str:
    stock = position.tables.rules.stock
    if stock is None:
        return f"This game has no “{move.action}”: it has no stock."
    actions = _listed(f"“{action}”" for action in stock.actions)
    return f"This game has no “{move.action}”. Its stock moves by {actions} only."


def _stock_empty(_position: Position, move: Move) -> str:
    return f"The stock is empty: there is no card to {move.action}."


def _stock_not_empty(position: Position, _move: Move) -> str:
    left = len(position.cards(position.tables.stock))
    return f"A redeal must wait until the stock is empty: it still has {_cards(left)}."


def _waste_empty(_position: Position, _move: Move) -> str:
    return "The waste is empty: there is no card to redeal."


def _no_redeals_left(position: Position, _move: Move) -> str:
    stock = position.tables.rules.stock
    assert stock is not None
    return f"No redeal is left: this game allows {stock.redeals or 'none'}."


def _moves_available(position: Position, move: Move) -> str:
    example = token(position.tables, *next(card_moves(position)))
    return f"“{move.action}” is allowed only while no card can be moved, but {example} is possible."


def _unknown_pile(position: Position, move: Move) -> str:
    tables = position.tables
    names = tables.names
    kinds = (tables.columns, tables.foundations, tables.reserve)
    piles = [f"{names[kind[0]]} to {names[kind[-1]]}" for kind in kinds if kind]
    piles += [name for name in ("W", "S") if name in tables.pile]
    unknown = move.target if move.source in tables.pile else move.source
    return f"{move} names {unknown}, which this game does not have. Its piles: {', '.join(piles)}."


def _source_locked(position: Position, move: Move) -> str:
    stock = position.tables.rules.stock
    if stock and move.source == "S":
        action = stock.actions[0]
        return f"{move} cannot take cards off the stock: use “{action}”."
    return f"No card leaves {move.source}: foundations are final."


def _target_locked(position: Position, move: Move) -> str:
    stock = position.tables.rules.stock
    if move.target[0] == "R":
        rule = "reserve cells take no moved card"
    elif move.target == "W":
        rule = "only a draw puts cards on the waste"
    elif stock and "redeal" in stock.actions:
        rule = "only a redeal puts cards back into the stock"
    else:
        rule = "the stock takes no cards"
    return f"Nothing can go from {move.source} to {move.target}: {rule}."


def _same_pile(_position: Position, move: Move) -> str:
    return f"{move} moves nothing: {move.source} is both source and target."


def _source_empty(_position: Position, move: Move) -> str:
    return f"{move.source} is empty: there is no card to move."


def _not_enough_cards(position: Position, move: Move) -> str:
    found = len(position.cards(position.tables.pile[move.source]))
    return f"{move.source} has only {_cards(found)}, so {move.count} cannot be moved."


def _face_down_card(position: Position, move: Move) -> str:
    source = position.tables.pile[move.source]
    face_up = len(position.cards(source)) - position.face_down(source)
    shown = "card" if face_up == 1 else f"{face_up} cards"
    are = "is" if face_up == 1 else "are"
    return f"Only the top {shown} of {move.source} {are} face up, so {move.count} cannot be moved."


def _one_card_only(position: Position, move: Move) -> str:
    columns = position.tables.rules.columns
    if columns and columns.lift is not Lift.ONE and move.source[0] == "T":
        return f"{move.target} is built card by card, so {move.count} cards cannot go there together."
    return f"Cards leave {move.source} one at a time, so {move.count} cannot move together."


def _broken_sequence(position: Position, move: Move) -> str:
    tables = position.tables
    assert tables.rules.columns is not None
    assert tables.run is not None
    group = position.piles[tables.pile[move.source]][-move.count :]
    under, card = next((under, card) for under, card in pairwise(group) if card not in tables.run[under])
    order = ORDERS[tables.rules.columns.build]
    return (
        f"{symbol(card)} does not follow {symbol(under)} in the group from {move.source}. "
        f"Cards moved together must run down {order}."
    )


def _foundation_full(position: Position, move: Move) -> str:
    top = position.piles[position.tables.pile[move.target]][-1]
    return f"{move.target} is complete, with {symbol(top)} on top: it takes no more cards."


def _incomplete_sequence(position: Position, move: Move) -> str:
    foundation = position.tables.foundation(position.tables.pile[move.target])
    ranks = foundation.ranks
    return (
        f"{move.target} takes only a whole sequence, {rank_word(ranks[0])} to {rank_word(ranks[-1])} "
        f"{ORDERS[foundation.build]}, {len(ranks)} cards in one move; {move} offers {move.count}."
    )


def _does_not_fit(position: Position, move: Move) -> str:
    """Wrong colour or suit, or no base."""
    tables = position.tables
    target = tables.pile[move.target]
    under = position.piles[target][-1]
    if target in tables.foundations:
        foundation = tables.foundation(target)
        opening = opening_cards(foundation)
        leader = _leader(position, move)
        if leader not in opening and (under == FLOOR or rank(leader) == rank(opening[0])):
            return _refusal(position, move, f"{move.target} begins with {one_of(opening)}")
        return _refusal(position, move, _FITTING[foundation.build])
    assert tables.rules.columns is not None
    return _refusal(position, move, _FITTING[tables.rules.columns.build])


def _needs_king(position: Position, move: Move) -> str:
    return _refusal(position, move, "an empty column takes only a King")


def _vacancy_reserved(position: Position, move: Move) -> str:
    columns = position.tables.rules.columns
    assert columns is not None
    return _refusal(position, move, f"an empty column is filled from {supply(columns.refill)} alone")


def _wrong_rank(position: Position, move: Move) -> str:
    tables = position.tables
    target = tables.pile[move.target]
    under = position.piles[target][-1]
    following = _takes_in_time(tables, target, under)
    expected = f"Next comes {one_of(following)}." if following else f"Nothing goes on {symbol(under)}."
    return f"{_offer(position, move)} does not follow {_place(position, move)}. {expected}"


def _king_locked(position: Position, move: Move) -> str:
    tables = position.tables
    guard = tables.names[tables.guards[tables.pile[move.target]]]
    return f"{_offer(position, move)} cannot go on {move.target} yet: {guard} must first get its King."


def _no_foundation_accepts(position: Position, move: Move) -> str:
    tables = position.tables
    refusal = f"No foundation takes {_offer(position, move)} from {move.source}"
    if move.count == 1:
        needs = " or ".join(_needs(position, move))
        if needs:
            return f"{refusal}: it needs {needs}."
        passed = rank_word(RANKS[rank(_leader(position, move))])
        return f"{refusal}: those that could are past the {passed} already."
    sequences = [tables.names[pile] for pile in tables.foundations if tables.foundation(pile).whole]
    if sequences:
        return f"{refusal}: a group must be a whole sequence, and {_listed(sequences, 'or')} must be empty."
    return f"{refusal}: foundations are built card by card."


def _needs(position: Position, move: Move) -> Iterator[str]:
    """What would have to lie where for a single card to go on a foundation."""
    tables = position.tables
    card = _leader(position, move)
    for pile in tables.foundations:
        foundation = tables.foundation(pile)
        # A foundation that is higher already has a card of this rank.
        higher = () if foundation.whole else tops(foundation)[len(position.cards(pile)) :]
        for layer in higher:
            under = [top for top in layer if card in _takes_in_time(tables, pile, top)]
            if under:
                locked = card not in position.fits[pile][under[0]]
                guard = f" with {tables.names[tables.guards[pile]]} complete" if locked else ""
                yield f"{one_of(under)} on {tables.names[pile]}{guard}"


def _takes_in_time(tables: Tables, pile: int, top: int) -> frozenset[int]:
    """The cards that may lie on this one, a King included that is locked now."""
    return tables.unlocked.get(pile, tables.fits[pile])[top]


def _leader(position: Position, move: Move) -> int:
    """The lowest card of the group, which must fit the target."""
    return position.piles[position.tables.pile[move.source]][-move.count]


def _offer(position: Position, move: Move) -> str:
    rest = f" with {_cards(move.count - 1)} on it" if move.count > 1 else ""
    return f"{symbol(_leader(position, move))}{rest}"


def _place(position: Position, move: Move) -> str:
    under = position.piles[position.tables.pile[move.target]][-1]
    return f"the empty {move.target}" if under == FLOOR else f"{symbol(under)} on {move.target}"


def _refusal(position: Position, move: Move, rule: str) -> str:
    return f"{_offer(position, move)} cannot go on {_place(position, move)}: {rule}."


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _listed(items: Iterable[str], last: str = "and") -> str:
    *others, final = items
    return f"{', '.join(others)} {last} {final}" if others else final


_SENTENCES: Final[dict[Reason, Callable[[Position, Move], str]]] = {
    Reason.GAME_OVER: _game_over,
    Reason.UNKNOWN_ACTION: _unknown_action,
    Reason.STOCK_EMPTY: _stock_empty,
    Reason.STOCK_NOT_EMPTY: _stock_not_empty,
    Reason.WASTE_EMPTY: _waste_empty,
    Reason.NO_REDEALS_LEFT: _no_redeals_left,
    Reason.MOVES_AVAILABLE: _moves_available,
    Reason.UNKNOWN_PILE: _unknown_pile,
    Reason.SOURCE_LOCKED: _source_locked,
    Reason.TARGET_LOCKED: _target_locked,
    Reason.SAME_PILE: _same_pile,
    Reason.SOURCE_EMPTY: _source_empty,
    Reason.NOT_ENOUGH_CARDS: _not_enough_cards,
    Reason.FACE_DOWN_CARD: _face_down_card,
    Reason.ONE_CARD_ONLY: _one_card_only,
    Reason.BROKEN_SEQUENCE: _broken_sequence,
    Reason.FOUNDATION_FULL: _foundation_full,
    Reason.INCOMPLETE_SEQUENCE: _incomplete_sequence,
    Reason.WRONG_COLOR: _does_not_fit,
    Reason.WRONG_SUIT: _does_not_fit,
    Reason.NEEDS_BASE: _does_not_fit,
    Reason.NEEDS_KING: _needs_king,
    Reason.VACANCY_RESERVED: _vacancy_reserved,
    Reason.WRONG_RANK: _wrong_rank,
    Reason.KING_LOCKED: _king_locked,
    Reason.NO_FOUNDATION_ACCEPTS: _no_foundation_accepts,
}
