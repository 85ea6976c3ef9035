"""Searches held against the truth, and how many random deals they decide.

python -m tests.soak.searches truth [--positions 100] [--most 2000] [--seed 1]
python -m tests.soak.searches strength [--deals 60] [--budget 300000] [--first 1] [--half-way]
                                       [--variant double-russian …]

``truth`` makes ``--positions`` positions of each kind under each set of options. The truth about each is
known from a plain search among at most ``--most`` positions, or because it was reached by playing backwards
from a win. The search must not contradict it. Nor may it call a position dead that lies on a won game of
fixtures/conformance or on a line that it finds itself. 100 positions take about four hours on one core. The
exit code is 0 if nothing contradicts the truth; else the first position that does is printed.

``strength`` prints a table: how many of ``--deals`` deals were won within 1 000, 10 000 … positions, proved
dead and decided, and the positions expanded in a second. Proofs are tried first, as in the service. With
``--half-way`` it searches the position half-way through a weak player's game of each deal, without won games.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator

from patience.cards import CODES
from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.play.dealing import deal_seed
from patience.play.legality import play
from patience.play.position import Position
from patience.search.findings import Prospect
from patience.search.proofs import prove
from patience.search.search_runner import search
from tests.engine.games import rule_sets
from tests.search.games import positions, won
from tests.search.truths import contradicts, given_up, made_up, played_backwards
from tests.search.weak_player import play_on
from tests.search.well_formed import can_be_met

STEPS = (1_000, 10_000, 30_000, 100_000, 300_000)
TRIES = 4000
"""Moves tried in a game played backwards."""


def every_position_won() -> Iterator[Position]:
    """Positions of won games that are called dead."""
    for game in won():
        for position in positions(game):
            if search(position, 20).finding.prospect is Prospect.DEAD:
                yield position


def on_own_lines(tables: CompiledRules, deals: int) -> Iterator[Position]:
    """Positions of lines that win, found by the search, that are called dead."""
    for seed in range(1, deals + 1):
        position = deal_seed(tables, str(seed)).position()
        for token in search(position, 10_000).finding.continuation or ():
            play(position, position.tables.read(token))
            if search(position, 1).finding.prospect is Prospect.DEAD:
                yield position


def wrong(tables: CompiledRules, asked: argparse.Namespace, told: Counter[str]) -> Iterator[Position]:
    """Positions about which the search says what is not true."""
    for kind, most in ((made_up, asked.most), (given_up, asked.most), (played_backwards, TRIES)):
        for number in range(asked.positions):
            source = random.Random(f"{asked.seed} {number}")
            for position, truth in kind(tables, most, source):
                if not can_be_met(position):
                    continue
                finding = search(position, 2000).finding
                told[f"{kind.__name__}, {'winnable' if truth else 'dead'}: {finding.prospect}"] += 1
                if contradicts(finding, truth):
                    yield position


def contradictions(asked: argparse.Namespace) -> Iterator[Position]:
    """Every position about which the search is wrong."""
    yield from every_position_won()
    for variant, rules in rule_sets():
        tables = tables_for(variant, rules)
        told: Counter[str] = Counter()
        yield from on_own_lines(tables, asked.positions)
        yield from wrong(tables, asked, told)
        print(variant, json.dumps(rules), flush=True)  # noqa: T201
        for what, count in sorted(told.items()):
            print(f"    {what:40} {count:7}", flush=True)  # noqa: T201


def truth(asked: argparse.Namespace) -> int:
    """Ask about positions whose truth is known."""
    for position in contradictions(asked):
        tables = position.tables
        piles = {
            name: [CODES[card] for card in pile[1:]]
            for name, pile in zip(tables.names, position.piles, strict=True)
        }
        print("WRONG", tables.variant.id, tables.options, search(position, 2000), piles)  # noqa: T201
        return 1
    return 0


def strength(asked: argparse.Namespace) -> int:
    """Search random deals, and tell."""
    for variant, rules in rule_sets():
        if not asked.variant or variant in asked.variant:
            sample = list(random_positions(tables_for(variant, rules), asked))
            print(f"{variant} {json.dumps(rules)}".ljust(72), told(sample, asked.budget), flush=True)  # noqa: T201
    return 0


def random_positions(tables: CompiledRules, asked: argparse.Namespace) -> Iterator[Position]:
    """Deals, or what has become of them half-way through games that were not won."""
    for seed in range(asked.first, asked.first + asked.deals):
        deal = deal_seed(tables, str(seed))
        if not asked.half_way:
            yield deal.position()
            continue
        game = play_on(deal, random.Random(seed))
        if not game[-1].won:
            yield game[len(game) // 2]


def told(sample: list[Position], budget: int) -> str:
    """How many of these the search decides, and how soon."""
    needed, dead, expanded = [], 0, 0
    start = time.process_time()
    for position in sample:
        finding, took = prove(position), 0
        if finding.prospect is Prospect.UNDECIDED:
            finding, took = search(position, budget)
        expanded += took
        dead += finding.prospect is Prospect.DEAD
        needed += [took] if finding.prospect is Prospect.WINNABLE else []
    rate = expanded / max(time.process_time() - start, 1e-9)
    steps = "  ".join(f"{sum(took <= step for took in needed):4}" for step in STEPS if step <= budget)
    decided = 100 * (len(needed) + dead) / max(len(sample), 1)
    return (
        f"{len(sample):4} positions  won {steps}  dead {dead:4}  "
        f"decided {decided:5.1f} %  {rate:8.0f} positions/s"
    )


def main() -> int:
    """Ask, and tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    true = commands.add_parser("truth")
    true.set_defaults(run=truth)
    true.add_argument("--positions", type=int, default=100, help="of each kind (default 100)")
    true.add_argument("--most", type=int, default=2000, help="positions to visit (default 2000)")
    true.add_argument("--seed", type=int, default=1, help="another seed makes other positions (default 1)")
    strong = commands.add_parser("strength")
    strong.set_defaults(run=strength)
    strong.add_argument("--deals", type=int, default=60, help="under each set of options (default 60)")
    strong.add_argument("--budget", type=int, default=300_000, help="in positions (default 300 000)")
    strong.add_argument("--first", type=int, default=1, help="the first seed (default 1)")
    strong.add_argument("--half-way", action="store_true", help="search half-way through weak players' games")
    strong.add_argument("--variant", nargs="+", help="only these")
    asked = parser.parse_args()
    run = asked.run
    return int(run(asked))


if __name__ == "__main__":
    sys.exit(main())
