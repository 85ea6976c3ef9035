"""Schedules of the search: the heuristics that it follows one after another, and how long each may try.

``schedules.jsonl`` has a line for each game that has learned one (``python -m tools.learn_schedule``). Each
entry names what differs from the game's own heuristic, and its quota of positions. After the last entry, the
schedule begins anew, with four times the quotas and random weights. A schedule does not depend on the budget,
so a search with a larger budget repeats what one with a smaller budget did, and goes on.
"""

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, TypedDict

from patience.compilation.compiled_rules import CompiledRules
from patience.search.heuristics import Heuristic, Traits, Weights, heuristic_for

Schedule = tuple[Heuristic, ...]


class Entry(TypedDict, total=False):
    """The fields in which a heuristic differs from the game's own one, with its quota."""

    weights: dict[str, tuple[int, int, int]]
    width: int
    growth: int
    last: int
    crowd: int
    single_layer: bool
    by_plays: bool
    greedy: int
    traits: list[int | list[int]] | None
    quota: int


FILE: Final = Path(__file__).with_name("schedules.jsonl")


@cache
def learned() -> dict[str, list[Entry]]:
    """Return the entries of the schedules by variant."""
    return {
        line["variant"]: line["entries"] for line in map(json.loads, FILE.read_text("utf-8").splitlines())
    }


def schedule_for(tables: CompiledRules) -> Schedule:
    """Return the schedule of a game; without one of its own, it is the game's heuristic alone."""
    return _schedule_of(tables.variant.id, heuristic_for(tables))


# Every search asks for one, also those of 300 positions.
@lru_cache(maxsize=64)
def _schedule_of(variant: str, own: Heuristic) -> Schedule:
    return tuple(read_entry(own, entry) for entry in learned().get(variant, ())) or (own,)


def read_entry(own: Heuristic, entry: Entry) -> Heuristic:
    """Return an entry of a schedule as a heuristic."""
    fields = own._asdict()
    fields.update(entry)
    if "weights" in entry:
        fields["weights"] = Weights(
            **{name: (first, low, high) for name, (first, low, high) in entry["weights"].items()}
        )
    if traits := entry.get("traits"):
        numbers = (tuple(weight) if isinstance(weight, list) else weight for weight in traits)
        fields["traits"] = Traits._make(numbers)
    return Heuristic(**fields)


def written_entry(own: Heuristic, heuristic: Heuristic) -> dict[str, object]:
    """Return a heuristic as an entry of a schedule of a game with this heuristic of its own."""
    changes = {name: value for name, value in heuristic._asdict().items() if value != getattr(own, name)}
    if "weights" in changes:
        changes["weights"] = {
            name: weight for name, weight in heuristic.weights._asdict().items() if any(weight)
        }
    if heuristic.traits and "traits" in changes:
        changes["traits"] = list(heuristic.traits)
    return changes
