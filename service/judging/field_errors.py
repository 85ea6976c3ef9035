"""What is wrong with one place of a request: a sentence for people, a code for programs."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Final

CODES: Final = {
    "missing": "a field that is needed is not there",
    "unknown_field": "there is no field of this name",
    "unknown_parameter": "the address takes no parameter of this name",
    "given_twice": "a parameter of the address stands there more than once",
    "wrong_type": "the value is of another JSON type",
    "unknown_variant": "there is no such variant",
    "unknown_option": "the variant has no such rule option",
    "unknown_value": "the value is none of those that are known here",
    "malformed_seed": "the text is no seed, or one out of range",
    "malformed_move": "the text is no move",
    "unknown_card": "the text is no card",
    "not_two_packs": "the deck lacks cards, or has surplus ones",
    "seed_or_deck": "both of seed and deck are given, or neither",
    "outcome_or_prospect": "both of outcome and prospect are claimed, or neither",
    "unknown_pile": "the variant has no such pile",
    "no_table": "there is no table of winnable deals for these rule options",
    "out_of_range": "the number is lower or higher than allowed",
    "too_short": "the text has fewer characters than `limit`",
    "too_long": "the text has more characters than `limit`",
    "too_many": "a list or an object has more entries than `limit`",
}
"""Every code with its meaning."""

_LONGEST_GUESSED: Final = 40
"""Longer names are no misspelt ones of ours, and would cost time to compare."""


class Complaint(str):
    """The sentence, a message as marshmallow carries them about, and what programs get with it."""

    code: str
    limit: int | None
    found: object
    known: tuple[str, ...]

    def __new__(
        cls,
        code: str,
        detail: str,
        *,
        limit: int | None = None,
        found: object = None,
        known: Iterable[str] = (),
    ) -> "Complaint":
        """``known`` are the values that there are, of which the one most like ``found`` may be meant."""
        assert code in CODES, f"{code} is in no table"
        made = super().__new__(cls, detail)
        made.code, made.limit, made.found, made.known = code, limit, found, tuple(known)
        return made

    def format(self, *_: object, **__: object) -> "Complaint":
        """The complaint itself: marshmallow would fill in its messages, and get a mere string."""
        return self

    def members(self) -> dict[str, Any]:
        """The complaint as JSON; what does not apply is left out."""
        suggestion = self._suggestion()
        detail = f"{self} Did you mean {suggestion}?" if suggestion else str(self)
        said = {"code": self.code, "suggestion": suggestion, "limit": self.limit, "detail": detail}
        return {name: value for name, value in said.items() if value is not None}

    def _suggestion(self) -> str | None:
        if not isinstance(self.found, str) or len(self.found) > _LONGEST_GUESSED:
            return None
        # Case and the mark between words are what is mistaken most.
        plain = {name.lower().replace("_", "-"): name for name in self.known}
        close = get_close_matches(self.found.lower().replace("_", "-"), plain, 1)
        return plain[close[0]] if close else None


def brief(value: object) -> str:
    """A client's value in a message: quoted, ASCII, and not longer than a line."""
    if isinstance(value, str):
        return ascii(value if len(value) <= 40 else f"{value[:40]}…")
    return json_type(value)


def json_type(value: object) -> str:
    """What JSON calls the type of a value."""
    names = {dict: "an object", list: "an array", str: "a string", bool: "a boolean", type(None): "null"}
    return names.get(type(value), "a number")
