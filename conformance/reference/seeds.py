"""docs/rules.md, *Seeds*: which deck a seed deals."""

import math
import random
import re
from collections.abc import Sequence
from itertools import takewhile

RANKS = "A23456789TJQK"
SUITS = "CSHD"

Copy = tuple[int, str]
"""The number of a pack, and a card of it."""


def full_deck(packs: int, suits: str, ranks: str = RANKS) -> list[str]:
    """All cards of these packs, where `suits` says what C S H D are printed as."""
    return [rank + suit for _ in range(packs) for suit in suits for rank in ranks]


def normalise_seed(text: str) -> str:
    """`ms` and a number below 32 000 is answered as the bare number."""
    if re.fullmatch("[1-9][0-9]{0,19}", text):
        return text
    if re.fullmatch("ms[1-9][0-9]{0,9}", text) and int(text[2:]) <= 8_589_934_591:
        return text[2:] if int(text[2:]) < 32_000 else text
    raise ValueError(f"not a seed: {text!r}")


class Congruential:
    """Numbers below 32 000, and `ms` numbers."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.x = number - 2**32 if number >= 2**32 else number

    def pick(self, n: int) -> int:
        """Return a number from 0 to n."""
        self.x = (self.x * 214_013 + 2_531_011) % 2**33
        if self.number >= 2**32:
            r = ((self.x >> 16) & 0xFFFF) + 1
        elif self.number >= 2**31:
            r = ((self.x >> 16) & 0x7FFF) | 0x8000
        else:
            r = (self.x >> 16) & 0x7FFF
        return r % (n + 1)


class Twister:
    """Other numbers."""

    def __init__(self, number: int) -> None:
        self.random = random.Random(number)

    def pick(self, n: int) -> int:
        """Return a number from 0 to n."""
        return math.floor(self.random.random() * (n + 1))


def generator(seed: str) -> Congruential | Twister:
    seed = normalise_seed(seed)
    if seed.startswith("ms"):
        return Congruential(int(seed[2:]))
    if int(seed) < 32_000:
        return Congruential(int(seed))
    return Twister(int(seed))


def packs_in_order(packs: int, ranks: str, suits: str = SUITS) -> list[Copy]:
    """The packs one after the other; suits C, S, H, D; ranks from A to K."""
    return [(pack, rank + suit) for pack in range(packs) for suit in suits for rank in ranks]


def microsoft_order() -> list[Copy]:
    """One pack as AC AD AH AS 2C … KS."""
    return [(0, rank + suit) for rank in RANKS for suit in "CDHS"]


def shuffled_packs(seed: str, packs: int, ranks: str = RANKS, suits: str = SUITS) -> list[Copy]:
    """Fisher-Yates: for n from the last card down to 1, swap cards n and j, with j drawn from 0…n."""
    numbers = generator(seed)
    one_pack = packs == 1 and ranks == RANKS and isinstance(numbers, Congruential)
    cards = microsoft_order() if one_pack and suits == SUITS else packs_in_order(packs, ranks, suits)
    for n in range(len(cards) - 1, 0, -1):
        j = numbers.pick(n)
        cards[n], cards[j] = cards[j], cards[n]
    return cards


def deck_of_seed(
    seed: str,
    packs: int,
    suits: str,
    base_cards: Sequence[Sequence[str]],
    *,
    from_start: bool,
    ranks: str = RANKS,
    last: str = "",
) -> list[str]:
    """Return the deck in dealing order: the base cards, then the others.

    The packs are dealt from their end, or `from_start` where Kings go to the bottom. Where one card can be a
    base card, it is the first of the packs before the shuffle, or of some ranks the last; of several, the
    first as shuffled. Those of base cards in a row that are alike are the first ones, the last one first.
    """
    shuffled = SUITS if len(suits) == len(SUITS) else suits
    printed = dict(zip(shuffled, suits, strict=True))
    order = shuffled_packs(seed, packs, ranks, shuffled)
    new = packs_in_order(packs, ranks, shuffled)
    bases = []
    for place, cards in enumerate(base_cards):
        fitting = [copy for copy in order if copy[1][0] + printed[copy[1][1]] in cards]
        alike = len(list(takewhile(cards.__eq__, base_cards[place:])))
        choose = max if cards[0][0] in last else min
        bases.append(choose(fitting, key=new.index) if len(cards) == 1 else fitting[alike - 1])
        order.remove(bases[-1])
    if not from_start:
        order.reverse()
    return [card[0] + printed[card[1]] for _, card in [*bases, *order]]
