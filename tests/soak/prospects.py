"""Proofs held against the truth: over won games, small positions, given-up games, games played backwards.

python -m tests.soak.prospects [--positions 30] [--most 2000] [--seed 1]

``--positions`` is how many of each kind are made under each set of options; ``--most`` is how many positions
plain search visits before it leaves one aside. 30 take some ten minutes on one core. Every position of
every won game in fixtures/conformance is asked about first. The exit code is 0 if no proof contradicts the
truth; else the first that does is printed with its position.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from patience.cards import CODES
from patience.compilation.compiled_rules import CompiledRules, tables_for
from patience.play.position import Position
from patience.search.proofs import prove
from tests.engine.declarations import random_tables
from tests.engine.games import rule_sets
from tests.search.games import positions, won
from tests.search.truths import Truth, contradicts, given_up, made_up, played_backwards

TRIES = 4000
"""Moves tried in a game played backwards."""


def every_position_won(told: Counter[str]) -> Iterator[Position]:
    """Positions of won games that are called dead."""
    for game in won():
        for position in positions(game):
            finding = prove(position)
            told[f"won games: {finding.prospect}"] += 1
            if contradicts(finding, truth=True):
                yield position


def truths(tables: CompiledRules, wanted: int, most: int, seed: str) -> Iterator[tuple[str, Truth]]:
    """Yield `wanted` positions of each kind, each with the truth about it."""
    for number in range(wanted):
        source = random.Random(f"{seed} {number}")
        yield from (("made up", truth) for truth in made_up(tables, most, source))
    for kind, make, limit in (
        ("given up", given_up, most),
        ("backwards", played_backwards, TRIES),
    ):
        sources = (random.Random(f"{seed} {number}") for number in range(wanted))
        made = (truth for source in sources for truth in make(tables, limit, source))
        yield from ((kind, truth) for truth in islice(made, wanted))


def wrong(tables: CompiledRules, wanted: int, most: int, seed: str, told: Counter[str]) -> Iterator[Position]:
    """Positions of which something is proved that is not true."""
    for kind, (position, truth) in truths(tables, wanted, most, seed):
        finding = prove(position)
        told[f"{kind}, {'winnable' if truth else 'dead'}: {finding.prospect}"] += 1
        if contradicts(finding, truth):
            yield position


def contradictions(asked: argparse.Namespace) -> Iterator[Position]:
    """Every position of which something false is proved."""
    told: Counter[str] = Counter()
    yield from every_position_won(told)
    _tell("fixtures", told)
    for variant, rules in rule_sets():
        told = Counter()
        yield from wrong(tables_for(variant, rules), asked.positions, asked.most, str(asked.seed), told)
        _tell(f"{variant} {json.dumps(rules)}", told)
    told = Counter()
    for number, tables in enumerate(islice(random_tables(asked.seed), asked.positions)):
        yield from wrong(tables, 2, asked.most // 10, f"{asked.seed} {number}", told)
    _tell("declarations made at random", told)


def _tell(name: str, told: Counter[str]) -> None:
    print(name, flush=True)  # noqa: T201
    for what, count in sorted(told.items()):
        print(f"    {what:40} {count:7}", flush=True)  # noqa: T201


def main() -> int:
    """Prove, and tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=30, help="of each kind (default 30)")
    parser.add_argument("--most", type=int, default=2000, help="positions to visit (default 2000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other positions (default 1)")
    for position in contradictions(parser.parse_args()):
        tables = position.tables
        piles = {
            name: [CODES[card] for card in pile[1:]]
            for name, pile in zip(tables.names, position.piles, strict=True)
        }
        print("WRONG", tables.variant.id, tables.options, prove(position), piles)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
