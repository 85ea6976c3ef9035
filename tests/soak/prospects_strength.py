"""How many games that a weak player gives up are proved dead without search, and what that costs.

python -m tests.soak.prospects_strength [--games 120] [--seed 1] [--variant double-russian …]

A table goes to stdout, by variant under its options: games given up; of these proved dead, and how many by
RULES' ``lost``; how many moves before the end the proof comes, the middle one; what share of the games can be
told half-way; the middle time of a proof in microseconds, over all the positions given up.
"""

import argparse
import json
import random
import statistics
import sys
import time
from typing import NamedTuple

from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.rules.variant import OptionValue
from patience.search.findings import Finding, Proof, Prospect
from patience.search.proofs import prove
from tests.engine.games import rule_sets
from tests.search.weak_player import play_on


class Given(NamedTuple):
    """A game that was given up."""

    seed: int
    finding: Finding
    early: int
    """Moves before the end at which it was proved dead already."""
    halfway: bool
    """Whether something was proved half-way through it."""
    microseconds: float


def give_up(variant: str, rules: dict[str, OptionValue], seed: int) -> Given | None:
    """The weak player's game of this seed; None if it was won."""
    deal = deal_seed(tables_for(variant, rules), str(seed))
    game = play_on(deal, random.Random(seed))
    if game[-1].won:
        return None
    start = time.perf_counter()
    finding = prove(game[-1])
    took = (time.perf_counter() - start) * 1e6
    dead = 0
    while dead < len(game) and prove(game[-1 - dead]).prospect is Prospect.DEAD:
        dead += 1
    halfway = prove(game[len(game) // 2]).prospect is not Prospect.UNDECIDED
    return Given(seed, finding, dead - 1, halfway, took)


def tell(variant: str, rules: dict[str, OptionValue], given: list[Given]) -> str:
    """A line of the table."""
    dead = [game for game in given if game.finding.prospect is Prospect.DEAD]
    lost = sum(game.finding.proof is Proof.LOST for game in dead)
    early = statistics.median(game.early for game in dead) if dead else "-"
    halfway = sum(game.halfway for game in given)
    middle = statistics.median(game.microseconds for game in given) if given else 0
    name = f"{variant} {json.dumps(rules)}" if rules else variant
    return (
        f"{name:72} given up {len(given):4}  dead {len(dead):4} (lost {lost:3})  "
        f"early {early!s:>5}  half-way {halfway:4}  {middle:6.0f} us"
    )


def main() -> int:
    """Play, and tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--games", type=int, default=120, help="deals under each set of options (default 120)"
    )
    parser.add_argument("--seed", type=int, default=1, help="the first deal (default 1)")
    parser.add_argument("--variant", nargs="+", help="only these")
    asked = parser.parse_args()
    for variant, rules in rule_sets():
        if asked.variant and variant not in asked.variant:
            continue
        seeds = range(asked.seed, asked.seed + asked.games)
        games = [give_up(variant, rules, seed) for seed in seeds]
        print(tell(variant, rules, [game for game in games if game]), flush=True)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
