"""The rule options of requests and answers, as the variants declare them."""

from collections.abc import Mapping
from typing import ClassVar, Final

from patience.compilation.compiled_rules import PASSES, REDEALS, OptionError, meant_word, settle_options
from patience.games import VARIANTS
from patience.rules.variant import Option, OptionValue, Variant
from schemas.field_errors import FieldError, brief, invalid_field, json_type
from schemas.request_fields import CheckedField
from schemas.response_fields import JsonSchema, ref


class RuleOptions(CheckedField):
    """Rule options by name; which exist depends on the variant."""

    json_schema: ClassVar[JsonSchema] = ref("Rules")

    def _deserialize(self, value: object, *_: object, **__: object) -> Mapping[str, object]:
        if isinstance(value, dict):
            return value
        raise invalid_field("wrong_type", f"rules is an object of rule options, not {json_type(value)}.")


def read_options(text: str) -> dict[str, OptionValue]:
    """Read rule options as written in an address, as in `twos:eight,draw:any_time`.

    Raises ValueError for another form or a repeated name. Whether an option exists is not checked here.
    """
    pairs = [part.partition(":") for part in text.split(",")] if text else []
    for name, colon, value in pairs:
        if not (name and colon and value):
            raise ValueError(f"{brief(f'{name}{colon}{value}')} is not a rule option. Expected NAME:VALUE.")
    if len({name for name, _, _ in pairs}) < len(pairs):
        raise ValueError("A rule option occurs twice.")
    return {name: word_or_number(value) for name, _, value in pairs}


def word_or_number(text: str) -> OptionValue:
    """Return the value of a rule option from its text."""
    is_number = text.isascii() and text.isdigit() and len(text) < 10
    return int(text) if is_number else text


def option_errors(variant: Variant, chosen: Mapping[str, object]) -> dict[str, list[FieldError]]:
    """Return what is wrong with each of these rule options."""
    try:
        settle_options(variant, chosen)
    except OptionError as error:
        return {name: [_error(variant, name, chosen[name], text)] for name, text in error.problems.items()}
    return {}


def _error(variant: Variant, name: str, value: object, detail: str) -> FieldError:
    for option in variant.options:
        if option.name == name:
            return FieldError("unknown_value", detail, value=meant_word(value) or value, known=option.words)
    names = [option.name for option in variant.options]
    suggestion = REDEALS if name == PASSES and REDEALS in names else None
    return FieldError("unknown_option", detail, value=name, known=names, suggestion=suggestion)


def _every_option() -> dict[str, JsonSchema]:
    """Return the values of every option by its name, of all variants together."""
    options: dict[str, list[Option]] = {}
    for variant in VARIANTS.values():
        for option in variant.options:
            options.setdefault(option.name, []).append(option)
    return {name: _described(owners) for name, owners in options.items()}


def _described(options: list[Option]) -> JsonSchema:
    """Return the schema of an option that several variants have."""
    meanings = dict.fromkeys(option.meaning for option in options)
    # Of meanings that begin alike, the longest says all.
    longest = [each for each in meanings if not any(_begins(other, each) for other in meanings)]
    about = {"description": " In other games: ".join(longest)}
    words = dict.fromkeys(word for option in options for word in option.words)
    values: JsonSchema = {"type": "string", "enum": list(words)}
    numbers = [number for option in options for number in (*option.numbers[:1], *option.numbers[-1:])]
    if not numbers:
        return {**values, **about}
    return {"oneOf": [values, {"type": "integer", "minimum": min(numbers), "maximum": max(numbers)}], **about}


def _begins(text: str, sentence: str) -> bool:
    return text != sentence and text.startswith(sentence.removesuffix("."))


NAMED: Final[dict[str, JsonSchema]] = {
    "Rules": {
        "type": "object",
        "properties": _every_option(),
        "additionalProperties": False,
        "description": "Rule options of the variant. Those left out take their defaults. Options of other "
        "variants are refused. `GET /v1/variants/{variant}` has the options of a variant with their values "
        "and defaults.",
    },
    "SettledRules": {
        "type": "object",
        "additionalProperties": {"type": ["string", "integer"]},
        "description": "Every rule option of the variant with its value. Later versions may add options and "
        "values; show unknown ones as they are.",
        "examples": [{"deal": "any_time", "win": "all_cards"}, {"redeals": 7}],
    },
}
