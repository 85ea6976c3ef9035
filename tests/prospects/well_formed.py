"""Which made-up positions could come up in a game."""

from itertools import pairwise

from patience.position import Position


def can_be_met(position: Position) -> bool:
    """Whether cells have one card each and foundations are in order, as in every game that was dealt."""
    tables, piles = position.tables, position.piles
    supplied = not all(map(position.is_empty, (tables.waste, tables.stock)))
    return all(
        len(piles[cell]) == 2 or not (supplied or len(piles[cell]) > 2) for cell in tables.reserve
    ) and all(
        card in tables.fits[pile][under] or tables.foundation(pile).whole
        for pile in tables.foundations
        for under, card in pairwise(piles[pile])
    )
