"""Moves and the piles that they name."""

from typing import ClassVar, Final

from marshmallow import ValidationError

from schemas.request_fields import CheckedField
from schemas.response_fields import JsonSchema, ref, text, words
from service.config import Settings
from service.engine.notation import PILE_PATTERN, TOKEN_PATTERN, NotationError, check_tokens
from service.judging.field_errors import Complaint, json_type

ACTIONS: Final = {
    "deal": "one stock card face up onto each column",
    "draw": "the next stock card face up onto the waste",
    "redeal": "the waste, turned over, becomes the stock",
}

NAMED: Final[dict[str, JsonSchema]] = {
    "Move": text(
        f"^(?:{TOKEN_PATTERN})$",
        "One move. `T3-T7x4`: the top 4 cards of column 3, as a unit, onto column 7; `x1` may be left out. "
        "`T3-F1`, `W-F2`, `R5-F`, `W-T8`: likewise between foundations, reserve cells and the waste; a bare "
        "`F` is the lowest-numbered foundation that accepts. `deal`, `draw`, `redeal`: the actions of the "
        "stock.",
        "T3-T7x4",
        "W-F",
        "draw",
    ),
    "PileName": text(
        f"^(?:{PILE_PATTERN})$",
        "A column `T1`…, a foundation `F1`…, a reserve cell `R1`…, the waste `W` or the stock `S`.",
        "T3",
    ),
    "Action": words(
        ACTIONS, "What can be done with the stock:", "an unknown one is a token to send as it is."
    ),
}


class Moves(CheckedField):
    """Move tokens. How many are allowed is a setting, checked before the schema looks at them."""

    json_schema: ClassVar[JsonSchema] = {
        "type": "array",
        "items": ref("Move"),
        "maxItems": Settings.most_moves,
    }

    def _deserialize(self, value: object, *_: object, **__: object) -> list[str]:
        if not isinstance(value, list):
            detail = f"moves is a list of tokens, not {json_type(value)}."
            raise ValidationError(Complaint("wrong_type", detail))
        try:
            check_tokens(value)
        except NotationError as error:
            malformed = {index: [_complaint(value[index], said)] for index, said in error.problems.items()}
            raise ValidationError(malformed) from None
        return value


def _complaint(token: object, detail: str) -> Complaint:
    return Complaint("malformed_move" if isinstance(token, str) else "wrong_type", detail)
