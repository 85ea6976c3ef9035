"""Every operation of the API as OpenAPI tells it."""

from service.openapi.bodies import Paths
from service.openapi.lookups import lookups
from service.openapi.submissions import submissions

TAGS = {
    "replays": "Verdicts on game logs, one by one or by the hundred thousand.",
    "claims": "Claimed results, and receipts that anyone can check offline.",
    "prospects": "Whether a game can still be won, and where it was thrown away.",
    "deals": "Which board a seed is, and which deals can be won.",
    "variants": "What can be refereed.",
    "service": "What answers here.",
    "health": "For whoever runs the service.",
}


def paths() -> Paths:
    """Every path with its operations; each operation can be given an ``X-Request-Id``."""
    found = {**submissions(), **lookups()}
    for operations in found.values():
        for operation in operations.values():
            operation["parameters"] = [*operation.get("parameters", []), "XRequestId"]
    return found
