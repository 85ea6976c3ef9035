"""Seeds: PySolFC's game numbers, and the shuffle that each one names (RULES §8)."""

import random
import re
from collections.abc import Callable, Sequence
from typing import Final

from patience.cards import CARDS_IN_PACK, rank

HIGHEST_NUMBER: Final = 99_999_999_999_999_999_999
HIGHEST_MS_NUMBER: Final = 8_589_934_591
SMALL: Final = 32_000
"""Numbers below it are shuffled like ``ms`` numbers."""

SEED_PATTERN: Final = "(ms)?([1-9][0-9]{0,19})"

_SEED = re.compile(SEED_PATTERN)


class SeedError(ValueError):
    """A text that does not name a deal."""


def normalize(seed: str) -> str:
    """Return the seed as it appears in answers: below 32 000 without ``ms``.

    Raises SeedError if it is not a seed.
    """
    match = _SEED.fullmatch(seed)
    if match is None:
        raise SeedError(
            f"{seed[:40]!a} is not a seed. Expected 1 to 20 digits without a leading zero, or ms1 to "
            f"ms{HIGHEST_MS_NUMBER}."
        )
    ms, digits = match.groups()
    number = int(digits)
    if ms and number > HIGHEST_MS_NUMBER:
        raise SeedError(f"Seed {seed} is out of range: ms seeds run from ms1 to ms{HIGHEST_MS_NUMBER}.")
    return digits if number < SMALL else seed


def shuffled(seed: str, pack: Sequence[int]) -> list[int]:
    """Return the cards of new packs in their shuffled order, whose last card is dealt first.

    ``pack`` has them suit by suit. A single pack that a congruential number shuffles starts rank by rank
    instead, as Microsoft's FreeCell has it: AC AD AH AS 2C … KS.
    Raises SeedError if the text is not a seed.
    """
    seed = normalize(seed)
    ms = seed.startswith("ms")
    number = int(seed[2:] if ms else seed)
    is_congruential = ms or number < SMALL
    cards = list(pack)
    if is_congruential and len(cards) == CARDS_IN_PACK:
        cards.sort(key=lambda card: (rank(card), card))
    if is_congruential:
        _shuffle_microsoft(cards, number)
    else:
        _shuffle_mersenne(cards, number)
    return cards


def numbers_after(seed: str, cards: int) -> Callable[[int], int]:
    """Return what draws the numbers from 0 to below ``size`` that follow once a seed has shuffled its cards.

    Each number takes one step of the generator. Raises SeedError if the text is not a seed.
    """
    seed = normalize(seed)
    number = int(seed.removeprefix("ms"))
    is_congruential = seed.startswith("ms") or number < SMALL
    draw = congruential(number) if is_congruential else _mersenne(number)
    for size in range(cards, 1, -1):
        draw(size)
    return draw


def congruential(x: int) -> Callable[[int], int]:
    """Return what draws the numbers from 0 to below ``size`` by which an ``ms`` number shuffles."""
    bits, offset = _output(x)

    def draw(size: int) -> int:
        nonlocal x
        x = (x * 214013 + 2531011) & 0x1FFFFFFFF
        return ((x >> 16 & bits) + offset) % size

    return draw


def _mersenne(number: int) -> Callable[[int], int]:
    random_float = random.Random(number).random  # noqa: S311
    return lambda size: int(random_float() * size)


def _output(number: int) -> tuple[int, int]:
    """Return which bits of its state the congruential generator gives, and what it adds to them."""
    if number >= 1 << 32:
        return 0xFFFF, 1
    return 0x7FFF, 0x8000 if number >= 1 << 31 else 0


def _shuffle_microsoft(pack: list[int], number: int) -> None:
    """Shuffle with the generator of Microsoft's FreeCell, widened for numbers from 2^31 on."""
    bits, offset = _output(number)
    # The rules subtract 2^32 from a larger number; that bit never reaches the bits that are used.
    x = number
    for place in range(len(pack) - 1, 0, -1):
        x = (x * 214013 + 2531011) & 0x1FFFFFFFF
        other = ((x >> 16 & bits) + offset) % (place + 1)
        pack[place], pack[other] = pack[other], pack[place]


def _shuffle_mersenne(pack: list[int], number: int) -> None:
    random_float = random.Random(number).random  # noqa: S311
    for place in range(len(pack) - 1, 0, -1):
        other = int(random_float() * (place + 1))
        pack[place], pack[other] = pack[other], pack[place]
