"""Seeds, as text or as JSON integers."""

from typing import ClassVar, Final

from marshmallow import ValidationError

from schemas.request_fields import CheckedField
from schemas.response_fields import JsonSchema, ref
from service.engine.seeds import HIGHEST_MS_NUMBER, HIGHEST_NUMBER, SEED_PATTERN, SMALL, SeedError, normalize
from service.judging.field_errors import Complaint, json_type
from service.judging.strict_json import HIGHEST_INTEGER

TEXT: Final[JsonSchema] = {"type": "string", "pattern": f"^(?:{SEED_PATTERN})$"}
"""A seed as a string."""

LOWEST: Final = 1

_NUMBER: Final[JsonSchema] = {
    "type": "integer",
    "format": "int64",
    "minimum": LOWEST,
    "maximum": HIGHEST_INTEGER,
}

NAMED: Final[dict[str, JsonSchema]] = {
    "Seed": {
        "description": f"A PySolFC game number: digits without a leading zero, {LOWEST} to {HIGHEST_NUMBER}, "
        f"or `ms` and a number up to {HIGHEST_MS_NUMBER}. `ms` and a number below {SMALL} is the same seed "
        "as the bare number. A JSON integer is taken too, as far as every JSON reader keeps one exact. "
        "Answered always as a string.",
        "oneOf": [TEXT, _NUMBER],
    },
}


def number_text(seed: int) -> str | None:
    """A seed written as a JSON integer, as text; None if it is out of range."""
    return str(seed) if LOWEST <= seed <= HIGHEST_INTEGER else None


class Seed(CheckedField):
    """A seed, as text or as a JSON integer; normalised (RULES §8)."""

    json_schema: ClassVar[JsonSchema] = ref("Seed")

    def _deserialize(self, value: object, *_: object, **__: object) -> str:
        if type(value) is int:
            return self._number(value)
        if not isinstance(value, str):
            detail = f"A seed is a string of digits or a whole number, not {json_type(value)}."
            raise ValidationError(Complaint("wrong_type", detail))
        try:
            return normalize(value)
        except SeedError as error:
            raise ValidationError(Complaint("malformed_seed", str(error))) from None

    def _number(self, value: int) -> str:
        seed = number_text(value)
        if seed is None:
            detail = (
                f"A seed written as a number runs from {LOWEST} to {HIGHEST_INTEGER}; "
                f"as a string it may run to {HIGHEST_NUMBER}."
            )
            raise ValidationError(Complaint("out_of_range", detail, limit=HIGHEST_INTEGER))
        return normalize(seed)
