"""The service itself: what it can, how much it takes, whose receipts it signs."""

from collections.abc import Iterable
from importlib.metadata import version
from typing import Any, Final

from schemas.response_fields import AnswerSchema, Described, JsonSchema, boolean, count, nested, string, words
from service.config import Settings

CONTRACT: Final = "1"
"""The version of the contract, which the addresses begin with."""

FEATURES: Final = {
    "replays": "game logs are judged, one by one and in streams",
    "claims": "claimed results are checked",
    "receipts": "receipts are signed for claims that hold",
    "claims_tokens": "claims need a bearer token",
    "imports": "other programs' saved games are read",
    "prospects": "whether a game can still be won is proved, as far as proofs and a search go",
    "links": "verdicts can have a link to the viewer",
    "gzip_streams": "the bodies of streams may be packed by gzip",
}

NAMED: Final[dict[str, JsonSchema]] = {
    "Feature": words(FEATURES, "What a service can:", "pass over an unknown one."),
}

LINKS: Final = {
    "description": "/openapi.json",
    "docs": "/docs",
    "rules": "/rules",
    "variants": "/v1/variants",
    "keys": "/.well-known/jwks.json",
    "viewer": "/",
}


class LimitsSchema(AnswerSchema):
    """How much is taken at once."""

    moves = count("In one log.")
    body_bytes = count("Of one request, and of one line of a stream.")
    batch_bytes = count("Of one stream, as sent and unpacked.")
    batch_lines = count("Of one stream, blank ones too.")
    batch_moves = count("In one stream.")
    positions = Described(
        {"type": ["integer", "null"], "minimum": 0},
        "Searched for one request; null without search.",
    )


class LinksSchema(AnswerSchema):
    """Addresses, relative to this service."""

    description = string("The OpenAPI description.")
    docs = string("A page to try the API on.")
    rules = string("The rules of all variants.")
    variants = string("What can be refereed.")
    keys = string("The public keys of receipts.")
    viewer = string("The replay viewer.")


ENGINE: Final = words(
    {
        "kernel": "the compiled kernel; what is unusual goes to the engine in Python",
        "readable": "the engine in Python, which gives the same answers more slowly",
    },
    "Which engine judges:",
    "it judges as the others do.",
)


class ServiceSchema(AnswerSchema):
    """What answers here."""

    contract = string("The version of the contract.", examples=[CONTRACT])
    version = string("The version of the program.")
    features = Described(
        {"type": "array", "items": {"$ref": "#/components/schemas/Feature"}}, "What this service can."
    )
    limits = nested(LimitsSchema)
    issuer = Described({"type": ["string", "null"]}, "Whose receipts it signs; null if it signs none.")
    keys = Described(
        {"type": "array", "items": {"type": "string"}},
        "The names (`kid`) of the keys whose receipts are genuine, the one that signs now first.",
    )
    engine = Described(ENGINE)
    search = boolean("Whether prospects are searched for.")
    links = nested(LinksSchema)


def service_json(
    settings: Settings, keys: Iterable[str], engine: str, *, signs: bool, searches: bool
) -> dict[str, Any]:
    """The service under these settings."""
    lacking = set() if signs else {"receipts"}
    lacking |= set() if settings.claims_tokens_file else {"claims_tokens"}
    return {
        "contract": CONTRACT,
        "version": version("patience-referee"),
        "features": [feature for feature in FEATURES if feature not in lacking],
        "limits": {
            "moves": settings.most_moves,
            "body_bytes": settings.most_body_bytes,
            "batch_bytes": settings.most_batch_bytes,
            "batch_lines": settings.most_batch_lines,
            "batch_moves": settings.most_batch_moves,
            "positions": settings.most_positions if searches else None,
        },
        "issuer": settings.issuer if signs else None,
        "keys": list(keys),
        "engine": engine,
        "search": searches,
        "links": dict(LINKS),
    }
