"""How a marshmallow schema becomes JSON Schema, where apispec alone says too little."""

import copy
from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_instance
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import RAISE, Schema
from marshmallow.fields import Field


class Converter(OpenAPIConverter):
    """Fields that carry a JSON Schema speak for themselves; refused unknown fields are said so."""

    def field2property(self, field: Field[Any]) -> dict[str, Any]:
        own = getattr(field, "json_schema", None)
        if own is None:
            described: dict[str, Any] = super().field2property(field)
            return described
        return {**copy.deepcopy(own), **self.metadata2properties(field)}

    def schema2jsonschema(self, schema: type[Schema] | Schema) -> dict[str, Any]:
        described: dict[str, Any] = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        instance = resolve_schema_instance(schema)
        # Said of answers too: generators differ in what they take silence for.
        described["additionalProperties"] = instance.unknown != RAISE
        meaning = (type(instance).__doc__ or "").strip()
        extra = copy.deepcopy(getattr(instance, "json_schema", {}))
        return {"description": " ".join(meaning.split()), **described, **extra}


class Plugin(MarshmallowPlugin):
    """apispec's marshmallow plugin with our converter."""

    Converter = Converter
