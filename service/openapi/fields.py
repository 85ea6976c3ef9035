"""Header fields and parameters that operations share, each under its name among the components."""

from typing import Any, Final

from service.openapi.examples import REQUEST_ID, VARIANT

Json = dict[str, Any]

HEADERS: Final[dict[str, Json]] = {
    "RequestId": {
        "description": "Names this request in the service's log: as it was sent, if that is sane.",
        "required": True,
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._:-]{1,128}$"},
        "example": REQUEST_ID,
    },
    "RateLimit": {
        "description": "If this service has limits, of each: `r` requests, moves or positions are left in "
        "this window, which ends in `t` seconds (draft-ietf-httpapi-ratelimit-headers-10).",
        "schema": {"type": "string"},
        "example": '"requests-in-60s";r=599;t=42, "moves-in-3600s";r=998000;t=1800',
    },
    "RateLimitPolicy": {
        "description": "If this service has limits, of each, named for what it counts: `q` are allowed in "
        "`w` seconds. What an answer costs in moves or positions is taken off once it is made.",
        "schema": {"type": "string"},
        "example": '"requests-in-60s";q=600;w=60, "moves-in-3600s";q=1000000;w=3600',
    },
    "RetryAfter": {
        "description": "Seconds to wait before the next request.",
        "schema": {"type": "integer", "minimum": 1},
        "example": 42,
    },
    "WwwAuthenticate": {
        "description": "What is asked for.",
        "required": True,
        "schema": {"type": "string"},
        "example": "Bearer",
    },
    "Allow": {
        "description": "The methods that the path has.",
        "required": True,
        "schema": {"type": "string"},
        "example": "GET, HEAD, OPTIONS",
    },
    "Link": {
        "description": "The next page, if there is one.",
        "schema": {"type": "string"},
        "example": '</v1/deals/double-russian?prospect=winnable&after_seed=50>; rel="next"',
    },
    "ETag": {
        "description": "Names these bytes. Of a compressed answer it ends in the coding, such as `:br`.",
        "required": True,
        "schema": {"type": "string", "pattern": '^"[0-9a-f]{32}(:[a-z]+)?"$'},
        "example": '"0123456789abcdef0123456789abcdef"',
    },
    "CacheControl": {
        "description": "How long the answer may be kept.",
        "required": True,
        "schema": {"type": "string"},
        "example": "public, max-age=3600",
    },
}

PARAMETERS: Final[dict[str, Json]] = {
    "XRequestId": {
        "name": "X-Request-Id",
        "in": "header",
        "description": "The client's name for this request: letters, digits and `._:-`, at most 128. "
        "Anything else is replaced, not refused.",
        "schema": {"type": "string"},
    },
    "IfNoneMatch": {
        "name": "If-None-Match",
        "in": "header",
        "description": "The `ETag` of an earlier answer: if it still holds, the answer is 304.",
        "schema": {"type": "string"},
    },
    "VariantInPath": {
        "name": "variant",
        "in": "path",
        "required": True,
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
    "Link": "Link",
    "Cache-Control": "CacheControl",
}


def headers(*names: str) -> dict[str, Json]:
    """Header fields of an answer; every answer has ``X-Request-Id``."""
    return {name: {"$ref": f"#/components/headers/{_NAMES[name]}"} for name in ("X-Request-Id", *names)}
