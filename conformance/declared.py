"""The registered variants as the reference interpreter reads them: as JSON, with their options applied."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

from conformance import reference
from conformance.reference.declaration import Declaration, read_declaration
from patience.games import VARIANTS
from patience.rules.declaration import to_json

Json = dict[str, Any]
Reader = Callable[[str, Mapping[str, Any]], Json]
"""Returns a variant's declaration under these options."""

FIELDS = {"variant", "rules", "seed", "deck", "moves", "include", "checkpoints", "perft"}
"""Of well-formed requests of the conformance kit."""


def option_values(variant: str) -> dict[str, list[str | int]]:
    """Return the values of each option, the default first."""
    return {option.name: [*option.words, *option.numbers] for option in VARIANTS[variant].options}


def some_rules(variant: str) -> list[dict[str, Any]]:
    """Return the default rules and every change of one option; of numbers the first two and the last."""
    changes: list[dict[str, Any]] = [{}]
    for name, values in option_values(variant).items():
        numbers = [value for value in values if isinstance(value, int)]
        words = [value for value in values if isinstance(value, str)]
        few = numbers if len(numbers) <= 3 else [*numbers[:2], numbers[-1]]
        changes += [{name: value} for value in [*words[1:], *few]]
    return changes


def declaration(variant: str, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the declaration of a variant under these options; those left out have their defaults."""
    return _declaration(variant, tuple(rules.items()))


@cache
def _declaration(variant: str, rules: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
    return to_json(VARIANTS[variant].under(rules))


def declared(variant: str, options: Mapping[str, Any]) -> Json:
    """Return the declaration of a variant under these options, always the same object."""
    return _declared(variant, tuple(options.items()))


@cache
def _declared(variant: str, options: tuple[tuple[str, Any], ...]) -> Json:
    return declaration(variant, dict(options))


@lru_cache(maxsize=128)
def rules_as_read(read: Reader, variant: str, options: tuple[tuple[str, Any], ...]) -> Declaration:
    """Return what a reader makes of a variant's declaration under these options."""
    return read_declaration(read(variant, dict(options)))


def opening(request: Mapping[str, Any]) -> reference.Game:
    """Deal a request's game."""
    rules = declaration(request["variant"], request.get("rules") or {})
    seed = request.get("seed")
    return reference.deal(
        rules, seed=None if seed is None else str(seed), deck=request.get("deck"), board=request.get("board")
    )


def after(request: Mapping[str, Any], moves: Iterable[str]) -> reference.Game:
    """Return the position after these legal moves of a request's game."""
    game = opening(request)
    for move in moves:
        reference.play(game, move)
    return game


def is_well_formed(request: Mapping[str, Any]) -> bool:
    """Return whether the fields of a request of the kit are known, of their types, and say one deal."""
    lists = [request.get("moves"), request.get("include", []), request.get("checkpoints", [])]
    return (
        request.keys() <= FIELDS
        and request.get("rules", {}) is not None
        and ("seed" in request) is not ("deck" in request)
        and all(isinstance(each, list) for each in lists)
        and {*(request.get("include") or ())} <= {"final_state", "legal_moves"}
    )


def judge(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the reference interpreter's verdict on a replay request."""
    return reference.judge(declaration(request["variant"], request.get("rules") or {}), request)
