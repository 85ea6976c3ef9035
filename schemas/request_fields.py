"""Schemas and fields of requests: each refuses a wrong value with a code and a sentence."""

from collections.abc import Mapping
from typing import Any, Final, NoReturn

from marshmallow import RAISE, Schema, ValidationError, fields
from marshmallow.exceptions import SCHEMA

from schemas.field_errors import FieldError, brief, invalid_field, json_type
from schemas.problems import MOST_ERRORS
from schemas.response_fields import ref
from schemas.strict_json import HIGHEST_INTEGER

WHOLE: Final = SCHEMA
"""The key of errors that concern an object as a whole."""

_FIELD: Final[dict[str, str | list[Any] | dict[Any, Any]]] = {
    "required": [FieldError("missing", "This field is required.")],
    "null": [FieldError("wrong_type", "This field may not be null.")],
}


class RequestSchema(Schema):
    """An object that refuses unknown fields and lists the known ones."""

    class Meta:
        unknown = RAISE

    def handle_error(self, error: ValidationError, data: Any, **_: Any) -> NoReturn:
        """Raise all errors, with unknown fields by their names."""
        unknown = self.unknown_errors(data) if isinstance(data, dict) else {}
        raise ValidationError({**error.messages_dict, **unknown})

    def unknown_errors(self, data: Mapping[str, Any]) -> dict[str, list[FieldError]]:
        """Return the errors of fields that this object does not have, by their names."""
        known = ", ".join(self.fields)
        return {
            name: [
                FieldError(
                    "unknown_field",
                    f"Unknown field {brief(name)}. Known fields: {known}.",
                    value=name,
                    known=self.fields,
                )
            ]
            for name in data.keys() - self.fields.keys()
        }


class CheckedField(fields.Field[Any]):
    """A field that checks a whole value at once; its JSON Schema is the attribute `json_schema`."""

    default_error_messages = _FIELD


class Text(CheckedField):
    """A string of `shortest` to `longest` characters."""

    def __init__(self, about: str, *, longest: int, shortest: int = 0, required: bool = False) -> None:
        super().__init__(required=required, metadata={"description": about})
        self._shortest, self._longest = shortest, longest
        least = {"minLength": shortest} if shortest else {}
        self.json_schema = {"type": "string", **least, "maxLength": longest}

    def _deserialize(self, value: object, *_: object, **__: object) -> str:
        if not isinstance(value, str):
            raise invalid_field("wrong_type", f"Expected a string, not {json_type(value)}.")
        if len(value) < self._shortest:
            detail = f"Expected at least {self._shortest} character."
            raise invalid_field("too_short", detail, limit=self._shortest)
        if len(value) > self._longest:
            detail = f"Expected at most {self._longest} characters, found {len(value)}."
            raise invalid_field("too_long", detail, limit=self._longest)
        return value


class WholeNumber(CheckedField):
    """A whole number from `lowest` to `highest`."""

    def __init__(self, about: str, *, highest: int, lowest: int = 0, required: bool = False) -> None:
        super().__init__(required=required, metadata={"description": about})
        self._lowest, self._highest = lowest, highest
        self.json_schema = {"type": "integer", "format": "int64", "minimum": lowest, "maximum": highest}

    def _deserialize(self, value: object, *_: object, **__: object) -> int:
        if type(value) is not int:
            raise invalid_field("wrong_type", f"Expected a whole number, not {json_type(value)}.")
        if not self._lowest <= value <= self._highest:
            found = f"found {value}" if abs(value) <= HIGHEST_INTEGER else "found one far outside"
            detail = f"Expected a whole number from {self._lowest} to {self._highest}, {found}."
            limit = self._highest if value > self._highest else self._lowest
            raise invalid_field("out_of_range", detail, limit=limit)
        return value


class TrueOrFalse(CheckedField):
    """A boolean."""

    def __init__(self, about: str) -> None:
        super().__init__(metadata={"description": about})
        self.json_schema = {"type": "boolean"}

    def _deserialize(self, value: object, *_: object, **__: object) -> bool:
        if not isinstance(value, bool):
            raise invalid_field("wrong_type", f"Expected true or false, not {json_type(value)}.")
        return value


class Word(CheckedField):
    """One of `words`; `name` is the named schema that describes them."""

    def __init__(self, name: str, words: tuple[str, ...], about: str, *, required: bool = False) -> None:
        super().__init__(required=required, metadata={"description": about})
        self._words = words
        self.json_schema = ref(name)

    def _deserialize(self, value: object, *_: object, **__: object) -> str:
        return known_word(value, self._words)


class Words(CheckedField):
    """A list of some of `words`."""

    def __init__(self, words: tuple[str, ...], default: tuple[str, ...], about: str) -> None:
        super().__init__(load_default=lambda: list(default), metadata={"description": about})
        self._words = words
        items = {"type": "string", "enum": list(words)}
        # Without the default, because generators of clients then make the field required.
        self.json_schema = {"type": "array", "items": items, "maxItems": len(words)}

    def _deserialize(self, value: object, *_: object, **__: object) -> list[str]:
        if not isinstance(value, list):
            raise invalid_field("wrong_type", f"Expected a list, not {json_type(value)}.")
        errors = {}
        for index, word in enumerate(value):
            try:
                known_word(word, self._words)
            except ValidationError as error:
                errors[index] = error.messages
        if errors:
            raise ValidationError(errors)
        return value


def known_word(value: object, words: tuple[str, ...]) -> str:
    """Return the value. Raises ValidationError unless it is one of these words."""
    if isinstance(value, str) and value in words:
        return value
    detail = f"Unknown value {brief(value)}. Expected one of {', '.join(words)}."
    code = "unknown_value" if isinstance(value, str) else "wrong_type"
    raise invalid_field(code, detail, value=value, known=words)


class One(fields.Nested):
    """An object within a request."""

    default_error_messages = _FIELD

    def _deserialize(self, value: object, *arguments: Any, **more: Any) -> Any:
        if not isinstance(value, dict):
            raise invalid_field("wrong_type", f"Expected an object, not {json_type(value)}.")
        return super()._deserialize(value, *arguments, **more)


class Many(fields.List[Any]):
    """A list of objects within a request.

    Checking ends once there are more errors than a problem lists: a wrong object costs far more than a
    right one.
    """

    default_error_messages = _FIELD

    def _deserialize(self, value: object, *_: object, **more: Any) -> list[Any]:
        if not isinstance(value, list):
            raise invalid_field("wrong_type", f"Expected a list, not {json_type(value)}.")
        items, errors = [], {}
        for index, item in enumerate(value):
            try:
                items.append(self.inner.deserialize(item, **more))
            except ValidationError as error:
                errors[index] = error.messages
                if len(errors) > MOST_ERRORS:
                    break
        if errors:
            raise ValidationError(errors, valid_data=items)
        return items
