"""Declarations in requests: rules that the client sends in place of the name of a variant.

A declaration costs more than its bytes, so its size is bounded, and what it compiles to is kept for the next
requests with the same rules.
"""

from functools import lru_cache
from hashlib import sha256
from typing import ClassVar, Final

import orjson

from patience.compilation.compiled_rules import COMPILATIONS, CompiledRules, compile_tables
from patience.rules import DeclarationError
from patience.rules.declaration import from_json, to_json
from patience.rules.variant import Variant
from schemas.field_errors import invalid_field, json_type
from schemas.problems import DECLARATIONS_REFUSED
from schemas.request_fields import CheckedField
from schemas.response_fields import JsonSchema

PREFIX: Final = "declared-"
"""The ids of declared games begin so. No variant of the service has such an id."""

MOST_BYTES: Final = 16_000
"""The most bytes of a declaration as compact JSON; the longest of the service's games has a third of it."""

NOT_HERE: Final = "Only single replay, deal and prospect requests accept a declaration. Name a variant."


class InlineDeclaration(CheckedField):
    """Rules as JSON. `declared_tables` checks them."""

    json_schema: ClassVar[JsonSchema] = {
        "type": "object",
        "description": "In place of `variant`: the rules of a game, in the form of `declaration` of "
        "`GET /v1/variants/{variant}`. Fields left out have the defaults of `/house-game.schema.json`. "
        "Only if the operator allows it (the feature `declarations` of `GET /v1`), and at most "
        f"{MOST_BYTES} bytes. In answers, `variant` is `{PREFIX}` and a hash of the rules.",
        "additionalProperties": True,
    }

    def _deserialize(self, value: object, *_: object, **__: object) -> CompiledRules:
        if not isinstance(value, dict):
            raise invalid_field("wrong_type", f"declaration is an object, not {json_type(value)}.")
        return declared_tables(value)


def declared_tables(declaration: dict[str, object]) -> CompiledRules:
    """Return the compiled rules of a declaration. Raises ValidationError if it is not one."""
    try:
        text = orjson.dumps(declaration, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError:
        raise invalid_field("malformed_declaration", "A number is too large.") from None
    if len(text) > MOST_BYTES:
        detail = f"The declaration has {len(text)} bytes. At most {MOST_BYTES} are accepted."
        raise invalid_field("too_long", detail, limit=MOST_BYTES)
    try:
        return _compiled(text)
    except DeclarationError as error:
        raise invalid_field("malformed_declaration", str(error)) from None


def refusal_unless(accepted: bool) -> str:
    """Return why a service refuses a declaration; "" if declarations are `accepted`."""
    return "" if accepted else DECLARATIONS_REFUSED


def is_declared(tables: CompiledRules) -> bool:
    """Return whether rules were declared in a request."""
    return tables.variant.id.startswith(PREFIX)


@lru_cache(maxsize=32)
def _compiled(text: bytes) -> CompiledRules:
    # Charged even if it is refused: reading hostile rules costs as much as compiling good ones.
    COMPILATIONS.count += 1
    rules = from_json(orjson.loads(text))
    canonical = orjson.dumps(to_json(rules), option=orjson.OPT_SORT_KEYS)
    name = f"{PREFIX}{sha256(canonical).hexdigest()[:32]}"
    return compile_tables(Variant(name, "A declared game", "Declared", rules), ())
