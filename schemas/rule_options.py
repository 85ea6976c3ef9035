"""The rule options of requests and answers, as the registered variants declare them."""

from collections.abc import Mapping
from typing import ClassVar, Final

from marshmallow import ValidationError

from schemas.request_fields import CheckedField
from schemas.response_fields import JsonSchema, ref
from service.engine.compiled import OptionError, settle_options
from service.engine.variant import Option, OptionValue, Variant
from service.engine.variants import VARIANTS
from service.judging.field_errors import Complaint, brief, json_type


class RuleOptions(CheckedField):
    """Rule options by name; which exist depends on the variant."""

    json_schema: ClassVar[JsonSchema] = ref("Rules")

    def _deserialize(self, value: object, *_: object, **__: object) -> Mapping[str, object]:
        if isinstance(value, dict):
            return value
        detail = f"rules is an object of rule options, not {json_type(value)}."
        raise ValidationError(Complaint("wrong_type", detail))


def read_options(text: str) -> dict[str, OptionValue]:
    """Rule options as an address has them, such as ``twos:eight,draw:any_time``; an empty text has none.

    Raises ValueError if it is not of that form or names one twice; whether it exists depends on the variant.
    """
    pairs = [part.partition(":") for part in text.split(",")] if text else []
    for name, colon, value in pairs:
        if not (name and colon and value):
            raise ValueError(f"{brief(f'{name}{colon}{value}')} is no rule option. Expected NAME:VALUE.")
    if len({name for name, _, _ in pairs}) < len(pairs):
        raise ValueError("A rule option is named twice.")
    return {name: word_or_number(value) for name, _, value in pairs}


def word_or_number(text: str) -> OptionValue:
    """The value of a rule option from its text."""
    is_number = text.isascii() and text.isdigit() and len(text) < 10
    return int(text) if is_number else text


def option_complaints(variant: Variant, chosen: Mapping[str, object]) -> dict[str, list[Complaint]]:
    """What is wrong with each of these rule options; empty if nothing is."""
    try:
        settle_options(variant, chosen)
    except OptionError as error:
        return {
            name: [_complaint(variant, name, chosen[name], text)] for name, text in error.problems.items()
        }
    return {}


def _complaint(variant: Variant, name: str, value: object, detail: str) -> Complaint:
    for option in variant.options:
        if option.name == name:
            return Complaint("unknown_value", detail, found=value, known=option.words)
    names = [option.name for option in variant.options]
    return Complaint("unknown_option", detail, found=name, known=names)


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
        "additionalProperties": {"type": ["string", "integer"]},
        "description": "Every rule option of the variant with its value. Later versions may add options and "
        "values; show unknown ones as they are.",
        "examples": [{"deal": "any_time", "win": "all_cards"}, {"redeals": 7}],
    },
}
