"""How JSON is described: JSON Schemas under names, and the fields of answers, which are never dumped."""

from typing import Any

from marshmallow import EXCLUDE, Schema, fields

JsonSchema = dict[str, Any]


def ref(name: str) -> JsonSchema:
    """A reference to a schema that the description names."""
    return {"$ref": f"#/components/schemas/{name}"}


def text(pattern: str, about: str, *examples: str) -> JsonSchema:
    """A string of this pattern."""
    return {"type": "string", "pattern": pattern, "description": about, "examples": list(examples)}


def words(meanings: dict[Any, str], about: str, unknown: str) -> JsonSchema:
    """A string of an answer, mostly one of these words, each of which is explained.

    They are told as examples, since later versions may add some; ``unknown`` says what a client does then.
    """
    told = f"{_explained(meanings, about)}\n\nLater versions may add words: {unknown}"
    return {"type": "string", "description": told, "examples": [str(word) for word in meanings]}


def closed_words(meanings: dict[Any, str], about: str) -> JsonSchema:
    """A string of a request, which is one of these words and no other."""
    return {
        "type": "string",
        "enum": [str(word) for word in meanings],
        "description": _explained(meanings, about),
    }


def _explained(meanings: dict[Any, str], about: str) -> str:
    return "\n".join([about, "", *(f"* `{word}`: {meaning}." for word, meaning in meanings.items())])


class AnswerSchema(Schema):
    """Clients must accept fields that they do not know: later versions may add some."""

    class Meta:
        unknown = EXCLUDE


class Described(fields.Field[Any]):
    """A field that every answer has, of any JSON Schema."""

    def __init__(
        self, json_schema: JsonSchema, about: str = "", *, required: bool = True, data_key: str | None = None
    ) -> None:
        metadata = {"description": about} if about else {}
        super().__init__(required=required, metadata=metadata, data_key=data_key)
        self.json_schema = json_schema


def named(name: str, about: str = "", *, required: bool = True, data_key: str | None = None) -> Described:
    """A value of one of the named schemas."""
    return Described(ref(name), about, required=required, data_key=data_key)


def listed(name: str, about: str = "", *, required: bool = True, **limits: int) -> Described:
    """A list of values of one of the named schemas."""
    return Described({"type": "array", "items": ref(name), **limits}, about, required=required)


def string(about: str = "", *, required: bool = True, **more: Any) -> Described:
    """A string."""
    return Described({"type": "string", **more}, about, required=required)


def strings(about: str = "") -> Described:
    """A list of strings."""
    return Described({"type": "array", "items": {"type": "string"}}, about)


def count(about: str = "", *, required: bool = True) -> Described:
    """A whole number from 0."""
    return Described({"type": "integer", "format": "int64", "minimum": 0}, about, required=required)


def boolean(about: str = "") -> Described:
    """True or false."""
    return Described({"type": "boolean"}, about)


def nested(
    schema: type[Schema], about: str = "", *, allow_none: bool = False, required: bool = True
) -> fields.Field[Any]:
    """An object."""
    metadata = {"description": about} if about else {}
    return fields.Nested(schema, required=required, allow_none=allow_none, metadata=metadata)


def many(schema: type[Schema], about: str = "", *, required: bool = True) -> fields.Field[Any]:
    """A list of objects."""
    metadata = {"description": about} if about else {}
    return fields.List(fields.Nested(schema), required=required, metadata=metadata)
