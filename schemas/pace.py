"""The times of moves, and the pace that they show."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import Any, ClassVar, Final

from schemas.field_errors import FieldError, brief, invalid_field, json_type
from schemas.limits import MOST_MOVES
from schemas.request_fields import CheckedField
from schemas.response_fields import AnswerSchema, JsonSchema, count

MOST_MILLISECONDS: Final = 100_000_000_000
"""Three years."""

FASTEST_HAND: Final = 100
"""Milliseconds between two moves below which no hand made the second one."""


class Times(CheckedField):
    """Milliseconds from the start of the game for each move; none is less than the one before."""

    json_schema: ClassVar[JsonSchema] = {
        "type": "array",
        "items": {"type": "integer", "minimum": 0, "maximum": MOST_MILLISECONDS},
        "maxItems": MOST_MOVES,
    }

    def _deserialize(self, value: object, *_: object, **__: object) -> tuple[int, ...]:
        if not isinstance(value, list):
            raise invalid_field("wrong_type", f"times is a list of whole numbers, not {json_type(value)}.")
        latest = 0
        for index, time in enumerate(value):
            if type(time) is not int or not latest <= time <= MOST_MILLISECONDS:
                detail = (
                    f"Expected the milliseconds from the start of the game, {latest} to "
                    f"{MOST_MILLISECONDS}, for move {index + 1}; found {brief(time)}."
                )
                raise invalid_field("out_of_range", detail, limit=MOST_MILLISECONDS)
            latest = time
        return tuple(value)


class PaceSchema(AnswerSchema):
    """The pauses before the moves, by the client's times: nothing confirms them."""

    milliseconds = count("The time of the last move.")
    fastest = count("The shortest pause, in milliseconds.")
    median = count("The median pause.")
    longest = count("The longest pause.")
    too_fast = count(
        f"Moves less than {FASTEST_HAND} ms after the one before, faster than a hand. Programs that finish a "
        "game on their own make such moves, too."
    )


def pace_json(times: Sequence[int]) -> dict[str, Any]:
    """Return the pace of a game; zeros for a game without moves. The first pause begins with the game."""
    pauses = [later - earlier for earlier, later in pairwise((0, *times))] or [0]
    return {
        "milliseconds": times[-1] if times else 0,
        "fastest": min(pauses),
        "median": int(median(pauses)),
        "longest": max(pauses),
        "too_fast": sum(pause < FASTEST_HAND for pause in pauses[1:]),
    }


def times_error(times: Sequence[int] | None, moves: int, *, has_pace: bool) -> dict[str, Any] | None:
    """Return what is wrong with the times of a log with this number of moves."""
    if times is None and has_pace:
        return {"times": [FieldError("missing", "The pace needs the times of the moves.")]}
    if times is not None and len(times) != moves:
        detail = f"Expected a time for each of the {moves} moves, found {len(times)}."
        return {"times": [FieldError("out_of_range", detail, limit=moves)]}
    return None
