"""Check the proofs and the search against brute force on small positions of random declarations.

python -m tests.soak.any_rules [--positions 100000] [--most 3000] [--budget 1000] [--seed 1] [--first 0]

The declarations use every pair of concepts in turn; 25 positions are made under each. Brute force is
compiled when the command starts (``exhaustive.pyx``). It plays by the kernel's rules and leaves nothing
out. ``--most`` is how many positions it visits before it leaves one aside; ``--budget`` is the search's.
``--first`` is the number of the first declaration, to continue an interrupted run.

Contradictions are printed with the declaration and the position, and the exit code is 1. Progress goes to
stderr. At the end the results are listed: how many positions there are of each truth, with the findings of
the proofs and of the search, then the same by pair of concepts.
"""

import argparse
import importlib.util
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from service.engine.cards import CODES, FACE_DOWN
from service.engine.declaration import to_json
from service.engine.position import Position
from service.prospects.findings import OPEN, Finding, Proof, Prospect
from service.prospects.proofs import prove
from service.prospects.search import Unfit
from service.prospects.search_runner import search
from tests.engine.declarations import PAIRS
from tests.prospects import brute_force
from tests.prospects.stripped import random_rules, stripped_positions
from tests.prospects.truths import contradicts

POSITIONS = 25
"""The positions under each declaration."""
COMPARED = 200
COMPARED_MOST = 1000
"""How many positions are also settled by the readable engine."""

BruteForce = Callable[[Position, int], bool | None]


def compiled_brute_force() -> BruteForce:
    """Compile ``exhaustive.pyx`` in a temporary directory and return its function."""
    from Cython.Build import cythonize  # noqa: PLC0415
    from setuptools import Distribution, Extension  # noqa: PLC0415

    source = Path(__file__).with_name("exhaustive.pyx")
    with TemporaryDirectory() as scratch:
        flags = ["-O2", "-g0", "-w"]
        extension = Extension("exhaustive", [str(source)], language="c++", extra_compile_args=flags)
        built = cythonize([extension], build_dir=scratch, quiet=True)
        command = Distribution({"name": "exhaustive", "ext_modules": built}).get_command_obj("build_ext")
        command.build_temp = command.build_lib = scratch
        command.ensure_finalized()
        command.run()
        spec = importlib.util.spec_from_file_location("exhaustive", command.get_ext_fullpath("exhaustive"))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return module.can_be_won


def check(position: Position, truth: bool | None, budget: int) -> tuple[str, list[Finding]]:
    """Return the result for a position in a word or two, and the findings that contradict the truth."""
    findings = [prove(position), _search(position, budget)]
    if truth is None and findings[1].prospect is Prospect.WINNABLE:
        # The line was replayed.
        truth = True
    wrong = [] if truth is None else [finding for finding in findings if contradicts(finding, truth)]
    known = {True: "winnable", False: "dead", None: "open"}[truth]
    proof = findings[0].proof or "-"
    return f"{known}, proved {proof}, searched {findings[1].proof or '-'}", wrong


def _search(position: Position, budget: int) -> Finding:
    try:
        return search(position, budget).finding
    except Unfit:
        return OPEN


def run(asked: argparse.Namespace) -> int:
    """Check positions until there are enough, and print the results."""
    can_be_won = compiled_brute_force()
    results: Counter[str] = Counter()
    by_pair: dict[str, Counter[str]] = {" + ".join(pair): Counter() for pair in PAIRS}
    contradictions = 0
    for number in count(asked.first):
        pair = PAIRS[number % len(PAIRS)]
        name = f"{asked.seed} {number}"
        for position in positions(name, pair):
            truth = can_be_won(position, asked.most)
            if results.total() < COMPARED and truth is not None:
                assert brute_force.can_be_won(position.copy(), COMPARED_MOST) in (truth, None), described(
                    position
                )
            result, wrong = check(position, truth, asked.budget)
            results[result] += 1
            by_pair[" + ".join(pair)][result] += 1
            if wrong:
                contradictions += 1
                print("WRONG", name, wrong, "\n" + described(position), flush=True)  # noqa: T201
        if number % 100 == 99:
            print(number + 1, results.total(), file=sys.stderr, flush=True)  # noqa: T201
        if results.total() >= asked.positions:
            break
    for line in report(results, by_pair):
        print(line)  # noqa: T201
    return 1 if contradictions else 0


def positions(name: str, pair: tuple[str, str]) -> Iterator[Position]:
    """Yield the positions of a declaration that uses a pair of concepts."""
    source = random.Random(name)
    yield from stripped_positions(random_rules(source.randrange(2**32), pair), POSITIONS, source)


def report(results: Counter[str], by_pair: dict[str, Counter[str]]) -> Iterator[str]:
    """Yield the lines of the report."""
    for result, number in results.most_common():
        yield f"{number:8} {result}"
    for pair, counted in by_pair.items():
        open_number, dead, static, exhausted = (
            sum(number for result, number in counted.items() if part in result)
            for part in ("open", "dead", f"proved {Proof.STATIC}", f"searched {Proof.EXHAUSTED}")
        )
        total = counted.total()
        yield (
            f"{pair:32} {total:5} positions {total - open_number:5} settled {dead:5} dead "
            f"{static:5} proved static {exhausted:5} exhausted"
        )


def described(position: Position) -> str:
    """Return a position and its declaration as JSON."""
    tables = position.tables
    piles = {
        name: " ".join("?" * (card >= FACE_DOWN) + CODES[card & ~FACE_DOWN] for card in pile[1:])
        for name, pile in zip(tables.names, position.piles, strict=True)
        if len(pile) > 1
    }
    fields = {"declaration": to_json(tables.rules), "base": tables.base_rank, "redeals": position.redeals}
    return json.dumps({**fields, "piles": piles})


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=100_000, help="default 100000")
    parser.add_argument("--most", type=int, default=3000, help="positions of brute force (default 3000)")
    parser.add_argument("--budget", type=int, default=1000, help="positions of the search (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other positions (default 1)")
    parser.add_argument("--first", type=int, default=0, help="the first declaration (default 0)")
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
