"""What winning asks of the cards, held against what they could ever do."""

from service.engine.position import Position
from service.prospects.freeing import Freeing


def never_freed(position: Position) -> list[int]:
    """Cards that can never be freed though the game cannot be won without; none if all could be.

    A game is won only if its foundations are filled. Where they take all 104 cards, each card must leave the
    one it lies on, unless the two go home together in a whole sequence.
    """
    freeing = Freeing(position)
    if not (_lacks_a_card(freeing) or _lacks_a_sequence(freeing) or _keeps_a_card(freeing)):
        return []
    return _held(freeing)


def _lacks_a_card(freeing: Freeing) -> bool:
    """Whether a foundation that builds card by card, and must be filled, never can be."""
    winning = set(freeing.position.tables.winning)
    return any(
        reach[-1] < len(winning.intersection(chain.piles))
        for chain, reach in zip(freeing.ways.chains, freeing.reach, strict=True)
    )


def _lacks_a_sequence(freeing: Freeing) -> bool:
    """Whether too few cards can lead the whole sequences that are to come."""
    position = freeing.position
    wholes = set(freeing.ways.wholes).intersection(position.tables.winning)
    wanted = sum(not position.is_complete(pile) for pile in wholes)
    return wanted > 0 and sum(map(freeing.could_lead, range(len(freeing.lie.card)))) < wanted


def _keeps_a_card(freeing: Freeing) -> bool:
    return freeing.ways.all_home and any(_is_held(freeing, card) for card in range(len(freeing.lie.card)))


def _is_held(freeing: Freeing, number: int) -> bool:
    """Whether a card never leaves its place, where it cannot stay."""
    lie = freeing.lie
    if freeing.left[number] or freeing.in_order[number]:
        return False
    return lie.pile[number] not in freeing.position.tables.foundations


def _held(freeing: Freeing) -> list[int]:
    return [card for number, card in enumerate(freeing.lie.card) if _is_held(freeing, number)]
