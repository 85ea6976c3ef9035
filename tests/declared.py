"""The registered variants as the reference interpreter reads them: as JSON, with their options applied."""

from collections.abc import Mapping
from typing import Any

from service.engine.declaration import to_json
from service.engine.variants import VARIANTS
from tests import reference


def declaration(variant: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the declaration of a variant under these options; those left out have their defaults."""
    return to_json(VARIANTS[variant].under(tuple(options.items())))


def opening(request: Mapping[str, Any]) -> reference.Game:
    """Deal a request's game."""
    rules = declaration(request["variant"], request.get("rules") or {})
    seed = request.get("seed")
    return reference.deal(rules, seed=None if seed is None else str(seed), deck=request.get("deck"))


def judge(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the reference interpreter's verdict on a replay request."""
    return reference.judge(declaration(request["variant"], request.get("rules") or {}), request)
