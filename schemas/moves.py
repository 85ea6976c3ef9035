"""Moves and the piles that they name."""

from typing import ClassVar, Final

from marshmallow import ValidationError

from schemas.complaints import json_type
from schemas.described import CheckedField, JsonSchema, ref, text, words
from service.config import Settings
from service.engine.notation import PILE_PATTERN, TOKEN_PATTERN, NotationError, check_tokens

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
    "Action": words(ACTIONS, "What can be done with the stock:"),
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
            raise ValidationError(f"moves is a list of tokens, not {json_type(value)}.")
        try:
            check_tokens(value)
        except NotationError as error:
            raise ValidationError({index: [said] for index, said in error.problems.items()}) from None
        return value
