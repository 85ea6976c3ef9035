"""The rule options of requests and answers, as the registered variants declare them."""

from collections.abc import Mapping
from typing import ClassVar, Final

from marshmallow import ValidationError

from schemas.complaints import json_type
from schemas.described import CheckedField, JsonSchema, ref
from service.engine.rules import Option
from service.engine.variants import VARIANTS


class RuleOptions(CheckedField):
    """Rule options by name; which exist depends on the variant."""

    json_schema: ClassVar[JsonSchema] = ref("Rules")

    def _deserialize(self, value: object, *_: object, **__: object) -> Mapping[str, object]:
        if isinstance(value, dict):
            return value
        raise ValidationError(f"rules is an object of rule options, not {json_type(value)}.")


def _every_option() -> dict[str, JsonSchema]:
    """The values of every option of every variant, by its name; variants that share one mean the same."""
    owners: dict[str, list[str]] = {}
    found: dict[str, Option] = {}
    for variant in VARIANTS.values():
        for option in variant.options:
            owners.setdefault(option.name, []).append(f"`{variant.id}`")
            found[option.name] = option
    return {name: _described(option, " and ".join(owners[name])) for name, option in found.items()}


def _described(option: Option, owners: str) -> JsonSchema:
    about = {"description": f"For {owners}. {option.meaning} Default: `{option.default}`."}
    values: JsonSchema = {"type": "string", "enum": list(option.words)}
    if not option.numbers:
        return {**values, **about}
    lowest, highest = option.numbers[0], option.numbers[-1]
    return {"oneOf": [values, {"type": "integer", "minimum": lowest, "maximum": highest}], **about}


NAMED: Final[dict[str, JsonSchema]] = {
    "Rules": {
        "type": "object",
        "properties": _every_option(),
        "additionalProperties": False,
        "description": "Rule options of the variant. Those left out take their defaults; those of other "
        "variants are refused.",
    },
    "SettledRules": {
        "type": "object",
        "properties": _every_option(),
        "additionalProperties": {"type": ["string", "integer"]},
        "description": "Every rule option of the variant with its value.",
    },
}
