"""What a square of cards is worth (docs/rules.md, *Hands*)."""

from collections.abc import Iterator
from itertools import combinations

from .game import Game
from .seeds import RANKS

POKER = {
    "royal flush": 100,
    "straight flush": 75,
    "four": 50,
    "full house": 25,
    "flush": 20,
    "straight": 15,
    "three": 10,
    "two pairs": 5,
    "pair": 2,
}


def points(game: Game) -> int:
    """Return the points of all rows and columns of the square."""
    if game.rules.win == "poker":
        return sum(POKER.get(poker_hand(hand), 0) for hand in hands(game, 5))
    full = all(game.piles[name] for name in game.names("T"))
    starter = game.piles["S"][-1] if full and game.piles["S"] else ""
    total = sum(cribbage_points(hand, starter) for hand in hands(game, 4))
    return total + 2 if starter[:1] == "J" else total


def hands(game: Game, width: int) -> Iterator[list[str]]:
    for line in range(width):
        row = [f"T{line * width + place + 1}" for place in range(width)]
        column = [f"T{place * width + line + 1}" for place in range(width)]
        for names in (row, column):
            yield [card for name in names for card in game.piles[name]]


def poker_hand(hand: list[str]) -> str:
    ranks, suits = [card[0] for card in hand], {card[1] for card in hand}
    flush = len(hand) == 5 and len(suits) == 1
    low = len(hand) == 5 and "".join(sorted(ranks, key=RANKS.index)) in RANKS
    high = set(ranks) == set("TJQKA")
    if flush and (low or high):
        return "royal flush" if high else "straight flush"
    alike = [*sorted((ranks.count(rank) for rank in set(ranks)), reverse=True), 0, 0]
    if alike[0] == 4:
        return "four"
    if alike[:2] == [3, 2]:
        return "full house"
    if flush:
        return "flush"
    if low or high:
        return "straight"
    if alike[0] == 3:
        return "three"
    if alike[:2] == [2, 2]:
        return "two pairs"
    return "pair" if alike[0] == 2 else "nothing"


def cribbage_points(hand: list[str], starter: str) -> int:
    total = 0
    if len(hand) == 4 and len({card[1] for card in hand}) == 1:
        total += 5 if starter[1:] == hand[0][1] else 4
    total += sum(card[0] == "J" and card[1] == starter[1:] for card in hand)
    cards = [*hand, starter] if starter else hand
    groups = [group for size in range(2, 6) for group in combinations(cards, size)]
    for group in groups:
        if sum(min(RANKS.index(card[0]) + 1, 10) for card in group) == 15:
            total += 2
        if len(group) == 2 and group[0][0] == group[1][0]:
            total += 2
    for length in (5, 4, 3):
        runs = [group for group in groups if len(group) == length and is_run(group)]
        if runs:
            return total + length * len(runs)
    return total


def is_run(group: tuple[str, ...]) -> bool:
    return "".join(sorted((card[0] for card in group), key=RANKS.index)) in RANKS
