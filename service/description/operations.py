"""Every operation of the API as OpenAPI tells it."""

from typing import Any

from schemas.answers import (
    DealSchema,
    HealthSchema,
    ProblemSchema,
    VariantListSchema,
    VariantSchema,
    VerdictSchema,
)
from schemas.replays import ReplayRequestSchema
from service.engine.seeds import SEED_PATTERN
from service.engine.variants import VARIANTS

Operation = dict[str, Any]

PROBLEMS = {
    400: "Not JSON: not UTF-8, duplicate keys, NaN or Infinity, nested too deep, a number too long.",
    404: "No such path, variant or seed.",
    405: "The path has no such method.",
    406: "The client does not take the media type of the answer.",
    413: "The body is over its limit.",
    415: "The body is not of a media type that this resource takes.",
    422: "Well-formed, but not a request of this kind; `errors` names every place that is wrong.",
    503: "Not ready.",
}


def _json(schema: type, description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _problems(*codes: int) -> dict[str, Any]:
    return {
        str(code): {
            "description": PROBLEMS[code],
            "content": {"application/problem+json": {"schema": ProblemSchema}},
        }
        for code in codes
    }


_VARIANT = {
    "name": "variant",
    "in": "path",
    "required": True,
    "description": "A variant's id.",
    "schema": {"type": "string", "enum": list(VARIANTS)},
}
_SEED = {
    "name": "seed",
    "in": "path",
    "required": True,
    "description": "Digits, 1 to 99999999999999999999, or `ms` and digits up to ms8589934591.",
    "schema": {"type": "string", "pattern": f"^{SEED_PATTERN}$"},
}
_HIDE = {
    "name": "hide",
    "in": "query",
    "description": "`face_down` shows face-down and stock cards as `??` and leaves `deck` out.",
    "schema": {"type": "string", "enum": ["face_down"]},
}
_LAYOUT_OPTIONS = [
    {
        "name": option.name,
        "in": "query",
        "description": f"For {variant.id} only. {option.meaning}",
        "schema": {"type": "string", "enum": list(option.words), "default": option.default},
    }
    for variant in VARIANTS.values()
    for option in variant.options
    if option.changes_layout
]

OPERATIONS: dict[str, dict[str, Operation]] = {
    "/v1/variants": {
        "get": {
            "operationId": "listVariants",
            "tags": ["variants"],
            "summary": "Every variant in short",
            "responses": {"200": _json(VariantListSchema, "The variants."), **_problems(406)},
        }
    },
    "/v1/variants/{variant}": {
        "get": {
            "operationId": "getVariant",
            "tags": ["variants"],
            "summary": "One variant in full",
            "parameters": [_VARIANT],
            "responses": {"200": _json(VariantSchema, "The variant."), **_problems(404, 406)},
        }
    },
    "/v1/deals/{variant}/{seed}": {
        "get": {
            "operationId": "getDeal",
            "tags": ["deals"],
            "summary": "The deal that a seed names",
            "description": "Never changes, so it may be kept for ever; `If-None-Match` is answered with 304.",
            "parameters": [_VARIANT, _SEED, _HIDE, *_LAYOUT_OPTIONS],
            "responses": {
                "200": _json(DealSchema, "The deal."),
                "304": {"description": "The client has it already."},
                **_problems(404, 406, 422),
            },
        }
    },
    "/v1/replays": {
        "post": {
            "operationId": "replay",
            "tags": ["replays"],
            "summary": "Replay a log and judge it",
            "description": "An illegal move is a result, not an error: the answer is 200 and says why.",
            "requestBody": {
                "required": True,
                "content": {"application/json": {"schema": ReplayRequestSchema}},
            },
            "responses": {"200": _json(VerdictSchema, "The verdict."), **_problems(400, 406, 413, 415, 422)},
        }
    },
    "/livez": {
        "get": {
            "operationId": "livez",
            "tags": ["health"],
            "summary": "Whether the process answers",
            "responses": {"200": _json(HealthSchema, "Alive."), **_problems(406)},
        }
    },
    "/readyz": {
        "get": {
            "operationId": "readyz",
            "tags": ["health"],
            "summary": "Whether the referee judges: a golden game replays to its known end",
            "responses": {"200": _json(HealthSchema, "Ready."), **_problems(406, 503)},
        }
    },
}
