"""Learn the schedule of a game's search: which heuristics follow one another, and how long each may try.

    python -m tools.learn_schedule VARIANT [--deals 4000] [--sample 80] [--candidates 24] [--budget 30000]
    python -m tools.learn_schedule VARIANT --first 3000 [--deals 4000]
    python -m tools.learn_schedule VARIANT --extend [--deals 4000]
    python -m tools.learn_schedule VARIANT --refine 4 [--deals 4000] [--tries 400]
    python -m tools.learn_schedule VARIANT --compare [--deals 4000] [--budget 30000]

A heuristic that has not decided a deal soon rarely decides it later, while another one often does at once. So
the tool measures how many positions each candidate takes on a sample of the deals that are still open. It
appends the candidate and the quota that decide most deals per position, drops the deals that they decide, and
starts again: greedy cover, which needs at most four times the positions of the best schedule (Streeter and
Golovin, 2008).

The candidates are the game's own heuristic, the same as one complete run, narrower and wider ones, those of
the other families, these in layers of equally many cards on foundations, and random changes of its own. Equal
arguments give an equal schedule. It is printed as patience/search/heuristics.json has it.

With ``--first``, the schedule begins with the game's own heuristic and this quota. It is learned on the deals
that are open then, which takes a fraction of the time. With ``--extend``, the entries of that file come
first, and others are learned on the deals that they leave open; entries with longer quotas than ``--longest``
come last. Without such entries, the game's own heuristic does, with a quota of 100 000, to prove dead deals.
With ``--refine N``, its first N entries are changed at random, one after another, on the deals that those
before them leave open. With ``--compare``, the tool judges the schedule in that file on other deals, beside
the game's own heuristic.
"""
# ruff: noqa: T201

import argparse
import json
import math
import random
import sys
from typing import Final

from patience.compilation.compiled_rules import tables_for
from patience.games import VARIANTS
from patience.play.position import Position
from patience.search.heuristics import Heuristic, family, heuristic_for, schedule_for, stored
from tools.heuristics_file import written
from tools.tune_heuristic import EVERY_POSITION, Run, changed, deals_of, improved, run, tally

TRAINING: Final = 100_001
"""The first seed of the deals: no table covers them, and no heuristic was tuned on them."""

OTHERS: Final = 200_001
"""The first seed of the deals that judge a schedule."""

MOST_ENTRIES: Final = 31
"""Room for one heuristic after them."""

LAST: Final = 100_000
"""The quota of that heuristic, the game's own one."""

QUOTAS: Final = (100, 200, 300, 500, 1000, 2000, 3000, 5000, 10_000, 20_000)

LONGEST_REFINED: Final = 1000
"""The longest quota of an entry that is refined."""

CHANGES: Final = 20
"""How many changes make a candidate."""


def complete(heuristic: Heuristic) -> Heuristic:
    """Return the heuristic as one run that leaves nothing out, so that it proves dead deals soonest."""
    return heuristic._replace(width=EVERY_POSITION, growth=100, last=1, crowd=0, greedy=0)


