"""What clients send: schemas and fields that refuse with a code, in a sentence."""

from typing import Any, Final, NoReturn

from marshmallow import RAISE, Schema, ValidationError, fields
from marshmallow.exceptions import SCHEMA

from schemas.response_fields import ref
from service.judging.field_errors import Complaint, brief, json_type
from service.judging.problems import MOST_ERRORS

_Messages = dict[str, str | list[Any] | dict[Any, Any]]

_FIELD: Final[_Messages] = {
    "required": Complaint("missing", "This field is missing."),
    "null": Complaint("wrong_type", "This field may not be null."),
}
_LIST: Final[_Messages] = {**_FIELD, "invalid": Complaint("wrong_type", "A list is expected here.")}
_OBJECT: Final[dict[str, str]] = {
    "type": Complaint("wrong_type", "An object is expected here."),
    "unknown": Complaint("unknown_field", "There is no such field here."),
}


class RequestSchema(Schema):
    """An object that refuses fields it does not know, with the fields there are."""

    class Meta:
        unknown = RAISE

    error_messages = _OBJECT

    def handle_error(self, error: ValidationError, data: Any, **_: Any) -> NoReturn:
        """Raise what is wrong, unknown fields by their names."""
        messages = error.messages_dict
        for name in data.keys() - self.fields.keys() if isinstance(data, dict) else ():
            detail = f"There is no field {brief(name)} here. Fields: {', '.join(self.fields)}."
            messages[name] = [Complaint("unknown_field", detail, found=name, known=self.fields)]
        raise ValidationError(messages)


class CheckedField(fields.Field[Any]):
    """A field of a request that checks a whole value at once; its JSON Schema stands beside the check."""

    default_error_messages = _FIELD


class Text(CheckedField):
    """A string of so many characters."""

    def __init__(self, about: str, *, longest: int, shortest: int = 0) -> None:
        super().__init__(metadata={"description": about})
        self._shortest, self._longest = shortest, longest
        least = {"minLength": shortest} if shortest else {}
        self.json_schema = {"type": "string", **least, "maxLength": longest}

    def _deserialize(self, value: object, *_: object, **__: object) -> str:
        if not isinstance(value, str):
            raise ValidationError(Complaint("wrong_type", f"A string is expected, not {json_type(value)}."))
        if len(value) < self._shortest:
            detail = f"At least {self._shortest} character is expected."
            raise ValidationError(Complaint("too_short", detail, limit=self._shortest))
        if len(value) > self._longest:
            detail = f"{len(value)} characters; at most {self._longest} are taken."
            raise ValidationError(Complaint("too_long", detail, limit=self._longest))
        return value


class WholeNumber(CheckedField):
    """A whole number from 0 to a highest one."""

    def __init__(self, about: str, *, highest: int, required: bool = False) -> None:
        super().__init__(required=required, metadata={"description": about})
        self._highest = highest
        self.json_schema = {"type": "integer", "format": "int64", "minimum": 0, "maximum": highest}

    def _deserialize(self, value: object, *_: object, **__: object) -> int:
        if type(value) is not int:
            found = "a fraction" if isinstance(value, float) else json_type(value)
            raise ValidationError(Complaint("wrong_type", f"A whole number is expected, not {found}."))
        if not 0 <= value <= self._highest:
            detail = f"A whole number from 0 to {self._highest} is expected."
            raise ValidationError(Complaint("out_of_range", detail, limit=self._highest if value > 0 else 0))
        return value


class Word(CheckedField):
    """One of some words, described under a name of its own."""

    def __init__(self, name: str, words: tuple[str, ...], about: str, *, required: bool = False) -> None:
        super().__init__(required=required, metadata={"description": about})
        self._words = words
        self.json_schema = ref(name)

    def _deserialize(self, value: object, *_: object, **__: object) -> str:
        return known_word(value, self._words)


def known_word(value: object, words: tuple[str, ...]) -> str:
    """The value if it is one of these words.

    Raises ValidationError.
    """
    if isinstance(value, str) and value in words:
        return value
    detail = f"{brief(value)} is not known here. Expected one of {', '.join(words)}."
    code = "unknown_value" if isinstance(value, str) else "wrong_type"
    raise ValidationError(Complaint(code, detail, found=value, known=words))


class Words(CheckedField):
    """A list of some words."""

    def __init__(self, words: tuple[str, ...], default: tuple[str, ...], about: str) -> None:
        super().__init__(load_default=lambda: list(default), metadata={"description": about})
        self._words = words
        items = {"type": "string", "enum": list(words)}
        # Without its default, for which generators of clients would demand the field.
        self.json_schema = {"type": "array", "items": items, "maxItems": len(words)}

    def _deserialize(self, value: object, *_: object, **__: object) -> list[str]:
        if not isinstance(value, list):
            raise ValidationError(Complaint("wrong_type", f"A list is expected, not {json_type(value)}."))
        problems = {}
        for index, word in enumerate(value):
            try:
                known_word(word, self._words)
            except ValidationError as error:
                problems[index] = error.messages
        if problems:
            raise ValidationError(problems)
        return value


class One(fields.Nested):
    """An object within a request."""

    default_error_messages = _FIELD


class Many(fields.List[Any]):
    """A list of objects within a request.

    They are looked at until more are wrong than a problem names: one that is wrong costs far more than one
    that is right.
    """

    default_error_messages = _LIST

    def _deserialize(self, value: object, *_: object, **more: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        found, problems = [], {}
        for index, each in enumerate(value):
            try:
                found.append(self.inner.deserialize(each, **more))
            except ValidationError as error:
                problems[index] = error.messages
                if len(problems) > MOST_ERRORS:
                    break
        if problems:
            raise ValidationError(problems, valid_data=found)
        return found


WHOLE: Final = SCHEMA
"""The key of what is wrong with an object as a whole."""
