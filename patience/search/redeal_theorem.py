"""Positions that can be won with any order of the cards, by a theorem, and the winning line."""

from functools import lru_cache
from itertools import pairwise

from patience.cards import FACE_DOWN, RANKS, rank
from patience.compilation.compiled_rules import CompiledRules
from patience.play.position import Position
from patience.rules import Build

_MOST_MOVES = 10_000
"""A bound far above the length of a win by the theorem: each redeal finishes a rank."""


def winning_redeals(position: Position) -> tuple[str, ...] | None:
    """Return the moves that win by the theorem, None where it does not apply (RULES §4).

    The line plays a card to a foundation where it can, else draws, else redeals. No column has a lower card
    below a higher one. So every card of the lowest rank in play is either the top of its column or comes up
    in the stock, and its foundation is ready for it. Each pass through the stock finishes a rank. One redeal
    per unfinished rank is therefore enough.
    """
    tables = position.tables
    if not _theorem_covers(tables) or not _redeals_suffice(position) or not _descends(position):
        return None
    return tuple(_play_until_won(position.copy()))


@lru_cache(maxsize=1024)
def _theorem_covers(tables: CompiledRules) -> bool:
    """Return whether the theorem covers these rules."""
    rules = tables.rules
    stock = rules.stock
    suits = sorted(foundation.suits for foundation in rules.foundations)
    return (
        stock is not None
        and stock.actions == ("draw", "redeal")
        and stock.draw == 1
        and stock.hold is None
        and rules.reserve is None
        and suits == sorted(rules.suits * rules.packs)
        and all(
            foundation.ranks == RANKS
            and foundation.build is Build.BY_SUIT
            and foundation.takes_from is None
            and not (foundation.whole or foundation.last_after)
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
    """Return whether every column runs down in rank, all cards face up."""
    columns = (position.piles[column][1:] for column in position.tables.columns)
    return all(
        under < FACE_DOWN and card < FACE_DOWN and rank(card) < rank(under)
        for cards in columns
        for under, card in pairwise(cards)
    )


def _play_until_won(position: Position) -> list[str]:
    tables = position.tables
    tokens: list[str] = []
    sources = [*tables.columns, tables.waste]
    while not position.won and len(tokens) < _MOST_MOVES:
        play = _foundation_play(position, sources)
        if play:
            position.move(*play, 1)
            tokens.append(tables.token(*play, 1))
            sources = [*tables.columns, tables.waste]
        elif not position.is_empty(tables.stock):
            position.move(tables.stock, tables.waste, 1)
            tokens.append("draw")
            # The columns have not changed.
            sources = [tables.waste]
        else:
            position.redeal()
            tokens.append("redeal")
            sources = [*tables.columns, tables.waste]
    assert position.won
    return tokens


def _foundation_play(position: Position, sources: list[int]) -> tuple[int, int] | None:
    """Return a source and the foundation that takes its top card, None if there are none."""
    tables, piles = position.tables, position.piles
    for source in sources:
        top = piles[source][-1]
        for foundation in tables.foundations:
            if top in tables.fits[foundation][piles[foundation][-1]]:
                return source, foundation
    return None
