"""The operations for variants, deals and the service itself."""

from patience.formats.dialects import DIALECTS
from patience.play.position_text import LONGEST_TEXT
from patience.search.difficulty import Grade
from schemas.daily_deal import DailyDealSchema
from schemas.deal import DIFFICULTY, HIDE, SEED_TEXT, DealSchema, WinnableDealsSchema
from schemas.position_answer import PositionSchema
from schemas.service_index import HealthSchema, ReadinessSchema, ServiceSchema
from schemas.variant_description import VariantListSchema, VariantSchema
from service.openapi import examples
from service.openapi.bodies import ANY, LIMITED, RATES, UNCHANGED, Paths, json_answer, problems
from service.openapi.examples import SEED, Example
from service.openapi.fields import PARAMETERS, Json, headers


def _one_of(*words: str) -> Json:
    """Return the schema of a word in a query. Clients made from a pattern take plain strings."""
    return {"type": "string", "pattern": f"^({'|'.join(words)})$"}


_SEED = {
    "name": "seed",
    "in": "path",
    "required": True,
    "description": "A seed, as a string.",
    "schema": SEED_TEXT,
    "example": SEED,
}
_QUERY = [
    {
        "name": "rules",
        "in": "query",
        "description": "Rule options of the variant, as `name:value`, separated by commas. Those left out "
        "take their defaults. Links to the viewer use the same form.",
        "schema": {"type": "string"},
        "example": "groups:any",
    },
    {
        "name": "rules_version",
        "in": "query",
        "description": "The version of the variant's rules, which may be a former one; 409 if there is no "
        "such version. The response of an address with a version never changes.",
        "schema": {"type": "string"},
        "example": "1",
    },
    {
        "name": "include",
        "in": "query",
        "description": f"`{DIFFICULTY}` measures how difficult the deal is; 422 if deals are not graded "
        "under these rule options. It takes some milliseconds and counts as 500 positions.",
        "schema": _one_of(DIFFICULTY),
    },
    {
        "name": "hide",
        "in": "query",
        "description": f"`{HIDE}` shows face-down and stock cards as `??` and leaves out `deck`, `seed` and "
        "`deal_id`. This helps honest clients; it does not keep a secret, because the address has the seed.",
        "schema": _one_of(HIDE),
    },
]


_DAILY_RULES = {
    **_QUERY[0],
    "description": "Rule options, as for deals. Daily deals exist for options whose deals are graded; "
    "404 for others.",
    "example": "draw:three",
}

_PAGE = [
    {
        "name": "prospect",
        "in": "query",
        "required": True,
        "description": "The proven prospect of the deals.",
        "schema": _one_of("winnable"),
        "example": "winnable",
    },
    {
        "name": DIFFICULTY,
        "in": "query",
        "description": "Only deals of this grade; 422 if deals are not graded under these rule options. At "
        "least the seeds from 1 to 1000 are graded.",
        "schema": _one_of(*Grade),
    },
    _QUERY[0],
    _QUERY[1],
    {
        "name": "after_seed",
        "in": "query",
        "description": "The page starts after this seed; 0 by default.",
        "schema": {"type": "string", "pattern": "^(?:0|[1-9][0-9]{0,19})$"},
        "example": "113",
    },
    {
        "name": "limit",
        "in": "query",
        "description": "The maximum number of seeds on the page; 50 by default.",
        "schema": {"type": "integer", "minimum": 1, "maximum": 1000},
        "example": 50,
    },
]


