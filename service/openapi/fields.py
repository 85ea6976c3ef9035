"""Header fields and parameters that operations share, by component name."""

from typing import Any, Final

from service.openapi.examples import REQUEST_ID, VARIANT

Json = dict[str, Any]

HEADERS: Final[dict[str, Json]] = {
    "RequestId": {
        "description": "The id of this request in the service's log: the client's own if it is valid, else "
        "a new one.",
        "required": True,
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._:-]{1,128}$"},
        "example": REQUEST_ID,
    },
    "RateLimit": {
        "description": "For each limit of this service: `r` requests, moves or positions are left in this "
        "window, which ends in `t` seconds (draft-ietf-httpapi-ratelimit-headers-10).",
        "schema": {"type": "string"},
        "example": '"requests-in-60s";r=599;t=42, "moves-in-3600s";r=998000;t=1800',
    },
    "RateLimitPolicy": {
        "description": "For each limit of this service, named for what it counts: `q` are allowed in `w` "
        "seconds. Moves and positions are deducted after the response.",
        "schema": {"type": "string"},
        "example": '"requests-in-60s";q=600;w=60, "moves-in-3600s";q=1000000;w=3600',
    },
    "RetryAfter": {
        "description": "Seconds to wait before the next request.",
        "schema": {"type": "integer", "minimum": 1},
        "example": 42,
    },
    "WwwAuthenticate": {
        "description": "The required authentication scheme.",
        "required": True,
        "schema": {"type": "string"},
        "example": "Bearer",
    },
    "Allow": {
        "description": "The methods of the path.",
        "required": True,
        "schema": {"type": "string"},
        "example": "GET, HEAD, OPTIONS",
    },
    "Location": {
        "description": "Where the client continues.",
        "required": True,
        "schema": {"type": "string"},
        "example": "../../#v=1&variant=double-russian&seed=20261121&ply=0",
    },
    "Link": {
        "description": "The next page, if there is one.",
        "schema": {"type": "string"},
        "example": '</v1/deals/double-russian?prospect=winnable&after_seed=50>; rel="next"',
    },
    "ETag": {
        "description": "Identifies these bytes. For a compressed response it ends in the coding, such as "
        "`:br`.",
        "required": True,
        "schema": {"type": "string", "pattern": '^"[0-9a-f]{32}(:[a-z]+)?"$'},
        "example": '"0123456789abcdef0123456789abcdef"',
    },
    "ContentLanguage": {
        "description": "The language of the sentences, if it is not English.",
        "schema": {"type": "string"},
        "example": "de",
    },
    "CacheControl": {
        "description": "How long the response may be cached.",
        "required": True,
        "schema": {"type": "string"},
        "example": "public, max-age=3600",
    },
}

PARAMETERS: Final[dict[str, Json]] = {
    "XRequestId": {
        "name": "X-Request-Id",
        "in": "header",
        "description": "The client's id for this request: at most 128 letters, digits and `._:-`. Any other "
        "value is replaced, not refused.",
        "schema": {"type": "string"},
    },
    "Lang": {
        "name": "lang",
        "in": "query",
        "description": "The language of the sentence that explains an illegal move, `detail` in "
        "`first_illegal_move`: `en` or `de`. Without it, the header field `Accept-Language` chooses; the "
        "default is English. All other members are the same in every language.",
        "schema": {"type": "string", "pattern": "^(en|de)$"},
    },
    "IfNoneMatch": {
        "name": "If-None-Match",
        "in": "header",
        "description": "The `ETag` of an earlier response; the status is 304 if nothing has changed.",
        "schema": {"type": "string"},
    },
    "VariantInPath": {
        "name": "variant",
        "in": "path",
        "required": True,
        "description": "The id of the variant.",
        "schema": {"$ref": "#/components/schemas/VariantId"},
        "example": VARIANT,
    },
}

_NAMES: Final = {
    "X-Request-Id": "RequestId",
    "RateLimit": "RateLimit",
    "RateLimit-Policy": "RateLimitPolicy",
    "Retry-After": "RetryAfter",
    "WWW-Authenticate": "WwwAuthenticate",
    "Allow": "Allow",
    "ETag": "ETag",
    "Location": "Location",
    "Link": "Link",
    "Cache-Control": "CacheControl",
    "Content-Language": "ContentLanguage",
}


def headers(*names: str) -> dict[str, Json]:
    """Return the header fields of an answer, always with `X-Request-Id`."""
    return {name: {"$ref": f"#/components/headers/{_NAMES[name]}"} for name in ("X-Request-Id", *names)}
