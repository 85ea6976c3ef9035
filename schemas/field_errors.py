"""Errors at one place of a request: a code for programs and a sentence for people."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from patience.rules.similar_names import similar_name

if TYPE_CHECKING:
    from marshmallow import ValidationError

CODES: Final = {
    "missing": "a required field is missing",
    "unknown_field": "the object has no field of this name",
    "unknown_parameter": "the path has no query parameter of this name",
    "given_twice": "a query parameter occurs more than once",
    "wrong_type": "the value has another JSON type",
    "unknown_variant": "no variant has this id",
    "malformed_declaration": "the declaration is not one of a game that can be judged",
    "no_declarations": "declarations are not accepted here",
    "variant_or_declaration": "both a variant and a declaration are given",
    "unknown_option": "the variant has no rule option of this name",
    "unknown_value": "the value is not one of those allowed here",
    "malformed_seed": "the text is not a seed, or the seed is out of range",
    "malformed_move": "the text is not a move",
    "unknown_card": "the text is not a card",
    "wrong_cards": "the deck or board lacks cards of this game's packs, or has surplus ones",
    "seed_or_deck": "not exactly one of seed, deck and board is given",
    "seed_or_choose": "not exactly one of seed and choose is given, or a nonce beside a seed",
    "commitment_differs": "the commitment is not to these deals and rules",
    "malformed_board": "the text is not the piles of a position",
    "impossible_board": "the game cannot have this position, whatever was played",
    "outcome_or_prospect": "both outcome and prospect are claimed, or neither",
    "unknown_pile": "the variant has no pile of this name",
    "no_table": "no table of winnable deals exists for these rule options",
    "no_grades": "deals are not graded under these rule options",
    "no_numbers": "the game arranges its cards before it deals them, so numbers of its boards are not found",
    "out_of_range": "the number is lower or higher than allowed",
    "too_short": "the text has fewer characters than `limit`",
    "too_long": "the text has more characters than `limit`",
    "too_many": "a list or an object has more entries than `limit`",
}
"""Every code with its meaning."""


class FieldError(NamedTuple):
    """What is wrong at one place of a request."""

    code: str
    detail: str
    limit: int | None = None
    value: object = None
    known: Iterable[str] = ()
    """The allowed values, one of which `value` may be a misspelling of."""
    suggestion: str | None = None
    """The value that was probably meant, if it is not the one that `suggest` finds."""

    def members(self) -> dict[str, Any]:
        """Return the error as JSON, without the members that do not apply."""
        assert self.code in CODES, f"unknown code {self.code}"
        # Computed here and not earlier: only the first errors of a request are shown.
        suggestion = self.suggestion or suggest(self.value, self.known)
        is_named = suggestion is None or f"Did you mean {suggestion}?" in self.detail
        detail = self.detail if is_named else f"{self.detail} Did you mean {suggestion}?"
        members = {"code": self.code, "suggestion": suggestion, "limit": self.limit, "detail": detail}
        return {name: value for name, value in members.items() if value is not None}


def invalid_field(code: str, detail: str, **more: Any) -> "ValidationError":
    """Build the exception that marshmallow expects of a field, with one FieldError in it."""
    from marshmallow import ValidationError  # noqa: PLC0415 - it takes a while

    return ValidationError([FieldError(code, detail, **more)])


def suggest(value: object, known: Iterable[str]) -> str | None:
    """Return the known name that is most like a value; None if none is close."""
    return similar_name(value, known) if isinstance(value, str) else None


def brief(value: object) -> str:
    """Return a client's value for a message: quoted, ASCII, and at most a line long."""
    if isinstance(value, str):
        return ascii(value if len(value) <= 40 else f"{value[:40]}…")
    return json_type(value)


def json_type(value: object) -> str:
    """Return the name of the JSON type of a parsed value, or of a number that is not an integer."""
    if isinstance(value, float):
        # Every other whole number has been parsed as an int.
        return "a fraction" if value % 1 > 0 else "too large a number"
    names = {dict: "an object", list: "an array", str: "a string", bool: "a boolean", type(None): "null"}
    return names.get(type(value), "a number")
