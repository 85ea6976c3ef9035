"""Every operation of the API as OpenAPI tells it."""

from collections.abc import Iterable
from typing import Any

from marshmallow import Schema

from schemas.claims import ClaimAnswerSchema, ClaimRequestSchema
from schemas.deals import HIDE, DealSchema
from schemas.health import HealthSchema, ReadinessSchema
from schemas.imports import ImportSchema
from schemas.prospect_requests import ProspectAnswerSchema, ProspectRequestSchema
from schemas.receipts import KeySetSchema
from schemas.replays import ReplayRequestSchema
from schemas.seeds import TEXT as SEED_TEXT
from schemas.service import ServiceSchema
from schemas.streams import BYTES, MEDIA_TYPES
from schemas.variants import VariantListSchema, VariantSchema
from schemas.verdicts import VerdictSchema
from schemas.winnable_deals import WinnableDealsSchema
from service.description import examples
from service.description.examples import SEED, Example
from service.description.responses import answers, headers

Operation = dict[str, Any]
Paths = dict[str, dict[str, Operation]]

TAGS = {
    "replays": "Verdicts on game logs, one by one or by the hundred thousand.",
    "claims": "Claimed results, and receipts that anyone can check offline.",
    "prospects": "Whether a game can still be won, and where it was thrown away.",
    "deals": "Which board a seed is, and which deals can be won.",
    "variants": "What can be refereed.",
    "service": "What answers here.",
    "health": "For whoever runs the service.",
}

_RATES = ("RateLimit", "RateLimit-Policy")

# What a body can meet on its way in, and what everything below /v1 can.
_READ = ("RequestTimeout", "TooLarge", "UnsupportedMediaType")
_JUDGED = ("NotJson", "VersionNotServed", "InvalidRequest", *_READ)
_ANY = ("MethodNotAllowed", "NotAcceptable", "Defect")
_LIMITED = (*_ANY, "TooManyRequests")


def _shown(found: Iterable[Example], part: str) -> dict[str, Any]:
    return {example.name: {"summary": example.summary, "value": getattr(example, part)} for example in found}


def _json(schema: type[Schema], description: str, found: Iterable[Example], *names: str) -> dict[str, Any]:
    content = {"schema": schema, "examples": _shown(found, "answer")}
    return {"description": description, "headers": headers(*names), "content": {"application/json": content}}


def _body(schema: type[Schema], found: Iterable[Example]) -> dict[str, Any]:
    content = {"schema": schema, "examples": _shown(found, "request")}
    return {"required": True, "content": {"application/json": content}}


def _lines(about: str, found: Iterable[Example], part: str) -> dict[str, Any]:
    content = {
        "schema": {"type": "string", "description": about},
        "examples": _shown(found, part),
    }
    return dict.fromkeys(MEDIA_TYPES, content)


def _bytes(about: str) -> dict[str, Any]:
    return {"schema": {"type": "string", "format": "binary", "description": about}}


def _problems(*names: str) -> dict[str, str]:
    """Responses by status, in order; a name stands for its component."""
    found = answers()
    return {str(int(found[name].status)): name for name in sorted(names, key=lambda name: found[name].status)}


def _health(schema: type[HealthSchema], description: str, **said: str) -> dict[str, Any]:
    example = Example(said["status"], description, {}, said)
    return _json(schema, description, [example], "Cache-Control")


_SEED = {
    "name": "seed",
    "in": "path",
    "required": True,
    "description": "As the `seed` of a replay request, written as a string.",
    "schema": SEED_TEXT,
    "example": SEED,
}
_QUERY = [
    {
        "name": "rules",
        "in": "query",
        "description": "Rule options of the variant, as `name:value` with commas between; those left out "
        "take their defaults. Links to the viewer have them so too.",
        "schema": {"type": "string"},
        "example": "groups:any",
    },
    {
        "name": "rules_version",
        "in": "query",
        "description": "The version of the variant's rules that is meant: 409 if another is served. An "
        "address that has it never changes its answer.",
        "schema": {"type": "string"},
        "example": "1",
    },
    {
        "name": "hide",
        "in": "query",
        "description": f"`{HIDE}` shows face-down and stock cards as `??` and leaves out `deck`, `seed` and "
        "`deal_id`: a courtesy to honest clients, no secrecy, for the seed stands in the address.",
        "schema": {"type": "string", "enum": [HIDE]},
    },
]


_PAGE = [
    {
        "name": "prospect",
        "in": "query",
        "required": True,
        "description": "What is proven of the deals.",
        "schema": {"type": "string", "enum": ["winnable"]},
        "example": "winnable",
    },
    _QUERY[0],
    _QUERY[1],
    {
        "name": "after_seed",
        "in": "query",
        "description": "The page begins after this seed; 0 if left out.",
        "schema": {"type": "string", "pattern": "^(?:0|[1-9][0-9]{0,19})$"},
        "example": "113",
    },
    {
        "name": "limit",
        "in": "query",
        "description": "How many seeds the page has at most; 50 if left out.",
        "schema": {"type": "integer", "minimum": 1, "maximum": 1000},
        "example": 50,
    },
]


