"""RULES §1 (cards) and §8 (seeds)."""

import math
import random
import re
from collections.abc import Sequence

RANKS = "A23456789TJQK"
PACK_SUITS = "CSHD"


def rank(card: str) -> int:
    return RANKS.index(card[0]) + 1


def suit(card: str) -> str:
    return card[1]


def colour(card: str) -> str:
    return "black" if suit(card) in "CS" else "red"


def is_deck(cards: Sequence[str]) -> bool:
    """Each of the 52 cards twice (RULES §1)."""
    return sorted(cards) == sorted(card for _, card in pack_in_order())


def pack_in_order() -> list[tuple[int, str]]:
    """RULES §8: first deck, then second; suits C, S, H, D; ranks A … K. Each card with its deck's number."""
    return [(deck, r + s) for deck in (1, 2) for s in PACK_SUITS for r in RANKS]


def normalise_seed(text: str) -> str:
    """RULES §8: `ms` and a number below 32 000 is answered as the bare number."""
    if re.fullmatch("[1-9][0-9]{0,19}", text):
        return text
    if re.fullmatch("ms[1-9][0-9]{0,9}", text) and int(text[2:]) <= 8_589_934_591:
        return text[2:] if int(text[2:]) < 32_000 else text
    raise ValueError(f"no seed: {text!r}")


class Congruential:
    """RULES §8: numbers below 32 000, and `ms` numbers."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.x = number
        if number >= 4_294_967_296:
            self.x = number - 2**32

    def pick(self, n: int) -> int:
        """One of 0…n."""
        self.x = (self.x * 214_013 + 2_531_011) % 2**33
        if self.number >= 4_294_967_296:
            r = ((self.x >> 16) & 0xFFFF) + 1
        elif self.number >= 2_147_483_648:
            r = ((self.x >> 16) & 0x7FFF) | 0x8000
        else:
            r = (self.x >> 16) & 0x7FFF
        return r % (n + 1)


class Twister:
    """RULES §8: other numbers."""

    def __init__(self, number: int) -> None:
        self.random = random.Random(number)

    def pick(self, n: int) -> int:
        """One of 0…n."""
        return math.floor(self.random.random() * (n + 1))


def generator(seed: str) -> Congruential | Twister:
    seed = normalise_seed(seed)
    if seed.startswith("ms"):
        return Congruential(int(seed[2:]))
    if int(seed) < 32_000:
        return Congruential(int(seed))
    return Twister(int(seed))


def shuffled_pack(seed: str) -> list[tuple[int, str]]:
    """RULES §8, Fisher–Yates: for n = 103 down to 1, swap cards n and j, with j drawn from 0…n."""
    numbers = generator(seed)
    cards = pack_in_order()
    for n in range(103, 0, -1):
        j = numbers.pick(n)
        cards[n], cards[j] = cards[j], cards[n]
    return cards


def deck_of_seed(seed: str, base_cards: list[str]) -> list[str]:
    """RULES §8: the shuffled list reversed, but the base cards first, in foundation order."""
    dealing_order = shuffled_pack(seed)
    dealing_order.reverse()
    for card in base_cards:
        # The copies are sorted by deck, so where one copy is needed it is the first deck's.
        copies = sorted(copy for copy in dealing_order if copy[1] == card)
        dealing_order.remove(copies[0])
    return base_cards + [card for _, card in dealing_order]
