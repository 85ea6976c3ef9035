"""Which cards a foundation of a variant may hold, however they came there."""

from itertools import pairwise

from conformance.declared import declaration
from conformance.reference.declaration import read_declaration

RED = "DH"
RANKS = "A23456789TJQK"


def is_well_formed(variant: str, name: str, cards: list[str], base: str = "A") -> bool:
    """Return whether these cards, bottom to top, may be the contents of this foundation."""
    foundation = read_declaration(declaration(variant, {})).foundations[int(name[1:]) - 1]
    if foundation.direction:
        # What else is wrong about double ranks and ways that are kept, transcripts show.
        free = range(-12, 13)
        steps = {"up": (1,), "down": (-1,), "either": (1, -1), "one_way": (1, -1), "same": (0,)}
        allowed = {step % 13 if foundation.wrap else step for step in steps.get(foundation.direction, free)}
        found = {RANKS.index(upper[0]) - RANKS.index(under[0]) for under, upper in pairwise(cards)}
        return {step % 13 if foundation.wrap else step for step in found} <= allowed
    start = RANKS.index(base)
    ranks = foundation.ranks.translate(str.maketrans(RANKS, RANKS[start:] + RANKS[:start]))
    if "".join(card[0] for card in cards) != ranks[: len(cards)]:
        return False
    if foundation.whole:
        in_suit = len({card[1] for card in cards}) <= 1
        return in_suit or all((under[1] in RED) != (upper[1] in RED) for under, upper in pairwise(cards))
    if foundation.build == "by_suit":
        return len({card[1] for card in cards}) <= 1 and all(card[1] in foundation.suits for card in cards)
    if foundation.build == "any_suit":
        return True
    if foundation.build == "by_color":
        return cards[:1] == [] or (
            cards[0][1] in foundation.suits and len({card[1] in RED for card in cards}) == 1
        )
    return all((under[1] in RED) != (upper[1] in RED) for under, upper in pairwise(cards))
