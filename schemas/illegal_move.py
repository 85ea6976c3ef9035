"""The first illegal move of a log, as answers have it."""

from typing import Any


def illegal_json(index: int, move: str, reason: str, detail: str, legal_moves: object) -> dict[str, Any]:
    """Return the first illegal move; `legal_moves` is a list or an orjson Fragment of one."""
    return {"index": index, "move": move, "reason": reason, "detail": detail, "legal_moves": legal_moves}
