"""What a foundation may hold, whatever led there, by the plain referee's own list of them."""

from itertools import pairwise

from tests.reference.foundations import COLOUR, SUIT, foundations

RED = "DH"


def is_well_formed(variant: str, name: str, cards: list[str]) -> bool:
    """Whether these cards, bottom to top, may lie on this foundation of the variant."""
    foundation = foundations(variant)[name]
    if "".join(card[0] for card in cards) != foundation.ranks[: len(cards)]:
        return False
    if foundation.build == SUIT:
        return all(card[1] == foundation.suits for card in cards)
    if foundation.build == COLOUR:
        return all(card[1] in foundation.suits for card in cards)
    reds = [card[1] in RED for card in cards]
    in_suit = len({card[1] for card in cards}) <= 1
    return in_suit or all(under != upper for under, upper in pairwise(reds))
