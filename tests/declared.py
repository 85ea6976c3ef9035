"""The registered variants as the reference interpreter reads them: as JSON, with their options applied."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from service.engine.rules import Rules
from service.engine.variants import VARIANTS
from tests import reference


def declaration(variant: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the declaration of a variant under these options; those left out have their defaults."""
    rules = VARIANTS[variant].rules
    for option in VARIANTS[variant].options:
        rules = option.apply(rules, options.get(option.name, option.default))
    return to_json(rules)


def opening(request: Mapping[str, Any]) -> reference.Game:
    """Deal a request's game."""
    rules = declaration(request["variant"], request.get("rules") or {})
    seed = request.get("seed")
    return reference.deal(rules, seed=None if seed is None else str(seed), deck=request.get("deck"))


def judge(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the reference interpreter's verdict on a replay request."""
    return reference.judge(declaration(request["variant"], request.get("rules") or {}), request)


def to_json(rules: Rules) -> dict[str, Any]:
    layout = []
    columns = None
    if rules.columns:
        for dealt in rules.columns.rounds:
            to = " ".join(f"T{number}" for number in dealt.columns)
            layout.append({"to": to, "face": "up" if dealt.face_up else "down"})
        columns = words(rules.columns)
        del columns["rounds"]
    reserve = None
    if rules.reserve:
        layout.append({"to": f"R1-R{rules.reserve.cells}", "face": "up"})
        reserve = {"piles": rules.reserve.cells, "refill": rules.reserve.refill}
    return {
        "layout": layout,
        "columns": columns,
        "reserve": reserve,
        "stock": rules.stock and words(rules.stock),
        "foundations": [words(pile) for pile in rules.foundations],
        "foundations_final": rules.foundations_final,
        "won_when": rules.won_when,
    }


def words(part: Any) -> dict[str, Any]:
    """Return a dataclass as a dictionary, its enums as words."""
    return {
        name: value.name.lower() if isinstance(value, Enum) else value for name, value in vars(part).items()
    }
