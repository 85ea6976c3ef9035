"""The name that was probably meant by one that is unknown."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

LONGEST_GUESS: Final = 40
"""Longer names are unlikely to be misspelt, and comparing them costs time."""

_SEPARATORS: Final = re.compile("[^a-z0-9]+")


def similar_name(value: str, known: Iterable[str]) -> str | None:
    """Return the known name that is most like a value; None if none is close."""
    return _nearest(plain_name(value), tuple(known)) if len(value) <= LONGEST_GUESS else None


@lru_cache(maxsize=256)
def _nearest(value: str, known: tuple[str, ...]) -> str | None:
    # Kept, since an archive may have the same mistake in every line.
    from difflib import get_close_matches  # noqa: PLC0415 - for errors alone

    plain = {plain_name(name): name for name in known}
    close = get_close_matches(value, plain, 1)
    return plain[close[0]] if close else None


def plain_name(name: str) -> str:
    """Return a name without case, apostrophes and the choice of separator, which are mistaken most often."""
    return _SEPARATORS.sub("-", name.lower().replace("'", ""))
