"""Seeds: PySolFC's game numbers, and the shuffle that each one names (RULES §8)."""

import random
import re
from typing import Final

HIGHEST_NUMBER: Final = 99_999_999_999_999_999_999
HIGHEST_MS_NUMBER: Final = 8_589_934_591
SMALL: Final = 32_000
"""Numbers below it are shuffled as ``ms`` numbers are."""

SEED_PATTERN: Final = "(ms)?([1-9][0-9]{0,19})"

_SEED = re.compile(SEED_PATTERN)
NEW_PACKS: Final = tuple(
    52 * copy + 13 * suit + rank for copy in (0, 1) for suit in (0, 3, 2, 1) for rank in range(13)
)


class SeedError(ValueError):
    """Text that names no deal."""


def normalize(seed: str) -> str:
    """The seed as it is answered: ``ms`` falls off below 32 000.

    Raises SeedError if it is no seed.
    """
    match = _SEED.fullmatch(seed)
    if match is None:
        raise SeedError(
            f"{seed[:40]!a} is no seed. Expected 1 to 20 digits without a leading zero, or ms1 to "
            f"ms{HIGHEST_MS_NUMBER}."
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
    pack = list(NEW_PACKS)
    if seed.startswith("ms"):
        _shuffle_microsoft(pack, int(seed[2:]))
    elif int(seed) < SMALL:
        _shuffle_microsoft(pack, int(seed))
    else:
        _shuffle_mersenne(pack, int(seed))
    pack.reverse()
    return pack


def _shuffle_microsoft(pack: list[int], number: int) -> None:
    """The generator of Microsoft's FreeCell, widened for numbers from 2^31 on."""
    bits, offset = 0x7FFF, 0
    if number >= 1 << 32:
        bits, offset = 0xFFFF, 1
    elif number >= 1 << 31:
        offset = 0x8000
    # The rules take 2^32 off a larger number; that bit never reaches those that are used.
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
