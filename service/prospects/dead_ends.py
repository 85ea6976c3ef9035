"""What winning asks of the cards, held against what they could ever do.

A game is won only if its foundations are filled. Where they take all 104 cards, each card must leave the one
it lies on, unless the two go home together in a whole sequence.
"""

from service.engine.cards import PACK, rank
from service.engine.position import Position
from service.prospects.reachability import Freeing
from service.prospects.sequence_counts import Faces


def never_freed(position: Position) -> list[int]:
    """A few cards that can never be freed, though the game is not won without; none if all could be.

    Where some have gone home to the wrong places, those of their rank that are left: not all find a place.
    """
    freeing = Freeing(position)
    numbers = _missed_by_chains(freeing) or _missed_by_sequences(freeing) or _kept(freeing)
    return [freeing.lie.card[number] for number in numbers]


def _missed_by_chains(freeing: Freeing) -> list[int]:
    """The cards for which a foundation that builds card by card, and must be filled, waits in vain."""
    winning = set(freeing.position.tables.winning)
    for chain, reach in zip(freeing.ways.chains, freeing.reach, strict=True):
        wanted = len(winning.intersection(chain.piles))
        for cards, foundations in zip(chain.steps, reach, strict=True):
            if foundations < wanted:
                covered = [copy for copy in _copies(freeing, cards) if not freeing.exposed[copy]]
                return covered or _copies(freeing, _rank_mates(cards))
    return []


def _missed_by_sequences(freeing: Freeing) -> list[int]:
    """The cards for which whole sequences wait in vain, if too few can be led."""
    position = freeing.position
    wholes = set(freeing.ways.wholes).intersection(position.tables.winning)
    wanted = sum(not position.is_complete(pile) for pile in wholes)
    heads = _copies(freeing, frozenset(freeing.ways.heads)) if wanted else []
    idle = [head for head in heads if not freeing.could_lead(head)]
    if len(heads) - len(idle) >= wanted:
        return []
    for head in idle:
        lacking = _copies(freeing, freeing.lacking_in_sequence(head))
        if lacking:
            return lacking
    return idle


def _kept(freeing: Freeing) -> list[int]:
    """The card highest in its pile that never leaves it, where it cannot stay."""
    if not freeing.ways.all_home:
        return []
    lie = freeing.lie
    foundations = freeing.position.tables.foundations
    kept = [
        (lie.top[pile] - number, number)
        for number, pile in enumerate(lie.pile)
        if not freeing.left[number] and not freeing.in_order[number] and pile not in foundations
    ]
    return [min(kept)[1]] if kept else []


def _rank_mates(cards: Faces) -> Faces:
    ranks = {rank(card) for card in cards}
    return frozenset(card for card in PACK if rank(card) in ranks)


def _copies(freeing: Freeing, cards: Faces) -> list[int]:
    return [copy for card in sorted(cards) for copy in freeing.lie.copies[card]]
