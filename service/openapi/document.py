"""The whole OpenAPI document; ``python -m service.openapi.document`` rewrites openapi.yaml."""

import json
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import yaml
from apispec import APISpec

from schemas import (
    card_codes,
    claim,
    move_tokens,
    problem_details,
    prospect,
    reason_field,
    rule_options,
    seed_field,
    service_index,
    variant_description,
    verdicts,
)
from schemas.receipt import ReceiptPayloadSchema
from schemas.replay_request import ReplayRequestSchema
from schemas.response_fields import JsonSchema
from schemas.stream import LineSchema, StreamSummarySchema
from service.openapi.converter import Plugin
from service.openapi.fields import HEADERS, PARAMETERS
from service.openapi.operations import TAGS, paths
from service.openapi.problem_responses import answers, response

GUIDE = Path(__file__).with_name("guide.md")

NAMED: dict[str, JsonSchema] = {
    name: schema
    for noun in (
        *(variant_description, rule_options, seed_field, card_codes, move_tokens, reason_field, verdicts),
        *(prospect, claim, problem_details, service_index),
    )
    for name, schema in noun.NAMED.items()
}
"""The schemas without structure of ours; others refer to them by name."""

SCHEMAS = {
    "ReplayRequest": ReplayRequestSchema,
    # Signed, so that no answer has it openly.
    "ReceiptPayload": ReceiptPayloadSchema,
    # The lines of streams, which no operation can refer to.
    "Line": LineSchema,
    "StreamSummary": StreamSummarySchema,
}


@cache
def document() -> dict[str, Any]:
    """The description of the API, OpenAPI 3.1."""
    spec = APISpec(
        title="Patience Referee",
        version=version("patience-referee"),
        openapi_version="3.1.0",
        plugins=[Plugin()],
        info={
            "summary": "Replays two-pack patience games and says what really happened.",
            "description": GUIDE.read_text("utf-8"),
        },
        servers=[{"url": ".", "description": "Where this description was read."}],
        tags=[{"name": name, "description": about} for name, about in TAGS.items()],
        security=[],
    )
    _add_components(spec)
    for path, operations in paths().items():
        spec.path(path, operations=operations)
    # Through JSON, so that YAML has no anchors for parts that stand in several places.
    described: dict[str, Any] = json.loads(json.dumps(spec.to_dict()))
    return described


def _add_components(spec: APISpec) -> None:
    for kind, schema in NAMED.items():
        spec.components.schema(kind, schema)
    for name, shape in SCHEMAS.items():
        spec.components.schema(name, schema=shape)
    for name, header in HEADERS.items():
        spec.components.header(name, header)
    for name, parameter in PARAMETERS.items():
        spec.components.parameter(name, parameter["in"], parameter)
    for name, problem in answers().items():
        spec.components.response(name, response(problem))


# A server writes the description whenever it starts; in C that takes a tenth of the time.
_SafeDumper = yaml.CSafeDumper if yaml.__with_libyaml__ else yaml.SafeDumper


class _Dumper(_SafeDumper):  # type: ignore[misc, valid-type]
    """Lists of words in one line, and texts of several lines as such."""


def _list(dumper: yaml.SafeDumper, items: list[Any]) -> yaml.SequenceNode:
    plain = all(isinstance(item, str | int | float) for item in items)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=plain)


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(list, _list)
_Dumper.add_representer(str, _text)


@cache
def as_yaml() -> str:
    """The description as openapi.yaml holds it."""
    text: str = yaml.dump(document(), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)
    return text


if __name__ == "__main__":
    Path("openapi.yaml").write_text(as_yaml(), encoding="utf-8")
