"""Positions that can be won whatever the cards, by a theorem; and how."""

from functools import cache
from itertools import pairwise

from service.engine.cards import FACE_DOWN, RANKS, rank
from service.engine.compiled import Tables
from service.engine.position import Position
from service.engine.rules import Build

_TURNS_AT_MOST = 10_000
"""Far more than a win by the theorem takes: each redeal finishes a rank."""


def win_by_turning(position: Position) -> tuple[str, ...] | None:
    """The moves that win by theorem, None where it does not apply (RULES §4).

    Play to a foundation what goes there, else draw, else redeal. No column has a lower card beneath a higher
    one, so a card of the lowest rank in play is always the top of its column, or comes up in the stock, and
    its foundation waits for it. One way through the stock finishes a rank: as many redeals as there are
    ranks to finish are enough.
    """
    tables = position.tables
    if not _turns(tables) or not _redeals_suffice(position) or not _descends(position):
        return None
    return tuple(_turn_until_won(position.copy()))


@cache
def _turns(tables: Tables) -> bool:
    """Whether the rules are of the theorem's kind."""
    rules = tables.rules
    stock = rules.stock
    suits = sorted(foundation.suits for foundation in rules.foundations)
    return (
        stock is not None
        and "redeal" in stock.actions
        and stock.hold is None
        and rules.reserve is None
        and rules.foundations_final
        and suits == sorted("CCDDHHSS")
        and all(
            foundation.ranks == RANKS and foundation.build is Build.BY_SUIT and not foundation.last_after
            for foundation in rules.foundations
        )
        and set(tables.refills.values()) <= {(tables.stock,)}
    )


def _redeals_suffice(position: Position) -> bool:
    tables = position.tables
    assert tables.rules.stock is not None
    allowed = tables.rules.stock.redeals
    lowest = min(len(position.piles[foundation]) - 1 for foundation in tables.foundations)
    return allowed is None or allowed - position.redeals >= len(RANKS) - lowest


def _descends(position: Position) -> bool:
    """Whether every column runs down, all face up."""
    columns = (position.piles[column][1:] for column in position.tables.columns)
    return all(
        under < FACE_DOWN and card < FACE_DOWN and rank(card) < rank(under)
        for cards in columns
        for under, card in pairwise(cards)
    )


def _turn_until_won(position: Position) -> list[str]:
    tables = position.tables
    tokens: list[str] = []
    sources = [*tables.columns, tables.waste]
    while not position.won and len(tokens) < _TURNS_AT_MOST:
        play = _home(position, sources)
        if play:
            position.move(*play, 1)
            tokens.append(tables.token(*play, 1))
            sources = [*tables.columns, tables.waste]
        elif not position.is_empty(tables.stock):
            position.move(tables.stock, tables.waste, 1)
            tokens.append("draw")
            # Nothing else has changed.
            sources = [tables.waste]
        else:
            position.redeal()
            tokens.append("redeal")
            sources = [*tables.columns, tables.waste]
    assert position.won
    return tokens


def _home(position: Position, sources: list[int]) -> tuple[int, int] | None:
    """A card that a foundation takes, and which."""
    tables, piles = position.tables, position.piles
    for source in sources:
        top = piles[source][-1]
        for foundation in tables.foundations:
            if top in tables.fits[foundation][piles[foundation][-1]]:
                return source, foundation
    return None
