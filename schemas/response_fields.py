"""JSON Schemas by name, and the fields of answers. Answers are never dumped through marshmallow."""

from typing import Any

from marshmallow import EXCLUDE, Schema, fields

JsonSchema = dict[str, Any]


def ref(name: str) -> JsonSchema:
    """Return a reference to a named schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def text(pattern: str, about: str, *examples: str) -> JsonSchema:
    """Return the schema of a string with a pattern."""
    return {"type": "string", "pattern": pattern, "description": about, "examples": list(examples)}


def words(meanings: dict[Any, str], about: str, unknown: str) -> JsonSchema:
    """Return the schema of a string in an answer: usually one of these words.

    The words are examples because later versions may add some. `unknown` says what a client does then.
    """
    description = f"{_explained(meanings, about)}\n\nLater versions may add values: {unknown}"
    return {"type": "string", "description": description, "examples": [str(word) for word in meanings]}


def closed_words(meanings: dict[Any, str], about: str) -> JsonSchema:
    """Return the schema of a string in a request: always one of these words."""
    return {
        "type": "string",
        "enum": [str(word) for word in meanings],
        "description": _explained(meanings, about),
    }


def _explained(meanings: dict[Any, str], about: str) -> str:
    return "\n".join([about, "", *(f"* `{word}`: {meaning}." for word, meaning in meanings.items())])


class AnswerSchema(Schema):
    """An object of an answer. Clients must ignore unknown fields, since later versions may add some."""

    class Meta:
        unknown = EXCLUDE


class Described(fields.Field[Any]):
    """A field of an answer with any JSON Schema."""

    def __init__(
        self, json_schema: JsonSchema, about: str = "", *, required: bool = True, data_key: str | None = None
    ) -> None:
        metadata = {"description": about} if about else {}
        super().__init__(required=required, metadata=metadata, data_key=data_key)
        self.json_schema = json_schema


def named(name: str, about: str = "", *, required: bool = True, data_key: str | None = None) -> Described:
    """Build a field of a named schema."""
    return Described(ref(name), about, required=required, data_key=data_key)


def listed(name: str, about: str = "", *, required: bool = True, **limits: int) -> Described:
    """Build a field for a list of a named schema."""
    return Described({"type": "array", "items": ref(name), **limits}, about, required=required)


def string(about: str = "", *, required: bool = True, **more: Any) -> Described:
    """Build a field for a string."""
    return Described({"type": "string", **more}, about, required=required)


def strings(about: str = "") -> Described:
    """Build a field for a list of strings."""
    return Described({"type": "array", "items": {"type": "string"}}, about)


def count(about: str = "", *, required: bool = True) -> Described:
    """Build a field for a whole number from 0."""
    return Described({"type": "integer", "format": "int64", "minimum": 0}, about, required=required)


def share(about: str = "") -> Described:
    """Build a field for a number from 0 to 1."""
    return Described({"type": "number", "minimum": 0, "maximum": 1}, about)


def boolean(about: str = "", *, required: bool = True) -> Described:
    """Build a field for true or false."""
    return Described({"type": "boolean"}, about, required=required)


def nested(
    schema: type[Schema], about: str = "", *, allow_none: bool = False, required: bool = True
) -> fields.Field[Any]:
    """Build a field for an object."""
    metadata = {"description": about} if about else {}
    return fields.Nested(schema, required=required, allow_none=allow_none, metadata=metadata)


def many(schema: type[Schema], about: str = "", *, required: bool = True) -> fields.Field[Any]:
    """Build a field for a list of objects."""
    metadata = {"description": about} if about else {}
    return fields.List(fields.Nested(schema), required=required, metadata=metadata)
