"""Seeds: PySolFC's game numbers, and the shuffle that each one names (RULES §8)."""

import random
import re
from collections.abc import Iterator
from typing import Final

HIGHEST_NUMBER: Final = 99_999_999_999_999_999_999
HIGHEST_MS_NUMBER: Final = 8_589_934_591
SMALL: Final = 32_000
"""Numbers below it are shuffled as ``ms`` numbers are."""

SEED_PATTERN: Final = "(ms)?([1-9][0-9]{0,19})"

_SEED = re.compile(SEED_PATTERN)
_SUITS_OF_NEW_PACK: Final = (0, 3, 2, 1)
_CARDS_IN_TWO_PACKS: Final = 104


class SeedError(ValueError):
    """Text that names no deal."""


def normalize(seed: str) -> str:
    """The seed as it is answered: ``ms`` falls off below 32 000.

    Raises SeedError if it is no seed.
    """
    match = _SEED.fullmatch(seed)
    if match is None:
        raise SeedError(
            f"{seed[:40]!a} is no seed. Expected digits without a leading zero, or ms and such digits."
        )
    ms, digits = match.groups()
    number = int(digits)
    if ms and number > HIGHEST_MS_NUMBER:
        raise SeedError(f"Seed {seed} is out of range: ms seeds run from ms1 to ms{HIGHEST_MS_NUMBER}.")
    return digits if number < SMALL else seed


def shuffled(seed: str) -> list[int]:
    """Both packs in dealing order, as 0…103: ``card % 52`` is the card, ``card // 52`` its pack.

    Raises SeedError if the text is no seed.
    """
    seed = normalize(seed)
    pack = _new_packs()
    if seed.startswith("ms"):
        _shuffle(pack, _microsoft(int(seed[2:])))
    elif int(seed) < SMALL:
        _shuffle(pack, _microsoft(int(seed)))
    else:
        _shuffle(pack, _mersenne(int(seed)))
    pack.reverse()
    return pack


def _new_packs() -> list[int]:
    return [
        52 * copy + 13 * suit + rank for copy in (0, 1) for suit in _SUITS_OF_NEW_PACK for rank in range(13)
    ]


def _shuffle(pack: list[int], places: Iterator[int]) -> None:
    last = _CARDS_IN_TWO_PACKS - 1
    for place, other in zip(range(last, 0, -1), places, strict=True):
        pack[place], pack[other] = pack[other], pack[place]


def _microsoft(number: int) -> Iterator[int]:
    """The generator of Microsoft's FreeCell, widened for numbers from 2^31 on."""
    bits, floor = 0x7FFF, 0
    x = number
    if number >= 1 << 32:
        bits, floor, x = 0xFFFF, 1, number - (1 << 32)
    elif number >= 1 << 31:
        floor = 0x8000
    for size in range(_CARDS_IN_TWO_PACKS, 1, -1):
        x = (x * 214013 + 2531011) & 0x1FFFFFFFF
        yield ((x >> 16 & bits) + floor) % size


def _mersenne(number: int) -> Iterator[int]:
    random_float = random.Random(number).random  # noqa: S311
    for size in range(_CARDS_IN_TWO_PACKS, 1, -1):
        yield int(random_float() * size)
