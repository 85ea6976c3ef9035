"""Fields of answers, told by the JSON Schemas of ``kinds``; answers are built by hand and never dumped."""

from typing import Any

from marshmallow import EXCLUDE, Schema, fields

from schemas.kinds import JsonSchema, ref


class Answer(Schema):
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


def named(name: str, about: str = "", *, data_key: str | None = None) -> Described:
    """A value of one of the named kinds."""
    return Described(ref(name), about, data_key=data_key)


def listed(name: str, about: str = "", *, required: bool = True, **limits: int) -> Described:
    """A list of values of one of the named kinds."""
    return Described({"type": "array", "items": ref(name), **limits}, about, required=required)


def string(about: str = "", **more: Any) -> Described:
    """A string."""
    return Described({"type": "string", **more}, about)


def strings(about: str = "") -> Described:
    """A list of strings."""
    return Described({"type": "array", "items": {"type": "string"}}, about)


def count(about: str = "") -> Described:
    """A whole number from 0."""
    return Described({"type": "integer", "minimum": 0}, about)


def boolean(about: str = "") -> Described:
    """True or false."""
    return Described({"type": "boolean"}, about)


def nested(schema: type[Schema], about: str = "", *, allow_none: bool = False) -> fields.Field[Any]:
    """An object."""
    metadata = {"description": about} if about else {}
    return fields.Nested(schema, required=True, allow_none=allow_none, metadata=metadata)


def many(schema: type[Schema], about: str = "", *, required: bool = True) -> fields.Field[Any]:
    """A list of objects."""
    metadata = {"description": about} if about else {}
    return fields.List(fields.Nested(schema), required=required, metadata=metadata)
