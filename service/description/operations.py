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
from schemas.claim_answers import ClaimAnswerSchema, KeySetSchema
from schemas.claims import ClaimRequestSchema
from schemas.replays import ReplayRequestSchema
from service.engine.seeds import SEED_PATTERN
from service.engine.variants import VARIANTS

Operation = dict[str, Any]

PROBLEMS = {
    400: "Not JSON: not UTF-8, duplicate keys, NaN or Infinity, nested too deep, a number too long.",
    404: "No such path, variant or seed.",
    405: "The path has no such method.",
    406: "The client does not take the media type of the answer.",
    408: "The body did not go on arriving.",
    413: "The body is over its limit.",
    415: "The body is not of a media type that this resource takes.",
    422: "Well-formed, but not a request of this kind; `errors` names every place that is wrong.",
    429: "Too many requests of this client; `Retry-After` says in how many seconds to come again.",
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


_NDJSON = ("application/x-ndjson", "application/jsonl")


def _lines(description: str) -> dict[str, Any]:
    return {media_type: {"schema": {"type": "string", "description": description}} for media_type in _NDJSON}


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
            "responses": {"200": _json(VariantListSchema, "The variants."), **_problems(406, 429)},
        }
    },
    "/v1/variants/{variant}": {
        "get": {
            "operationId": "getVariant",
            "tags": ["variants"],
            "summary": "One variant in full",
            "parameters": [_VARIANT],
            "responses": {"200": _json(VariantSchema, "The variant."), **_problems(404, 406, 429)},
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
                **_problems(404, 406, 422, 429),
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
            "responses": {
                "200": _json(VerdictSchema, "The verdict."),
                **_problems(400, 406, 408, 413, 415, 422, 429),
            },
        }
    },
    "/v1/replays/batch": {
        "post": {
            "operationId": "replayBatch",
            "tags": ["replays"],
            "summary": "Replay a log per line and judge each",
            "description": "Streams both ways, order kept: a client must read while it sends. Blank lines "
            "are skipped. A line that is no game log is answered by a problem with its number, and the rest "
            "is still judged. If a limit is reached or the upload breaks off, the status says so, or, once "
            "answers have been sent, a last line that is a problem. **Only an answer that ends in a "
            "`Summary` is whole.**",
            "requestBody": {
                "required": True,
                "content": _lines("A `ReplayRequest` as JSON on each line."),
            },
            "responses": {
                "200": {
                    "description": "The verdicts.",
                    "content": _lines(
                        "On each line a `Verdict` or a `LineProblem` as JSON, and on the last a `Summary`."
                    ),
                },
                **_problems(400, 406, 408, 413, 415, 429),
            },
        }
    },
    "/v1/claims": {
        "post": {
            "operationId": "claim",
            "tags": ["claims"],
            "summary": "Check a claimed result and sign a receipt for it",
            "description": "A refuted claim is a result, not an error: the answer is 200 and says why. The "
            "receipt of a confirmed one can be checked offline against `/.well-known/jwks.json`.",
            "requestBody": {
                "required": True,
                "content": {"application/json": {"schema": ClaimRequestSchema}},
            },
            "responses": {
                "200": _json(ClaimAnswerSchema, "Whether the claim holds."),
                **_problems(400, 406, 408, 413, 415, 422, 429),
            },
        }
    },
    "/.well-known/jwks.json": {
        "get": {
            "operationId": "getKeys",
            "tags": ["claims"],
            "summary": "The public keys of receipts",
            "description": "Those no longer in use are kept, so that old receipts stay genuine.",
            "responses": {
                "200": {
                    "description": "The key set; empty if this service signs no receipts.",
                    "content": {
                        "application/jwk-set+json": {"schema": KeySetSchema},
                        "application/json": {"schema": KeySetSchema},
                    },
                },
                **_problems(406),
            },
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