def _variants() -> Paths:
    listed = json_answer(
        VariantListSchema, "The variants.", examples.variants(), "ETag", "Cache-Control", *RATES
    )
    one = json_answer(VariantSchema, "The variant.", examples.variant(), "ETag", "Cache-Control", *RATES)
    return {
        "/v1/variants": {
            "get": {
                "operationId": "listVariants",
                "tags": ["variants"],
                "summary": "List every variant",
                "description": "All games with their options, in one answer that is easy to cache.",
                "parameters": ["IfNoneMatch"],
                "responses": {"200": listed, "304": UNCHANGED, **problems("InvalidQuery", *LIMITED)},
            }
        },
        "/v1/variants/{variant}": {
            "get": {
                "operationId": "getVariant",
                "tags": ["variants"],
                "summary": "Describe one variant",
                "description": "Its piles and what each takes and gives, the actions of its stock, its "
                "options and the reasons why a move can be illegal.",
                "parameters": ["VariantInPath", "IfNoneMatch"],
                "responses": {
                    "200": one,
                    "304": UNCHANGED,
                    **problems("NotFound", "AddressTooLong", "InvalidQuery", *LIMITED),
                },
            }
        },
    }


def _deals() -> Paths:
    winnable = json_answer(
        WinnableDealsSchema, "The next seeds.", examples.winnable_deals(), "ETag", "Cache-Control", *RATES
    )
    winnable["headers"] |= headers("Link")
    deal = json_answer(DealSchema, "The deal.", examples.deals(), "ETag", "Cache-Control", *RATES)
    return {
        "/v1/deals/{variant}": {
            "get": {
                "operationId": "listWinnableDeals",
                "tags": ["deals"],
                "summary": "List seeds whose deals are proven winnable",
                "description": "The seeds come from a table for the variant under these rule options. "
                "Without such a table the answer is 422. A deal whose seed is not listed is dead or "
                "undecided. The header field `Link` has the address of the next page.",
                "parameters": ["VariantInPath", *_PAGE, "IfNoneMatch"],
                "responses": {
                    "200": winnable,
                    "304": UNCHANGED,
                    **problems("NotFound", "VersionNotServed", "AddressTooLong", "InvalidQuery", *LIMITED),
                },
            }
        },
        "/v1/deals/{variant}/{seed}": {
            "get": {
                "operationId": "getDeal",
                "tags": ["deals"],
                "summary": "Deal a seed",
                "description": "The response may be cached for an hour, and permanently if the address has a "
                "`rules_version`.",
                "parameters": ["VariantInPath", _SEED, *_QUERY, "IfNoneMatch"],
                "responses": {
                    "200": deal,
                    "304": UNCHANGED,
                    **problems(
                        *("NotFound", "VersionNotServed", "AddressTooLong", "InvalidQuery"),
                        *("NoGrading", "Busy", *LIMITED),
                    ),
                },
            }
        },
    }


_VIEWER = {
    "description": "The address of the position in the viewer, for clients that prefer `text/html`.",
    "headers": headers("Location", *RATES),
}


def _foreign_deals() -> Paths:
    seed = {
        "name": "seed",
        "in": "path",
        "required": True,
        "description": "A seed of the program: digits.",
        "schema": {"type": "string", "pattern": "^[0-9]{1,68}$"},
        "example": "17",
    }
    program = {
        "name": "program",
        "in": "path",
        "required": True,
        "description": "The program: "
        + "; ".join(f"`{name}`: {known.title}" for name, known in DIALECTS.items())
        + ".",
        "schema": {"type": "string", "enum": list(DIALECTS)},
        "example": "klondike-solver",
    }
    variant = {**PARAMETERS["VariantInPath"], "example": "klondike"}
    foreign = json_answer(
        PositionSchema, "The deal.", [examples.foreign_deal()], "ETag", "Cache-Control", *RATES
    )
    return {
        "/v1/seeds/{program}/{variant}/{seed}": {
            "get": {
                "operationId": "getForeignDeal",
                "tags": ["deals"],
                "summary": "Deal a seed of another program",
                "description": "The board that another program deals for its number, as a position.",
                "parameters": [program, variant, seed, {**_QUERY[0], "example": "draw:three"}, "IfNoneMatch"],
                "responses": {
                    "200": foreign,
                    "303": _VIEWER,
                    "304": UNCHANGED,
                    **problems("NotFound", "AddressTooLong", "InvalidQuery", *LIMITED),
                },
            }
        },
    }


