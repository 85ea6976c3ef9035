"""Writing of ``patience/search/heuristics.json``."""

import json
from collections.abc import Mapping
from fcntl import LOCK_EX, flock
from typing import cast

from patience.compilation.compiled_rules import CompiledRules
from patience.search.heuristics import FILE, NOTHING, Entry, Heuristic, family, play_of, stored


def write_game(tables: CompiledRules, heuristic: Heuristic) -> None:
    """Write the heuristic of a game to the file, unless it is that of its kind."""
    variant, play = tables.variant.id, play_of(tables)
    with FILE.open("r+", encoding="utf-8") as file:
        flock(file, LOCK_EX)
        store = json.load(file)
        games = store["games"]
        name = f"{variant} {play}" if f"{variant} {play}" in games else variant
        games[name] = written(heuristic)
        if games[name] == store["by_play"][play]:
            del games[name]
        store["games"] = dict(sorted(games.items()))
        file.seek(0)
        file.write(file_text(store))
        file.truncate()


def written(heuristic: Heuristic, own: Heuristic = NOTHING) -> str | Entry:
    """Return a heuristic as the shortest entry, beside `own` or a family of equal weights."""
    families = {name: family(name) for name in stored()["families"]}
    entries: list[Entry] = [
        {"like": name, **_difference(heuristic, other)}
        for name, other in families.items()
        if (heuristic.weights, heuristic.traits) == (other.weights, other.traits)
    ]
    entry = min([_difference(heuristic, own), *entries], key=lambda entry: len(json.dumps(entry)))
    return entry["like"] if [*entry] == ["like"] else entry


def _difference(heuristic: Heuristic, base: Heuristic) -> Entry:
    changes = {name: value for name, value in heuristic._asdict().items() if value != getattr(base, name)}
    if "weights" in changes:
        before, after = base.weights._asdict(), heuristic.weights._asdict()
        changes["weights"] = {name: after[name] for name in after if after[name] != before[name]}
    if changes.get("traits"):
        changes["traits"] = changes["traits"]._asdict()
    return cast(Entry, changes)


def file_text(store: Mapping[str, object]) -> str:
    """Return the text of ``heuristics.json``, with a line for each game and each entry of a schedule."""
    depths = {"families": 4, "by_play": 2, "games": 2, "schedules": 3}
    sections = [f'  "{name}": {_lines(store[name], depth - 1, "  ")}' for name, depth in depths.items()]
    return "{\n" + ",\n".join(sections) + "\n}\n"


def _lines(value: object, depth: int, indent: str) -> str:
    """Return JSON whose objects and arrays are broken into lines down to this depth."""
    if not depth or not isinstance(value, dict | list):
        return json.dumps(value)
    inner = indent + "  "
    begin, end = "{}" if isinstance(value, dict) else "[]"
    if isinstance(value, dict):
        parts = [f'"{name}": {_lines(part, depth - 1, inner)}' for name, part in value.items()]
    else:
        parts = [_lines(part, depth - 1, inner) for part in value]
    return f"{begin}\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}{end}"