_UNCHANGED = {
    "description": "The client has it already.",
    "headers": headers("ETag", "Cache-Control", *_RATES),
}


def _variants() -> Paths:
    listed = _json(VariantListSchema, "The variants.", examples.variants(), "ETag", "Cache-Control", *_RATES)
    one = _json(VariantSchema, "The variant.", examples.variant(), "ETag", "Cache-Control", *_RATES)
    winnable = _json(
        WinnableDealsSchema, "The next seeds.", examples.winnable_deals(), "ETag", "Cache-Control", *_RATES
    )
    winnable["headers"] |= headers("Link")
    deal = _json(DealSchema, "The deal.", examples.deals(), "ETag", "Cache-Control", *_RATES)
    return {
        "/v1/variants": {
            "get": {
                "operationId": "listVariants",
                "tags": ["variants"],
                "summary": "Every variant in short",
                "parameters": ["IfNoneMatch"],
                "responses": {"200": listed, "304": _UNCHANGED, **_problems(*_LIMITED)},
            }
        },
        "/v1/variants/{variant}": {
            "get": {
                "operationId": "getVariant",
                "tags": ["variants"],
                "summary": "One variant in full",
                "description": "Its piles and what each takes and gives, the actions of its stock, its "
                "options and the reasons for which a move can be illegal.",
                "parameters": ["VariantInPath", "IfNoneMatch"],
                "responses": {"200": one, "304": _UNCHANGED, **_problems("NotFound", *_LIMITED)},
            }
        },
        "/v1/deals/{variant}": {
            "get": {
                "operationId": "listWinnableDeals",
                "tags": ["deals"],
                "summary": "Seeds whose deals are proven winnable",
                "description": "From a table for the variant under these rule options; 422 where there is "
                "none. Most deals that are missing are dead or have not been decided. `Link` leads to the "
                "next page.",
                "parameters": ["VariantInPath", *_PAGE, "IfNoneMatch"],
                "responses": {
                    "200": winnable,
                    "304": _UNCHANGED,
                    **_problems("NotFound", "VersionNotServed", "AddressTooLong", "InvalidQuery", *_LIMITED),
                },
            }
        },
        "/v1/deals/{variant}/{seed}": {
            "get": {
                "operationId": "getDeal",
                "tags": ["deals"],
                "summary": "The deal that a seed names",
                "description": "It may be kept for an hour, and for ever if the address names the "
                "`rules_version`; "
                "`If-None-Match` gets a 304.",
                "parameters": ["VariantInPath", _SEED, *_QUERY, "IfNoneMatch"],
                "responses": {
                    "200": deal,
                    "304": _UNCHANGED,
                    **_problems("NotFound", "VersionNotServed", "AddressTooLong", "InvalidQuery", *_LIMITED),
                },
            }
        },
    }


def _replays() -> Paths:
    verdict = _json(VerdictSchema, "The verdict.", examples.replays(), *_RATES)
    return {
        "/v1/replays": {
            "post": {
                "operationId": "replay",
                "tags": ["replays"],
                "summary": "Replay a log and judge it",
                "description": "An illegal move is a result, not an error: the answer is 200 and says why.",
                "requestBody": _body(ReplayRequestSchema, examples.replays()),
                "responses": {"200": verdict, **_problems(*_JUDGED, *_LIMITED)},
            }
        },
        "/v1/replays/batch": {
            "post": _stream("replayBatch", "replays", "Replay a log per line", examples.replay_streams())
        },
    }


def _stream(name: str, tag: str, summary: str, found: Iterable[Example], *more: str) -> Operation:
    """A request per line in, an answer per line out."""
    lines = "On each line a `Line` as JSON, and on the last a `StreamSummary`."
    asked = "ReplayRequest" if tag == "replays" else "ClaimRequest"
    return {
        "operationId": name,
        "tags": [tag],
        "summary": summary,
        "description": "Streams both ways, order kept. A body of known length is received before the first "
        "answer is sent; a client that sends chunks must read while it sends. The body may be packed by gzip "
        "(`Content-Encoding: gzip`), and its limit is that of what it unpacks to. Blank lines are skipped. A "
        "line that is no such request is answered by a problem, and the rest is still judged. If a limit is "
        "reached or the upload breaks off, the status says so, or, once answers have been sent, a last line "
        "that is a problem. **Only an answer that ends in a `StreamSummary` is whole.**",
        "requestBody": {
            "required": True,
            "content": {
                **_lines(f"A `{asked}` as JSON on each line.", found, "request"),
                BYTES: _bytes("The same, for clients that know no lines of JSON."),
            },
        },
        "responses": {
            "200": {
                "description": "The answers.",
                "headers": headers(*_RATES),
                "content": _lines(lines, found, "answer"),
            },
            **_problems("BrokenOff", "NoRoom", *more, *_READ, *_LIMITED),
        },
    }


