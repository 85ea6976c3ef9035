"""Other orders of dealing: why a log from another program may be refused at one of its first moves.

A program that deals the same cards in another order than PySolFC plays another game. If a log is refused at
once, the other usual orders are tried: row by row or column by column, from either end of the deck, with the
stock either way round, and with an empty waste. An order is named only if it makes the log legal, and only
for a log with several card moves, so that a chance move does not suggest one. A board has its cards in place,
but its stock may be the other way round.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from patience.cards import FLOOR
from patience.cards.notation import NotationError
from patience.compilation.compiled_rules import CompiledRules
from patience.play.dealing import Deal
from patience.play.legality import play, why_not
from patience.play.position import Position
from patience.rules import Base
from patience.words import Evidence, Sentence

FIRST_MOVES: Final = 5
"""A refusal after these is not a matter of the deal."""

_LEAST_CARD_MOVES: Final = 4
_MOST_TRIED: Final = 100
"""Moves of a log that are played in another order; if they are legal, the log is."""
_MOST_PLAYED: Final = 500
"""Moves that are played in all orders together."""


class _Place(NamedTuple):
    """The place of a card in the layout."""

    depth: int
    """The number of cards below it."""
    pile: int
    face: int


class _DealOrder(NamedTuple):
    """An order of dealing."""

    evidence: Evidence
    """How its sentence names it."""
    piles: tuple[tuple[tuple[int, int], ...], ...]
    """By pile, bottom to top: the index in the deck and the face of each card."""

    def position(self, deal: Deal) -> Position:
        """Return the position in which the cards of a deal open in this order."""
        deck = deal.deck
        piles = [[FLOOR, *(deck[index] + face for index, face in pile)] for pile in self.piles]
        return Position(deal.tables, piles)


def other_order(deal: Deal, moves: Sequence[str], refused: int) -> tuple[Sentence, ...]:
    """Return a sentence on an order of dealing that makes a log legal whose move ``refused`` is illegal.

    Return () if there is none, or if the refusal has another cause. At most 23 orders are tried, and at most
    500 moves played. For a board, the stock is tried the other way round.
    """
    tried = moves[:_MOST_TRIED]
    if sum("-" in move for move in tried) < _LEAST_CARD_MOVES:
        return ()
    if deal.is_board:
        return _turned_stock(deal, tried, refused)
    if refused >= FIRST_MOVES:
        return ()
    left = _MOST_PLAYED
    for order in usual_orders(deal.tables):
        played = _legal_moves_played(order.position(deal), tried[:left])
        if played == len(tried):
            return (Sentence("other_order", order.evidence),)
        left -= played
    return ()


def _turned_stock(deal: Deal, moves: Sequence[str], refused: int) -> tuple[Sentence, ...]:
    """Return the sentence on a board whose stock is the other way round, if a log is legal then.

    A drawn card that was played before the refusal came from the right end of the stock.
    """
    stock, position = deal.tables.stock, deal.position()
    since = moves.index("draw") if "draw" in moves else refused
    if stock < 0 or refused >= len(moves) or any(move.startswith("W-") for move in moves[since:refused]):
        return ()
    position.piles[stock][1:] = position.piles[stock][:0:-1]
    is_legal = _legal_moves_played(position, moves) == len(moves)
    return (Sentence("other_stock", {}),) if is_legal else ()


def _legal_moves_played(position: Position, moves: Sequence[str]) -> int:
    """Play moves up to the first that is illegal; return how many."""
    for number, token in enumerate(moves):
        try:
            move = position.tables.read(token)
        except NotationError:
            return number
        if why_not(position, move):
            return number
        play(position, move)
    return len(moves)


@lru_cache(maxsize=64)
def usual_orders(tables: CompiledRules) -> tuple[_DealOrder, ...]:
    """Return the usual orders of dealing except the game's own, the most usual first."""
    rules = tables.rules
    moved = rules.arrange or rules.base is not Base.ACE or tables.base_rank or any(tables.bases)
    if moved or not tables.columns or tables.spread or not all(slot.keeps for slot in tables.layout):
        return ()
    own = _places(tables)
    layouts = {
        "rows": sorted(_even(tables, own)),
        "columns": sorted(_even(tables, own), key=lambda place: place[1::-1]),
        "own": own,
    }
    waste = rules.stock.drawn_at_start if rules.stock else 0
    ends = {"first": 1, "last": -1}
    stocks = {"top": -1, "bottom": 1}
    may_be_empty = waste and tables.waste not in tables.refills
    wastes = [0, waste] if may_be_empty else [waste]
    return tuple(
        _DealOrder(
            {"layout": layout, "end": end, "rest": rest, "waste": int(drawn != waste)},
            _piles(tables, layouts[layout], ends[end], stocks[rest], drawn),
        )
        for layout, end, rest, drawn in product(
            layouts, ends, stocks if tables.stock >= 0 else ["top"], wastes
        )
        if layouts[layout] is not own or end == "last" or rest == "bottom" or drawn != waste
    )


def _places(tables: CompiledRules) -> list[_Place]:
    """Return the places of the layout in dealing order."""
    sizes = [0] * len(tables.names)
    places = []
    for slot in tables.layout:
        places.append(_Place(sizes[slot.pile], slot.pile, slot.face))
        sizes[slot.pile] += 1
    return places


def _even(tables: CompiledRules, places: Sequence[_Place]) -> list[_Place]:
    """Return places with the longer columns first, if the columns' sizes neither only rise nor only fall."""
    faces: list[list[int]] = [[] for _ in tables.names]
    for place in places:
        faces[place.pile].append(place.face)
    sizes = [len(faces[column]) for column in tables.columns]
    if sizes in (sorted(sizes), sorted(sizes, reverse=True)):
        return list(places)
    columns = sorted((faces[column] for column in tables.columns), key=len, reverse=True)
    for column, cards in zip(tables.columns, columns, strict=True):
        faces[column] = cards
    return [_Place(depth, pile, face) for pile, cards in enumerate(faces) for depth, face in enumerate(cards)]


def _piles(
    tables: CompiledRules, places: Sequence[_Place], end: int, stock: int, waste: int
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the piles of an order; ``end`` and ``stock`` are -1 where cards run from their end."""
    deck = range(tables.cards)[::end]
    piles: list[list[tuple[int, int]]] = [[] for _ in tables.names]
    for index, place in zip(deck, places, strict=False):
        piles[place.pile].append((index, place.face))
    rest = [(index, 0) for index in deck[len(places) :]][::stock]
    if waste:
        piles[tables.waste] = rest[: -waste - 1 : -1]
        del rest[-waste:]
    if rest:
        piles[tables.stock] = rest
    return tuple(map(tuple, piles))
