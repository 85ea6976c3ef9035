"""What the rows and columns of a square are worth, as hands of poker or cribbage."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Final

from patience.cards import FLOOR, RANKS, rank, suit
from patience.compilation.compiled_rules import CompiledRules
from patience.rules import Hands

_ACE, _JACK, _TEN_POINTS = RANKS.index("A"), RANKS.index("J"), 10
_BY_COUNTS: Final = {(4,): 50, (3, 2): 25, (3,): 10, (2, 2): 5, (2,): 2}
"""The points of cards of equal rank in a hand of poker, by their numbers of two or more."""


def hand_points(tables: CompiledRules, piles: Sequence[Sequence[int]]) -> int:
    """Return what the square of a game that is won by points is worth, with these piles."""
    rules = tables.rules
    assert rules.hands
    width = rules.hands.width
    cards = [piles[column][-1] for column in tables.columns]
    rows = [cards[first : first + width] for first in range(0, len(cards), width)]
    lines = [*rows, *zip(*rows, strict=True)]
    hands = [[card for card in line if card != FLOOR] for line in lines]
    if rules.hands is Hands.POKER:
        return sum(map(_of_poker, hands))
    starter = FLOOR if FLOOR in cards else piles[tables.stock][-1]
    heels = 2 if starter != FLOOR and rank(starter) == _JACK else 0
    return heels + sum(_of_cribbage(hand, starter) for hand in hands)


def _of_poker(hand: Sequence[int]) -> int:
    ranks = sorted(map(rank, hand))
    is_full = len(hand) == Hands.POKER.width
    is_high = is_full and ranks[0] == _ACE and ranks[1:] == [*range(len(RANKS) - 4, len(RANKS))]
    is_straight = is_high or (is_full and all(high - low == 1 for low, high in pairwise(ranks)))
    if is_full and len(set(map(suit, hand))) == 1:
        return (100 if is_high else 75) if is_straight else 20
    if is_straight:
        return 15
    counts = sorted((count for count in Counter(ranks).values() if count > 1), reverse=True)
    return _BY_COUNTS.get(tuple(counts), 0)


def _of_cribbage(hand: Sequence[int], starter: int) -> int:
    points = 0
    if len(hand) == Hands.CRIBBAGE.width and len(set(map(suit, hand))) == 1:
        points += 4 + (starter != FLOOR and suit(starter) == suit(hand[0]))
    if starter != FLOOR:
        points += sum(rank(card) == _JACK and suit(card) == suit(starter) for card in hand)
        hand = [*hand, starter]
    ranks = sorted(map(rank, hand))
    chosen = [choice for size in range(2, len(ranks) + 1) for choice in combinations(ranks, size)]
    points += 2 * sum(sum(min(each + 1, _TEN_POINTS) for each in choice) == 15 for choice in chosen)
    points += 2 * sum(len(choice) == 2 and choice[0] == choice[1] for choice in chosen)
    runs = [len(choice) for choice in chosen if len(choice) > 2 and _is_run(choice)]
    return points + max(runs, default=0) * runs.count(max(runs, default=0))


def _is_run(ranks: Sequence[int]) -> bool:
    return all(high - low == 1 for low, high in pairwise(ranks))
