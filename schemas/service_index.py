"""The service itself: its features, limits and keys, and whether it is ready."""

from collections.abc import Iterable, Mapping, Set
from typing import Any, Final

from patience import __version__
from schemas.response_fields import AnswerSchema, Described, JsonSchema, boolean, count, nested, string, words

CONTRACT: Final = "1"
"""The version of the contract, as in the path `/v1`."""

FEATURES: Final = {
    "replays": "judges game logs, one by one and in streams",
    "claims": "checks claimed results",
    "receipts": "signs receipts for claims that hold",
    "claims_tokens": "requires a bearer token for claims",
    "tickets": "issues tickets, which show how long a game took at most",
    "single_use_tickets": "refuses a ticket that was used before",
    "imports": "reads saved games of other programs",
    "prospects": "proves whether a game can still be won, as far as proofs and a search reach",
    "daily": "has a deal of the day for each graded variant",
    "declarations": "accepts a declaration of rules in place of a variant",
    "foresight": "weighs a player's results against a player who does not see hidden cards",
    "links": "can add a link to the viewer to verdicts",
    "gzip_streams": "accepts streams compressed with gzip",
}

NAMED: Final[dict[str, JsonSchema]] = {
    "Feature": words(FEATURES, "A feature of the service:", "ignore an unknown one."),
}

LINKS: Final = {
    "description": "/openapi.json",
    "declaration_schema": "/declaration.schema.json",
    "house_game_schema": "/house-game.schema.json",
    "docs": "/docs",
    "rules": "/rules",
    "variants": "/v1/variants",
    "keys": "/.well-known/jwks.json",
    "viewer": "/",
}


class LimitsSchema(AnswerSchema):
    """The limits of this service."""

    moves = count("Moves in one log.")
    body_bytes = count("Bytes of one request, or of one line of a stream.")
    batch_bytes = count("Bytes of one stream, as sent and decompressed.")
    batch_lines = count("Lines of one stream, including blank ones.")
    batch_moves = count("Moves in one stream.")
    positions = Described(
        {"type": ["integer", "null"], "minimum": 0},
        "Positions searched for one request; null without search.",
    )


class LinksSchema(AnswerSchema):
    """Addresses, relative to this service."""

    description = string("The OpenAPI description.")
    declaration_schema = string("The JSON Schema of declarations in answers, which have every field.")
    house_game_schema = string(
        "The JSON Schema of a file that declares a game. Its `$defs/Declaration` is that of declarations in "
        "requests, with the defaults of fields that are left out."
    )
    docs = string("A page to try the API.")
    rules = string("The rules of all variants.")
    variants = string("The list of variants.")
    keys = string("The public keys of receipts.")
    viewer = string("The replay viewer.")


ENGINE: Final = words(
    {
        "kernel": "the compiled kernel, with the readable engine for unusual requests",
        "readable": "the engine in Python: the same answers, more slowly",
    },
    "The engine that judges:",
    "all engines give the same answers.",
)


class ServiceSchema(AnswerSchema):
    """This service."""

    contract = string("The version of the contract.", examples=[CONTRACT])
    version = string("The version of the program.")
    features = Described(
        {"type": "array", "items": {"$ref": "#/components/schemas/Feature"}}, "The features of this service."
    )
    limits = nested(LimitsSchema)
    issuer = Described({"type": ["string", "null"]}, "The issuer of its receipts; null if it signs none.")
    keys = Described(
        {"type": "array", "items": {"type": "string"}},
        "The `kid` of every key whose receipts are genuine, the current signing key first.",
    )
    engine = Described(ENGINE)
    search = boolean("Whether the service searches for prospects.")
    links = nested(LinksSchema)


def service_json(
    missing: Set[str], limits: Mapping[str, int | None], issuer: str, keys: Iterable[str], engine: str
) -> dict[str, Any]:
    """Return the description of a service without the `missing` features; it searches up to a limit."""
    return {
        "contract": CONTRACT,
        "version": __version__,
        "features": [feature for feature in FEATURES if feature not in missing],
        "limits": dict(limits),
        "issuer": None if "receipts" in missing else issuer,
        "keys": list(keys),
        "engine": engine,
        "search": limits["positions"] is not None,
        "links": dict(LINKS),
    }


class HealthSchema(AnswerSchema):
    """Whether the process answers."""

    status = string("`alive` or `ready`.", examples=["alive", "ready"])


class ReadinessSchema(HealthSchema):
    """Whether the service can judge, and by which engine."""

    engine = Described(ENGINE)
