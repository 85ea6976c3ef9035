"""Find a heuristic for a game by trial: change its own at random, and keep what decides deals sooner.

python -m tools.tune_heuristic VARIANT [--deals 48] [--budget 2000] [--seconds 120] [--seed 1]
python -m tools.tune_heuristic VARIANT --compare [--deals 48] [--budget 2000]

With ``--compare`` it tries all heuristics that there are instead, the best first.

The score is the mean logarithm of the positions that a deal takes, where an undecided deal counts four times
the budget. A heuristic only orders positions: it decides how soon a line or a proof is found, never what is
true. The result is printed as it is written in patience/search/heuristics.json, and tried on other deals.
"""
# ruff: noqa: T201

import argparse
import json
import random
import sys
import time
from collections.abc import Mapping
from math import log2
from typing import Final, cast

from patience.compilation.compiled_rules import tables_for
from patience.games import VARIANTS
from patience.play.dealing import deal_seed
from patience.play.position import Position
from patience.search.engine import Search
from patience.search.heuristics import NOTHING, Entry, Heuristic, Weight, family, heuristic_for, stored

TRAINING: Final = 50_001
"""The first seed of the deals: no table covers them."""

_NEW_WEIGHTS: Final = (10, 30, 80)
_FACTORS: Final = (0.5, 0.7, 0.85, 1.2, 1.5, 2)


def score(heuristic: Heuristic, deals: list[Position], budget: int) -> tuple[float, int]:
    """Return the mean logarithm of the positions per deal, and the number of decided deals."""
    total, decided = 0.0, 0
    for deal in deals:
        search = Search(deal.tables, deal.piles, deal.redeals, (heuristic,), budget)
        while not search.go_on(budget):
            pass
        settled = search.is_dead or search.line() is not None
        decided += settled
        total += log2(1 + (search.positions if settled else 4 * budget))
    return total / len(deals), decided


def compare(deals: list[Position], budget: int) -> list[tuple[float, int, str]]:
    """Return score, decided deals and name of every heuristic, the best first."""
    return sorted((*score(family(name), deals, budget), name) for name in stored()["families"])


def changed(heuristic: Heuristic, source: random.Random) -> Heuristic:
    """Return a heuristic that differs in one or two numbers."""
    for _ in range(source.choice((1, 1, 2))):
        kind = source.random()
        if kind < 0.7:
            name = source.choice(heuristic.weights._fields)
            first = _other_number(getattr(heuristic.weights, name)[0], source)
            spread = 0.4 * abs(first) if name != "noise" else 0
            weight: Weight = (first, round(first - spread), round(first + spread))
            heuristic = heuristic._replace(weights=heuristic.weights._replace(**{name: weight}))
        elif kind < 0.85:
            width = max(3, round(heuristic.width * source.choice(_FACTORS)))
            heuristic = heuristic._replace(width=min(width, 5000))
        elif kind < 0.92:
            heuristic = heuristic._replace(growth=source.choice((120, 130, 150, 200)))
        elif kind < 0.97:
            heuristic = heuristic._replace(greedy=source.choice((0, 1, 2)))
        else:
            heuristic = heuristic._replace(crowd=source.choice((0, 1, 2, 4)))
    return heuristic


def _other_number(number: int, source: random.Random) -> int:
    if not number:
        return source.choice(_NEW_WEIGHTS)
    return 0 if source.random() < 0.15 else round(number * source.choice(_FACTORS))


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


def main() -> None:
    """Tune and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("variant", choices=VARIANTS, metavar="VARIANT")
    parser.add_argument("--deals", type=int, default=48, help="default 48")
    parser.add_argument("--budget", type=int, default=2000, help="positions per deal (default 2000)")
    parser.add_argument("--seconds", type=int, default=120, help="CPU seconds (default 120)")
    parser.add_argument("--seed", type=int, default=1, help="another seed tries other changes (default 1)")
    parser.add_argument("--compare", action="store_true", help="try the heuristics that there are")
    asked = parser.parse_args()
    tables = tables_for(asked.variant)
    seeds = range(TRAINING, TRAINING + 2 * asked.deals)
    deals = [deal_seed(tables, str(seed)).position() for seed in seeds]
    training, others = deals[: asked.deals], deals[asked.deals :]
    if asked.compare:
        for found, decided, name in compare(training, asked.budget):
            print(f"{decided} of {len(training)}, score {found:.3f}: {name}")
        return
    source = random.Random(asked.seed)
    best = heuristic_for(tables)
    least, decided = score(best, training, asked.budget)
    print(f"before: {decided} of {len(training)}, score {least:.3f}", file=sys.stderr, flush=True)
    while time.process_time() < asked.seconds:
        heuristic = changed(best, source)
        found, decided = score(heuristic, training, asked.budget)
        if found < least:
            best, least = heuristic, found
            print(f"{decided} of {len(training)}, score {found:.3f}", file=sys.stderr, flush=True)
    print(json.dumps(written(best)))
    for heuristic, when in (heuristic_for(tables), "before"), (best, "after"):
        found, decided = score(heuristic, others, asked.budget)
        print(f"{when}: {decided} of {len(others)} other deals decided, score {found:.3f}")


if __name__ == "__main__":
    main()
