"""The operations that tell of variants, deals and the service itself, as OpenAPI tells them."""

from schemas.deal import HIDE, DealSchema
from schemas.health_report import HealthSchema, ReadinessSchema
from schemas.seed_field import TEXT as SEED_TEXT
from schemas.service_index import ServiceSchema
from schemas.variant_description import VariantListSchema, VariantSchema
from schemas.winnable_deal import WinnableDealsSchema
from service.openapi import examples
from service.openapi.bodies import ANY, LIMITED, RATES, Paths, json_answer, problems
from service.openapi.examples import SEED, Example
from service.openapi.fields import Json, headers

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
    "headers": headers("ETag", "Cache-Control", *RATES),
}


def _variants() -> Paths:
    listed = json_answer(
        VariantListSchema, "The variants.", examples.variants(), "ETag", "Cache-Control", *RATES
    )
    one = json_answer(VariantSchema, "The variant.", examples.variant(), "ETag", "Cache-Control", *RATES)
    winnable = json_answer(
        WinnableDealsSchema, "The next seeds.", examples.winnable_deals(), "ETag", "Cache-Control", *RATES
    )
    winnable["headers"] |= headers("Link")
    deal = json_answer(DealSchema, "The deal.", examples.deals(), "ETag", "Cache-Control", *RATES)
    return {
        "/v1/variants": {
            "get": {
                "operationId": "listVariants",
                "tags": ["variants"],
                "summary": "Every variant in short",
                "parameters": ["IfNoneMatch"],
                "responses": {"200": listed, "304": _UNCHANGED, **problems(*LIMITED)},
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
                "responses": {"200": one, "304": _UNCHANGED, **problems("NotFound", *LIMITED)},
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
                    **problems("NotFound", "VersionNotServed", "AddressTooLong", "InvalidQuery", *LIMITED),
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
                    **problems("NotFound", "VersionNotServed", "AddressTooLong", "InvalidQuery", *LIMITED),
                },
            }
        },
    }


def _service() -> Paths:
    answer = json_answer(ServiceSchema, "The service.", examples.service(), "ETag", "Cache-Control", *RATES)
    return {
        "/v1": {
            "get": {
                "operationId": "getService",
                "tags": ["service"],
                "summary": "The service itself",
                "description": "What it can, how much it takes, whose receipts it signs, which engine runs.",
                "parameters": ["IfNoneMatch"],
                "responses": {"200": answer, "304": _UNCHANGED, **problems(*LIMITED)},
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
                "responses": {"200": _health(HealthSchema, "Alive.", status="alive"), **problems(*ANY)},
            }
        },
        "/readyz": {
            "get": {
                "operationId": "readyz",
                "tags": ["health"],
                "summary": "Whether the referee judges: a golden game replays to its known end",
                "responses": {
                    "200": _health(ReadinessSchema, "Ready.", status="ready", engine="kernel"),
                    **problems("NotReady", *ANY),
                },
            }
        },
    }


def _health(schema: type[HealthSchema], description: str, **said: str) -> Json:
    example = Example(said["status"], description, {}, said)
    return json_answer(schema, description, [example], "Cache-Control")


def lookups() -> Paths:
    """Each path with its operations."""
    return {**_variants(), **_service(), **_probes()}
