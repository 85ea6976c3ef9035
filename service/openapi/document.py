"""Build the OpenAPI document. `python -m service.openapi.document` rewrites openapi.yaml."""

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_instance
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import RAISE, Schema
from marshmallow.fields import Field

from patience import __version__
from schemas import (
    board_field,
    claim,
    contest,
    daily_deal,
    deal,
    move_tokens,
    player_results,
    positions,
    problem_details,
    prospect,
    rule_options,
    service_index,
    ticket,
    variant_description,
    verdicts,
)
from schemas.claim import ReceiptPayloadSchema
from schemas.replay_request import ReplayRequestSchema
from schemas.response_fields import JsonSchema
from schemas.stream import LineSchema, StreamSummarySchema
from service.openapi.bodies import Paths
from service.openapi.declaration_schema import declaration_schemas
from service.openapi.fields import HEADERS, PARAMETERS
from service.openapi.lookups import lookups
from service.openapi.problem_responses import problem_answers, response
from service.openapi.submissions import submissions

GUIDE: Final = Path(__file__).with_name("guide.md")

PROJECT: Final = "https://github.com/patience-referee/patience-referee"

TOKEN: Final = "claimsToken"  # noqa: S105 - a name
"""The scheme of bearer tokens for claims."""

TAGS: Final = {
    "replays": "Verdicts on game logs, one by one or by the hundred thousand.",
    "claims": "Claimed results, and receipts that anyone can verify offline.",
    "prospects": "Whether a game can still be won, and where it was thrown away.",
    "deals": "The deal of a seed, and deals that can be won.",
    "variants": "The games that are refereed.",
    "service": "The features and limits of this service.",
    "health": "Health checks for operators.",
}

NAMED: Final[dict[str, JsonSchema]] = {
    name: schema
    for noun in (
        *(variant_description, rule_options, deal, board_field, daily_deal, positions, move_tokens, verdicts),
        *(prospect, player_results, claim, ticket, contest, problem_details, service_index),
    )
    for name, schema in noun.NAMED.items()
}
"""Schemas without fields; others refer to them by name."""

SCHEMAS: Final = {
    "ReplayRequest": ReplayRequestSchema,
    # Encoded in a token, so that no answer refers to it.
    "ReceiptPayload": ReceiptPayloadSchema,
    # Lines of streams, which no operation can refer to.
    "Line": LineSchema,
    "StreamSummary": StreamSummarySchema,
}


class Converter(OpenAPIConverter):
    """Convert marshmallow schemas, using the JSON Schema of a field that has one."""

    def field2property(self, field: Field[Any]) -> dict[str, Any]:
        own = getattr(field, "json_schema", None)
        if own is None:
            described: dict[str, Any] = super().field2property(field)
            return described
        return {**copy.deepcopy(own), **self.metadata2properties(field)}

    def schema2jsonschema(self, schema: type[Schema] | Schema) -> dict[str, Any]:
        described: dict[str, Any] = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        instance = resolve_schema_instance(schema)
        # Explicit for answers too, because generators have different defaults.
        described["additionalProperties"] = instance.unknown != RAISE
        meaning = (type(instance).__doc__ or "").strip()
        extra = copy.deepcopy(getattr(instance, "json_schema", {}))
        return {"description": " ".join(meaning.split()), **described, **extra}


class Plugin(MarshmallowPlugin):
    """The marshmallow plugin of apispec with our converter."""

    Converter = Converter


@cache
def document() -> dict[str, Any]:
    """Return the description of the API, OpenAPI 3.1."""
    spec = APISpec(
        title="Patience Referee",
        version=__version__,
        openapi_version="3.1.0",
        plugins=[Plugin()],
        info={
            "summary": "Replays patience (solitaire) games and says what really happened.",
            "description": GUIDE.read_text("utf-8"),
            "contact": {"name": "The authors of Patience Referee", "url": f"{PROJECT}/issues"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        servers=[{"url": ".", "description": "The service that sent this description."}],
        tags=[{"name": name, "description": about} for name, about in TAGS.items()],
        security=[],
    )
    _add_components(spec)
    for path, operations in paths().items():
        spec.path(path, operations=operations)
    # Through JSON, because YAML would use anchors for parts that occur several times.
    described: dict[str, Any] = json.loads(json.dumps(spec.to_dict()))
    return described


def paths() -> Paths:
    """Return every path with its operations; each accepts an `X-Request-Id`, and some a claims token."""
    every = {**submissions(), **lookups()}
    for operations in every.values():
        for operation in operations.values():
            operation["parameters"] = [*operation.get("parameters", []), "XRequestId"]
            if "401" in operation["responses"]:
                operation.setdefault("security", [{}, {TOKEN: []}])
    return every


def _add_components(spec: APISpec) -> None:
    for name, named in {**NAMED, **declaration_schemas()}.items():
        spec.components.schema(name, named)
    for name, schema in SCHEMAS.items():
        spec.components.schema(name, schema=schema)
    for name, header in HEADERS.items():
        spec.components.header(name, header)
    for name, parameter in PARAMETERS.items():
        spec.components.parameter(name, parameter["in"], parameter)
    about = "A token of the file `REFEREE_CLAIMS_TOKENS_FILE`. Without such a file, claims need no token."
    spec.components.security_scheme(TOKEN, {"type": "http", "scheme": "bearer", "description": about})
    for name, answer in problem_answers().items():
        spec.components.response(name, response(answer))


# The C dumper takes a tenth of the time, for which a client of GET /openapi.yaml waits.
_SafeDumper = yaml.CSafeDumper if yaml.__with_libyaml__ else yaml.SafeDumper


class _Dumper(_SafeDumper):  # type: ignore[misc, valid-type]
    """Write lists of words in one line, and texts of several lines as blocks."""


def _list(dumper: yaml.SafeDumper, items: list[Any]) -> yaml.SequenceNode:
    plain = all(isinstance(item, str | int | float) for item in items)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=plain)


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


def _mapping(dumper: yaml.SafeDumper, mapping: dict[str, Any]) -> yaml.MappingNode:
    node = dumper.represent_dict(mapping)
    for key, value in node.value:
        if key.value == "enum":  # One value on each line, so that changes to it do not conflict.
            value.flow_style = False
    return node


_Dumper.add_representer(list, _list)
_Dumper.add_representer(dict, _mapping)
_Dumper.add_representer(str, _text)


@cache
def as_yaml() -> str:
    """Return the description as in openapi.yaml."""
    text: str = yaml.dump(document(), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)
    return text


if __name__ == "__main__":
    Path("openapi.yaml").write_text(as_yaml(), encoding="utf-8")
