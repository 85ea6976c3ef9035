"""Moves, the piles that they name, and the reasons why they are illegal."""

from collections.abc import Sequence
from typing import ClassVar, Final

from marshmallow import ValidationError

from patience.cards.notation import PILE_PATTERN, TOKEN_PATTERN, NotationError, check_tokens
from patience.play.checks import CHECKS
from patience.play.unnamed_sources import UNNAMED_PATTERN, is_unnamed
from schemas.field_errors import FieldError, invalid_field, json_type
from schemas.limits import MOST_MOVES
from schemas.request_fields import CheckedField
from schemas.response_fields import JsonSchema, ref, text, words

ACTIONS: Final = {
    "deal": "one stock card face up onto each column, or onto each reserve pile",
    "draw": "the next stock cards face up onto the waste: one, or the number that the game draws at once",
    "redeal": "the waste, turned over, becomes the stock; or the columns are gathered and dealt again",
}

REASONS: Final = {check.reason: check.meaning for check in CHECKS}

NAMED: Final[dict[str, JsonSchema]] = {
    "Move": text(
        f"^(?:{TOKEN_PATTERN}|{UNNAMED_PATTERN})$",
        "One move. `T3-T7x4`: the top 4 cards of column 3, as a unit, onto column 7; `x1` may be left out. "
        "`T3-F1`, `W-F2`, `R5-F`, `W-T8`: likewise between foundations, reserve piles, cells and the waste. "
        "A bare `F` is the lowest-numbered foundation that accepts; in `F-T3` it is the one foundation whose "
        "card can go there, and answers have its number. `deal`, `draw`, `redeal`: the actions of the stock.",
        "T3-T7x4",
        "W-F",
        "draw",
    ),
    "PileName": text(
        f"^(?:{PILE_PATTERN})$",
        "A column `T1`…, a foundation `F1`…, a reserve pile or cell `R1`…, the waste `W` or the stock `S`.",
        "T3",
    ),
    "Action": words(ACTIONS, "An action of the stock:", "send an unknown one as it is."),
    "Reason": words(
        REASONS,
        "Why a move is illegal. The checks run in this order, and the first that fails is the reason:",
        "the move is illegal all the same; show `detail`.",
    ),
}


class Moves(CheckedField):
    """Move tokens. Their number is limited by a setting, which is checked before the schema."""

    json_schema: ClassVar[JsonSchema] = {
        "type": "array",
        "items": ref("Move"),
        "maxItems": MOST_MOVES,
    }

    def _deserialize(self, value: object, *_: object, **__: object) -> list[str]:
        if not isinstance(value, list):
            raise invalid_field("wrong_type", f"moves is a list of tokens, not {json_type(value)}.")
        try:
            check_moves(value)
        except NotationError as error:
            raise ValidationError(token_errors(value, error)) from None
        return value


def check_moves(tokens: Sequence[object]) -> None:
    """Raise NotationError naming every move that is not a token of requests."""
    try:
        check_tokens(tokens)
    except NotationError as error:
        problems = {index: text for index, text in error.problems.items() if not is_unnamed(tokens[index])}
        if problems:
            raise NotationError(problems) from None


def token_errors(tokens: Sequence[object], error: NotationError) -> dict[int, list[FieldError]]:
    """Return the errors of a list of tokens by index."""
    return {index: [_error(tokens[index], detail)] for index, detail in error.problems.items()}


def _error(token: object, detail: str) -> FieldError:
    if isinstance(token, str):
        return FieldError("malformed_move", detail)
    return FieldError("wrong_type", f"A move is a string such as T3-T7x4, not {json_type(token)}.")
