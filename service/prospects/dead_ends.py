"""Necessary conditions of winning, compared with what the cards could ever do.

A game is won only if its foundations are filled, or all its cards are on foundations. Where a win needs all
cards there, each card must leave the card below it, unless the two go to a foundation together in a whole
sequence.
"""

from itertools import islice

from service.engine.cards import PACK, rank
from service.engine.position import Position
from service.prospects.reachability import Reachability
from service.prospects.sequence_counts import Faces


def never_freed(position: Position) -> list[int]:
    """Return a few cards, 0…51, that can never be freed although every win needs them; [] if none are known.

    If cards of a rank are on the wrong foundations, the result names the other cards of that rank: at least
    one of them has no foundation left.
    """
    reachability = Reachability(position)
    numbers = (
        _missed_by_chains(reachability)
        or _missed_by_sequences(reachability)
        or _never_leaving(reachability)
        or _without_foundation(reachability)
    )
    return [reachability.index.card[number] for number in numbers]


def _missed_by_chains(reachability: Reachability) -> list[int]:
    """Return the cards that a foundation needs and can never get, where it builds card by card."""
    winning = set(reachability.position.tables.winning)
    for chain, reach in zip(reachability.movement.chains, reachability.reach, strict=True):
        wanted = len(winning.intersection(chain.piles))
        for cards, foundations in zip(chain.steps, reach, strict=True):
            if foundations < wanted:
                covered = [copy for copy in _copies(reachability, cards) if not reachability.exposed[copy]]
                return covered or _copies(reachability, _same_rank(cards))
    return []


def _missed_by_sequences(reachability: Reachability) -> list[int]:
    """Return the cards that whole sequences need and can never get, if too few sequences can be led."""
    position = reachability.position
    wholes = set(reachability.movement.wholes).intersection(position.tables.winning)
    wanted = sum(not position.is_complete(pile) for pile in wholes)
    heads = _copies(reachability, frozenset(reachability.movement.heads)) if wanted else []
    idle = [head for head in heads if not reachability.could_lead(head)]
    if len(heads) - len(idle) >= wanted:
        return []
    for head in idle:
        lacking = _copies(reachability, reachability.lacking_in_sequence(head))
        if lacking:
            return lacking
    return idle


def _never_leaving(reachability: Reachability) -> list[int]:
    """Return the card nearest the top of its pile that must leave it and never can."""
    if not reachability.movement.all_home:
        return []
    index = reachability.index
    foundations = reachability.position.tables.foundations
    kept = [
        (index.top[pile] - number, number)
        for number, pile in enumerate(index.pile)
        if not reachability.left[number] and not reachability.in_order[number] and pile not in foundations
    ]
    return [min(kept)[1]] if kept else []


def _without_foundation(reachability: Reachability) -> list[int]:
    """Return a card that no foundation can ever take, if all cards on foundations win."""
    tables = reachability.position.tables
    if tables.winning or reachability.movement.wholes or not tables.rules.foundations_final:
        return []
    homeless = (
        number for number in range(len(reachability.index.card)) if not reachability.could_go_home(number)
    )
    return list(islice(homeless, 1))


def _same_rank(cards: Faces) -> Faces:
    ranks = {rank(card) for card in cards}
    return frozenset(card for card in PACK if rank(card) in ranks)


def _copies(reachability: Reachability, cards: Faces) -> list[int]:
    return [copy for card in sorted(cards) for copy in reachability.index.copies[card]]