def _claims() -> Paths:
    answer = _json(ClaimAnswerSchema, "Whether the claim holds.", examples.claims(), *_RATES)
    keys = {"schema": KeySetSchema, "examples": _shown(examples.keys(), "answer")}
    return {
        "/v1/claims": {
            "post": {
                "operationId": "claim",
                "tags": ["claims"],
                "summary": "Check a claimed result and sign a receipt for it",
                "description": "A refuted claim is a result, not an error: the answer is 200 and says why. "
                "The receipt of a confirmed one can be checked offline against `/.well-known/jwks.json`.",
                "requestBody": _body(ClaimRequestSchema, examples.claims()),
                "responses": {"200": answer, **_problems("Unauthorized", *_JUDGED, *_LIMITED)},
            }
        },
        "/v1/claims/batch": {
            "post": _stream(
                "claimBatch", "claims", "Check a claim per line", examples.claim_streams(), "Unauthorized"
            )
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
                        "headers": headers("Cache-Control"),
                        "content": {"application/jwk-set+json": keys, "application/json": keys},
                    },
                    **_problems(*_ANY),
                },
            }
        },
    }


def _prospects() -> Paths:
    answer = _json(ProspectAnswerSchema, "What is proved.", examples.prospects(), *_RATES)
    return {
        "/v1/prospects": {
            "post": {
                "operationId": "askProspect",
                "tags": ["prospects"],
                "summary": "Prove whether a game can still be won, and where it was thrown away",
                "description": "Of the position that the log reaches, with all cards known. What proofs "
                "leave open is searched within the `budget`, which is counted in positions, so that the same "
                "question has the same answer everywhere. With `turning_point`, half of the budget is for "
                "the last position, and what is then left for a bisection along the log. Few searches run "
                "at once; one whose client goes away ends.",
                "requestBody": _body(ProspectRequestSchema, examples.prospects()),
                "responses": {
                    "200": answer,
                    **_problems("SearchUnavailable", "SearchBusy", *_JUDGED, *_LIMITED),
                },
            }
        },
    }


def _imports() -> Paths:
    answer = _json(ImportSchema, "The game that was saved.", examples.imports(), *_RATES)
    return {
        "/v1/imports": {
            "post": {
                "operationId": "importSave",
                "tags": ["replays"],
                "summary": "Turn another program's saved game into a replay request",
                "description": "Reads what PySolFC saves (`*.pso`) of the games whose dialects are variants "
                "here. Nothing in the file is ever run. The moves must lead to the piles that were saved "
                "with them; what had been undone is left out. No player's name is ever answered.",
                "requestBody": {
                    "required": True,
                    "content": {BYTES: _bytes("The file.")},
                },
                "responses": {"200": answer, **_problems("BrokenOff", "NoSave", *_READ, *_LIMITED)},
            }
        },
    }


def _service() -> Paths:
    answer = _json(ServiceSchema, "The service.", examples.service(), "ETag", "Cache-Control", *_RATES)
    return {
        "/v1": {
            "get": {
                "operationId": "getService",
                "tags": ["service"],
                "summary": "The service itself",
                "description": "What it can, how much it takes, whose receipts it signs, which engine runs.",
                "parameters": ["IfNoneMatch"],
                "responses": {"200": answer, "304": _UNCHANGED, **_problems(*_LIMITED)},
            }
        },
    }


def _probes() -> Paths:
    return {
        "/livez": {
            "get": {
                "operationId": "livez",
                "tags": ["health"],
                "summary": "Whether the process answers",
                "responses": {"200": _health(HealthSchema, "Alive.", status="alive"), **_problems(*_ANY)},
            }
        },
        "/readyz": {
            "get": {
                "operationId": "readyz",
                "tags": ["health"],
                "summary": "Whether the referee judges: a golden game replays to its known end",
                "responses": {
                    "200": _health(ReadinessSchema, "Ready.", status="ready", engine="kernel"),
                    **_problems("NotReady", *_ANY),
                },
            }
        },
    }


def paths() -> Paths:
    """Every path with its operations; each operation can be given an ``X-Request-Id``."""
    rooms = (_replays, _claims, _prospects, _imports, _variants, _service, _probes)
    found = {path: operations for room in rooms for path, operations in room().items()}
    for operations in found.values():
        for operation in operations.values():
            operation["parameters"] = [*operation.get("parameters", []), "XRequestId"]
    return found