def _positions() -> Paths:
    example = examples.positions()[0]
    text = {
        "name": "text",
        "in": "path",
        "required": True,
        "description": "The text of a position (docs/reference/positions.md). Options may be left out.",
        "schema": {"type": "string", "maxLength": LONGEST_TEXT},
        "example": example.answer["position"],
    }
    answer = json_answer(PositionSchema, "The position.", [example], "ETag", "Cache-Control", *RATES)
    return {
        "/v1/positions/{text}": {
            "get": {
                "operationId": "getPosition",
                "tags": ["deals"],
                "summary": "Read a position by its text",
                "description": "The text is to patience what FEN is to chess. A browser that follows the "
                "address is sent to the viewer.",
                "parameters": [text, "IfNoneMatch"],
                "responses": {
                    "200": answer,
                    "303": _VIEWER,
                    "304": UNCHANGED,
                    **problems("NotFound", "AddressTooLong", "NotAPosition", *LIMITED),
                },
            }
        },
    }


def _daily() -> Paths:
    today = json_answer(DailyDealSchema, "The deal.", examples.daily(), "ETag", "Cache-Control", *RATES)
    named = ("DailyNotFound", "AddressTooLong", "InvalidQuery", "NoDailyKey", "Busy", *LIMITED)
    day = {
        "name": "date",
        "in": "path",
        "required": True,
        "description": "A date (UTC), at most 30 days before or after today.",
        "schema": {"type": "string", "format": "date"},
        "example": "2026-11-23",
    }
    return {
        "/v1/daily/{variant}": {
            "get": {
                "operationId": "getDailyDeal",
                "tags": ["deals"],
                "summary": "Deal the deal of the day",
                "description": "The same for everyone, proven winnable, under the options chosen, and not "
                "known to anyone outside the service before its day began (UTC). With the commitments of the "
                "coming 30 days. The service chooses the deals of today and tomorrow ahead. For another day "
                "the first request waits for the choice, up to some seconds.",
                "parameters": ["VariantInPath", _DAILY_RULES, "IfNoneMatch"],
                "responses": {"200": today, "304": UNCHANGED, **problems(*named)},
            }
        },
        "/v1/daily/{variant}/{date}": {
            "get": {
                "operationId": "getDailyDealOfDate",
                "tags": ["deals"],
                "summary": "Look up the daily deal of a date",
                "description": "Before the day only the commitment, from the day on the deal, and after it "
                "the secret.",
                "parameters": ["VariantInPath", day, _DAILY_RULES, "IfNoneMatch"],
                "responses": {"200": today, "304": UNCHANGED, **problems(*named)},
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
                "summary": "Describe the service",
                "description": "Its features, limits, signing keys and engine.",
                "parameters": ["IfNoneMatch"],
                "responses": {"200": answer, "304": UNCHANGED, **problems("InvalidQuery", *LIMITED)},
            }
        },
    }


def _probes() -> Paths:
    return {
        "/livez": {
            "get": {
                "operationId": "livez",
                "tags": ["health"],
                "summary": "Check whether the process answers",
                "description": "For liveness probes: restart an instance that does not answer.",
                "responses": {
                    "200": _health(HealthSchema, "Alive.", status="alive"),
                    **problems("InvalidQuery", *ANY),
                },
            }
        },
        "/readyz": {
            "get": {
                "operationId": "readyz",
                "tags": ["health"],
                "summary": "Check whether the referee judges",
                "description": "For readiness probes: a known game is replayed to its known end.",
                "responses": {
                    "200": _health(ReadinessSchema, "Ready.", status="ready", engine="kernel"),
                    **problems("InvalidQuery", "NotReady", *ANY),
                },
            }
        },
    }


def _health(schema: type[HealthSchema], description: str, **members: str) -> Json:
    example = Example(members["status"], description, {}, members)
    return json_answer(schema, description, [example], "Cache-Control")


def lookups() -> Paths:
    """Return each path with its operations."""
    deals = {**_deals(), **_foreign_deals(), **_positions(), **_daily()}
    return {**_variants(), **deals, **_service(), **_probes()}