def candidates(own: Heuristic, number: int) -> list[Heuristic]:
    """Return the game's own heuristic, relatives of it, those of other families, and random changes."""
    source = random.Random(7)
    widths = [own._replace(width=max(2, own.width // part)) for part in (30, 10, 3)]
    wider = own._replace(width=min(own.width * 10, EVERY_POSITION))
    families = [family(name) for name in stored()["families"]]
    greedy = [own._replace(greedy=greedy) for greedy in range(4)]
    changes = [changed(own, source, CHANGES) for _ in range(number)]
    layered = [own._replace(weights=family.weights, width=60, greedy=0, by_plays=True) for family in families]
    return list(dict.fromkeys([own, complete(own), *widths, wider, *greedy, *families, *layered, *changes]))


class Matrix:
    """How many positions each heuristic takes to decide each deal, measured when first needed."""

    def __init__(self, variant: str) -> None:
        self._tables = tables_for(variant)
        self.own = heuristic_for(self._tables)
        self._runs: dict[tuple[Heuristic, int], Run] = {}

    def deal(self, seed: int) -> Position:
        """Return the deal of a seed."""
        return deals_of(self._tables, [seed])[0]

    def run(self, heuristic: Heuristic, seed: int, quota: int) -> Run:
        """Return what a heuristic finds out about a deal within a quota."""
        known = self._runs.get((heuristic, seed))
        if known is None or (not known.decided and known.positions < quota):
            known = run(self.deal(seed), (heuristic,), quota)
            self._runs[heuristic, seed] = known
        return known if known.positions <= quota else Run(quota, decided=False)


def learn(
    matrix: Matrix, seeds: list[int], tried: list[Heuristic], asked: argparse.Namespace
) -> list[Heuristic]:
    """Return the heuristics of a schedule with their quotas, which add up to the budget."""
    schedule, long = list[Heuristic](), list[Heuristic]()
    spent = 0
    if asked.first or asked.extend:
        begun = (
            schedule_for(tables_for(asked.variant))
            if asked.extend
            else (tried[0]._replace(quota=asked.first),)
        )
        schedule = [heuristic for heuristic in begun if 0 < heuristic.quota <= asked.longest]
        long = [heuristic for heuristic in begun if heuristic.quota > asked.longest]
        spent = sum(heuristic.quota for heuristic in schedule)
        seeds = [seed for seed in seeds if not run(matrix.deal(seed), tuple(schedule), spent).decided]
        print(f"{len(seeds)} open after {spent}", file=sys.stderr, flush=True)
    while seeds and spent < asked.budget and len(schedule) < MOST_ENTRIES:
        sample = seeds[: asked.sample]
        best, quota = max(
            ((heuristic, quota) for heuristic in tried for quota in QUOTAS if quota <= asked.longest),
            key=lambda entry: worth(matrix, entry[0], entry[1], sample),
        )
        left = [seed for seed in seeds if not matrix.run(best, seed, quota).decided]
        if len(left) == len(seeds):
            break
        spent += quota
        seeds = left
        schedule.append(best._replace(quota=quota))
        print(
            f"{len(left)} open after {spent}: {written(schedule[-1], tried[0])}",
            file=sys.stderr,
            flush=True,
        )
    return schedule + (long or [tried[0]._replace(quota=LAST)])


def worth(matrix: Matrix, heuristic: Heuristic, quota: int, seeds: list[int]) -> float:
    """Return how many deals a heuristic decides within a quota, per position."""
    runs = [matrix.run(heuristic, seed, quota) for seed in seeds]
    return sum(run.decided for run in runs) / (1 + sum(run.positions for run in runs))


def refined(matrix: Matrix, seeds: list[int], asked: argparse.Namespace) -> list[Heuristic]:
    """Return the schedule of the game with its first entries refined."""
    schedule = list(schedule_for(tables_for(asked.variant)))
    deals = [matrix.deal(seed) for seed in seeds]
    for place in range(asked.refine):
        schedule[place] = refine(schedule, place, deals, asked)
        print(written(schedule[place], matrix.own), file=sys.stderr, flush=True)
        quota = schedule[place].quota
        deals = [deal for deal in deals if not run(deal, (schedule[place],), quota).decided]
    return schedule


def refine(
    schedule: list[Heuristic], place: int, deals: list[Position], asked: argparse.Namespace
) -> Heuristic:
    """Return the entry in this place of a schedule after random changes that save positions.

    Each of the deals that an entry leaves open costs what the entries after it take for a deal on average.
    """
    after = tuple(schedule[place + 1 :])
    left = deals[: len(deals) // 4]
    rest = sum(run(deal, after, asked.budget).positions for deal in left) / max(len(left), 1)
    quotas = [quota for quota in QUOTAS if quota <= LONGEST_REFINED]

    def cost(heuristic: Heuristic) -> tuple[float, int]:
        """Return the positions that the deals cost with the best quota, and this quota."""
        runs = [run(deal, (heuristic,), LONGEST_REFINED) for deal in deals]
        taken = [one.positions if one.decided else math.inf for one in runs]
        return min(
            (sum(most if most <= quota else quota + rest for most in taken), quota) for quota in quotas
        )

    best = improved(schedule[place], cost, asked.tries, seed=place)
    return best._replace(quota=cost(best)[1])


def compare(variant: str, deals: int, budget: int) -> None:
    """Print how many deals the game's schedule and its heuristic alone leave open, in how many positions."""
    tables = tables_for(variant)
    openings = deals_of(tables, range(OTHERS, OTHERS + deals))
    for schedule, name in ((heuristic_for(tables),), "heuristic alone"), (schedule_for(tables), "schedule"):
        found = tally(openings, schedule, budget)
        print(f"{name}: {found.still_open} of {deals} open, {found.positions} positions")


def main() -> None:
    """Learn a schedule and print it, or compare the one that there is."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("variant", choices=VARIANTS, metavar="VARIANT")
    parser.add_argument("--deals", type=int, default=4000, help="default 4000")
    parser.add_argument(
        "--sample", type=int, default=80, help="open deals on which all are tried (default 80)"
    )
    parser.add_argument("--candidates", type=int, default=24, help="random candidates (default 24)")
    parser.add_argument("--longest", type=int, default=3000, help="the longest quota (default 3000)")
    parser.add_argument("--budget", type=int, default=30_000, help="positions of all quotas (default 30000)")
    parser.add_argument(
        "--first", type=int, default=0, help="quota of the game's own heuristic as first entry"
    )
    parser.add_argument("--extend", action="store_true", help="keep the entries that the game has")
    parser.add_argument(
        "--refine", type=int, metavar="ENTRIES", help="change the first entries that the game has"
    )
    parser.add_argument("--tries", type=int, default=400, help="changes of an entry (default 400)")
    parser.add_argument("--compare", action="store_true", help="judge the schedule on other deals")
    asked = parser.parse_args()
    if asked.compare:
        compare(asked.variant, asked.deals, asked.budget)
        return
    seeds = list(range(TRAINING, TRAINING + asked.deals))
    matrix = Matrix(asked.variant)
    own = matrix.own
    if asked.refine:
        schedule = refined(matrix, seeds, asked)
    else:
        schedule = learn(matrix, seeds, candidates(own, asked.candidates), asked)
    print(json.dumps({asked.variant: [written(heuristic, own) for heuristic in schedule]}))


if __name__ == "__main__":
    main()
