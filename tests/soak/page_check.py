"""Compare the stuck check of the page with the service: the same finding, and as many positions expanded.

python -m tests.soak.page_check [--positions 100000] [--budget 500] [--seed 1] [--variant klondike …]
                                [--declarations]

Plays random games of the registered variants under random options, or of random declarations that use every
pair of concepts in turn, and lets both check positions along each game: the proofs everywhere, and a search
of each sixth position. Findings must agree in prospect, proof, stuck cards, number of positions and winning
line.

Progress goes to stderr. The first disagreement is printed, and the exit code is 1. At the end the findings
are listed with their numbers, and the time of the page's proofs. Node.js must be installed. The suite runs a
small part of this.
"""

import argparse
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson

from patience.compilation.compiled_rules import CompiledRules, compile_tables, tables_for
from patience.games import VARIANTS
from patience.play.dealing import deal_seed
from patience.play.legality import legal_moves, play
from patience.rules.declaration import to_json
from patience.search.findings import Finding
from patience.search.proofs import prove
from patience.search.search_runner import search
from tests.engine.declarations import PAIRS, random_tables
from tests.engine.requests import random_rules
from tests.engine.synthetic import variant_of

PEER = Path(__file__).parents[1] / "web" / "prospects" / "peer.mjs"
CHUNK = 100
"""The games that are checked at once."""
MOST_MOVES = 200
CHECKS = 60
"""The number of positions of a game that are checked, on average."""

Json = dict[str, Any]
Case = tuple[Json, list[Json]]


def random_case(source: random.Random, variant: str, budget: int, checks: int = CHECKS) -> Case:
    """Return a game of a registered variant with its checks, and the service's findings."""
    rules = random_rules(source, variant)
    tables = tables_for(variant, rules)
    return _checked_game(source, {"variant": variant, "rules": rules}, tables, budget, checks)


def declared_case(source: random.Random, number: int, budget: int) -> Case:
    """Return a game of a random declaration with its checks, and the service's findings."""
    tables = next(random_tables(source.randrange(2**32), PAIRS[number % len(PAIRS)]))
    variant = variant_of(tables.rules, f"declared-{number}")
    game = {"variant": variant.id, "rules": {}, "declaration": to_json(tables.rules)}
    return _checked_game(source, game, compile_tables(variant, ()), budget, CHECKS)


def _checked_game(source: random.Random, game: Json, tables: CompiledRules, budget: int, most: int) -> Case:
    seed = str(source.randint(1, 10**6))
    position = deal_seed(tables, seed).opening.copy()
    moves: list[str] = []
    checks: list[Json] = []
    findings: list[Json] = []
    length, homing = source.randint(0, MOST_MOVES), source.random()
    while True:
        if source.random() < most / MOST_MOVES or len(moves) == length:
            checks.append({"after": len(moves), "budget": 0})
            findings.append(_json(prove(position), 0))
            if source.random() < 1 / 6:
                checks.append({"after": len(moves), "budget": budget})
                findings.append(_json(*search(position, budget)))
        legal = legal_moves(position)
        if not legal or len(moves) == length:
            break
        home = [move for move in legal if "-F" in move and not move.startswith("F")]
        move = source.choice(home if home and source.random() < homing else legal)
        moves.append(play(position, position.tables.read(move)))
    return game | {"seed": seed, "moves": moves, "checks": checks}, findings


def _json(finding: Finding, positions: int) -> Json:
    return {
        "prospect": finding.prospect,
        "proof": finding.proof,
        "stuck": list(finding.stuck),
        "continuation": None if finding.continuation is None else list(finding.continuation),
        "positions": positions,
    }


def page_findings(cases: Sequence[Json]) -> Iterator[list[Json]]:
    """Yield what the page finds in each game."""
    lines = b"".join(orjson.dumps(case) + b"\n" for case in cases)
    output = subprocess.run(["node", PEER], input=lines, stdout=subprocess.PIPE, check=True).stdout
    for line in output.splitlines():
        yield orjson.loads(line)


def compare(cases: Sequence[Case], times: list[float]) -> tuple[Counter[str], str]:
    """Return the number of findings by kind, and the first disagreement or an empty text."""
    kinds: Counter[str] = Counter()
    answers = page_findings([case for case, _ in cases])
    for (case, expected), found in zip(cases, answers, strict=True):
        for check, ours, theirs in zip(case["checks"], expected, found, strict=True):
            shown = {name: theirs.get(name, default) for name, default in _DEFAULTS.items()}
            if orjson.dumps(shown) != orjson.dumps({name: ours[name] for name in _DEFAULTS}):
                game = case | {"checks": [check], "moves": case["moves"][: check["after"]]}
                return kinds, f"{json.dumps(game)}\nservice: {json.dumps(ours)}\npage: {json.dumps(theirs)}"
            kinds[
                f"{'search' if check['budget'] else 'proofs'}: {ours['prospect']} {ours['proof'] or ''}"
            ] += 1
            if not check["budget"]:
                times.append(theirs["milliseconds"])
    return kinds, ""


_DEFAULTS: Json = {"prospect": None, "proof": None, "stuck": [], "continuation": None, "positions": None}


def main() -> None:
    """Compare until all is done or two findings differ."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=100_000, help="positions (default 100000)")
    parser.add_argument("--budget", type=int, default=500, help="positions of a search (default 500)")
    parser.add_argument("--seed", type=int, default=1, help="another seed gives other games (default 1)")
    parser.add_argument("--variant", nargs="+", default=list(VARIANTS), choices=list(VARIANTS), metavar="ID")
    parser.add_argument("--declarations", action="store_true", help="play random declarations instead")
    options = parser.parse_args()
    source = random.Random(f"page {options.seed}")
    kinds: Counter[str] = Counter()
    times: list[float] = []
    games = 0
    while kinds.total() < options.positions:
        if options.declarations:
            cases = [declared_case(source, games + index, options.budget) for index in range(CHUNK)]
        else:
            names = (options.variant[(games + index) % len(options.variant)] for index in range(CHUNK))
            cases = [random_case(source, name, options.budget) for name in names]
        games += CHUNK
        found, disagreement = compare(cases, times)
        kinds += found
        if disagreement:
            sys.exit(disagreement)
        print(f"\r{kinds.total():,} positions", end="", file=sys.stderr)  # noqa: T201
    print(file=sys.stderr)  # noqa: T201
    for kind, number in kinds.most_common():
        print(f"{number:12,}  {kind}")  # noqa: T201
    times.sort()
    shown = ", ".join(f"p{share} {times[len(times) * share // 100]:.2f} ms" for share in (50, 95, 99))
    print(f"Proofs in JavaScript: {shown}, at most {times[-1]:.1f} ms.")  # noqa: T201


if __name__ == "__main__":
    main()
