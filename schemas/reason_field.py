"""Why a move is illegal: the words of the engine's checks."""

from typing import Final

from schemas.response_fields import JsonSchema, words
from service.engine.checks import CHECKS

REASONS: Final = {check.reason: check.meaning for check in CHECKS}

NAMED: Final[dict[str, JsonSchema]] = {
    "Reason": words(
        REASONS,
        "Why a move is illegal. The checks run in this order; the first that fails:",
        "a move is as illegal for an unknown one; show `detail`.",
    ),
}
