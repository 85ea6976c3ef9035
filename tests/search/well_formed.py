"""Which made-up positions could come up in a game."""

from itertools import pairwise

from patience.play.position import Position


def can_be_met(position: Position) -> bool:
    """Whether reserve piles have as many cards as in a dealt game, and foundations are in order."""
    tables, piles = position.tables, position.piles
    supplied = not all(map(position.is_empty, (tables.waste, tables.stock)))
    return all(_can_have(position, pile, supplied) for pile in tables.reserve) and all(
        card in tables.fits[pile][under] or tables.foundation(pile).whole
        for pile in tables.foundations
        for under, card in pairwise(piles[pile])
    )


def _can_have(position: Position, reserve: int, supplied: bool) -> bool:
    """Whether a reserve pile can have its cards. One that is filled has a card while others are left."""
    tables = position.tables
    number = len(position.piles[reserve]) - 1
    if reserve in tables.cells:
        return number <= tables.cell_capacity
    if "deal_to_reserve" in tables.concepts:
        return number <= 1
    dealt = sum(tables.names[reserve] in dealing.to for dealing in tables.rules.layout)
    return number <= dealt and not (supplied and reserve in tables.refills and number == 0)
