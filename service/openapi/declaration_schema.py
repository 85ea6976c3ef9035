"""The schema of declarations for the API description.

docs/reference/declaration.schema.json is closed, because an engine must refuse what it does not know. Answers
of the API are open, because later versions may add to them; so the description has the same schema opened.
"""

import json
from typing import Any, Final

from service.config import resource_path

SCHEMA_FILE: Final = "docs/reference/declaration.schema.json"
HOUSE_SCHEMA_FILE: Final = "docs/reference/house-game.schema.json"

_PREFIX: Final = "Declaration"


def declaration_schemas() -> dict[str, dict[str, Any]]:
    """Return the schema and its definitions by component name."""
    schema = json.loads(resource_path(SCHEMA_FILE).read_text("utf-8"))
    definitions = schema.pop("$defs")
    for name in ("$schema", "$id", "title"):
        del schema[name]
    return {
        _PREFIX: _opened(schema),
        **{f"{_PREFIX}{name}": _opened(inner) for name, inner in definitions.items()},
    }


def _opened(schema: Any) -> Any:
    """Return a schema without closed lists of members and values, whose references are to components."""
    if isinstance(schema, list):
        return [_opened(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    opened = {}
    for name, inner in schema.items():
        if name == "enum":
            opened["examples"] = inner
        elif name == "additionalProperties":
            opened[name] = True
        elif name == "$ref":
            opened[name] = f"#/components/schemas/{_PREFIX}{inner.rpartition('/')[2]}"
        else:
            opened[name] = _opened(inner)
    return opened
