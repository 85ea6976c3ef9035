"""Check the proofs and the search against brute force on small positions of random declarations.

python -m tests.soak.any_rules [--positions 100000] [--most 1500] [--budget 1000] [--seed 1] [--first 0]
    [--workers 1] [--like klondike …]

The declarations use every pair of concepts in turn; 48 positions are made under each. Brute force is
compiled when the command starts (``exhaustive.pyx``). It plays by the kernel's rules and leaves nothing
out. ``--most`` is how many positions it visits before it leaves one aside; ``--budget`` is the search's.
``--first`` is the number of the first declaration, to continue an interrupted run. With ``--like``, the
declarations are those of registered games with columns and a stock, with fewer columns and under all options.

Contradictions are printed with the declaration and the position, and the exit code is 1. Progress goes to
stderr. At the end the results are listed: how many positions there are of each truth, with the findings of
the proofs and of the search, then the same by pair of concepts.
"""

import argparse
import importlib.util
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count, islice
from multiprocessing import Pool
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from patience.cards import CODES, FACE_DOWN
from patience.compiled import compile_tables
from patience.declaration import to_json
from patience.games import VARIANTS
from patience.position import Position
from patience.prospects.findings import OPEN, Finding, Proof, Prospect
from patience.prospects.proofs import prove
from patience.prospects.search import Unfit
from patience.prospects.search_runner import search
from patience.rules import Round
from patience.variant import Variant
from tests.engine.declarations import PAIRS
from tests.engine.games import rule_sets
from tests.prospects import brute_force
from tests.prospects.facts import Board
from tests.prospects.stripped import COLUMNS, random_rules, stripped_positions
from tests.prospects.truths import contradicts

POSITIONS = 48
"""The positions under each declaration."""
DECLARATIONS = 15
"""The declarations of a chunk. Each chunk has a process of its own, because compiled rules are kept."""
COMPARED = 3
"""How many positions of a chunk are also settled by the readable engine."""
COMPARED_MOST = 500

MOST_PILES = 64
"""The most piles that the kernel's board has room for."""

BruteForce = Callable[[Position, int], bool | None]


class Chunk(NamedTuple):
    """Some declarations, and how to check positions under them."""

    seed: int
    first: int
    most: int
    budget: int
    brute_force: str
    """The path of the compiled brute force."""
    like: tuple[str, ...]
    """The registered games to make positions of, or none for random declarations."""


class Results(NamedTuple):
    """The results of a chunk."""

    counted: dict[str, Counter[str]]
    """By pair of concepts: the number of positions by their result."""
    contradictions: list[str]


def compile_brute_force(directory: str) -> str:
    """Compile ``exhaustive.pyx`` and return the path of the module."""
    from Cython.Build import cythonize  # noqa: PLC0415
    from setuptools import Distribution, Extension  # noqa: PLC0415

    source = str(Path(__file__).with_name("exhaustive.pyx"))
    extension = Extension("exhaustive", [source], language="c++", extra_compile_args=["-O2", "-g0", "-w"])
    modules = cythonize([extension], build_dir=directory, quiet=True)
    command = Distribution({"name": "exhaustive", "ext_modules": modules}).get_command_obj("build_ext")
    command.build_temp = command.build_lib = directory
    command.ensure_finalized()
    command.run()
    return command.get_ext_fullpath("exhaustive")


def load_brute_force(path: str) -> BruteForce:
    """Return the function of the compiled module."""
    spec = importlib.util.spec_from_file_location("exhaustive", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.can_be_won


def check(position: Position, truth: bool | None, budget: int) -> tuple[str, list[Finding]]:
    """Return the result for a position, and the findings that contradict the truth or explain it wrongly."""
    findings = [prove(position), _search(position, budget)]
    if truth is None and findings[1].prospect is Prospect.WINNABLE:
        # The line was replayed.
        truth = True
    wrong = [] if truth is None else [finding for finding in findings if contradicts(finding, truth)]
    board = Board(position)
    wrong += [findings[0] for step in findings[0].because if not board.is_true(step)]
    known = {True: "winnable", False: "dead", None: "open"}[truth]
    proof = findings[0].proof or "-"
    return f"{known}, proved {proof}, searched {findings[1].proof or '-'}", wrong


def _search(position: Position, budget: int) -> Finding:
    try:
        return search(position, budget).finding
    except Unfit:
        return OPEN


def check_chunk(chunk: Chunk) -> Results:
    """Check the positions under some declarations."""
    can_be_won = load_brute_force(chunk.brute_force)
    results = Results(defaultdict(Counter), [])
    compared = 0
    for number in range(chunk.first, chunk.first + DECLARATIONS):
        pair, name = PAIRS[number % len(PAIRS)], f"{chunk.seed} {number}"
        for position in positions_like(name, chunk.like) if chunk.like else positions(name, pair):
            truth = can_be_won(position, chunk.most)
            if compared < COMPARED and truth is not None:
                compared += 1
                assert brute_force.can_be_won(position.copy(), COMPARED_MOST) in (truth, None)
            result, wrong = check(position, truth, chunk.budget)
            results.counted[" + ".join(pair)][result] += 1
            results.contradictions.extend(f"WRONG {name} {found}\n{described(position)}" for found in wrong)
    return results


def run(asked: argparse.Namespace) -> int:
    """Check positions until there are enough, and print the results."""
    by_pair: dict[str, Counter[str]] = {" + ".join(pair): Counter() for pair in PAIRS}
    contradictions = total = 0
    with TemporaryDirectory() as scratch:
        module = compile_brute_force(scratch)
        chunks = (
            Chunk(asked.seed, first, asked.most, asked.budget, module, tuple(asked.like))
            for first in count(asked.first, DECLARATIONS)
        )
        with Pool(asked.workers, maxtasksperchild=1) as pool:
            while total < asked.positions:
                for results in pool.imap(check_chunk, islice(chunks, asked.workers * 5), 1):
                    for pair, counted in results.counted.items():
                        by_pair[pair] += counted
                        total += counted.total()
                    for contradiction in results.contradictions:
                        print(contradiction, flush=True)  # noqa: T201
                    contradictions += len(results.contradictions)
                print(f"{total} positions", file=sys.stderr, flush=True)  # noqa: T201
    for line in report(by_pair):
        print(line)  # noqa: T201
    return 1 if contradictions else 0


def positions(name: str, pair: tuple[str, str]) -> Iterator[Position]:
    """Yield the positions of a declaration that uses a pair of concepts."""
    source = random.Random(name)
    tables = random_rules(source.randrange(2**32), pair)
    if len(tables.names) <= MOST_PILES:
        yield from stripped_positions(tables, POSITIONS, source)


def positions_like(name: str, variants: tuple[str, ...]) -> Iterator[Position]:
    """Yield positions of a registered game with a few columns."""
    source = random.Random(name)
    variant, options = source.choice([rule_set for rule_set in rule_sets() if rule_set[0] in variants])
    rules = VARIANTS[variant].under(tuple(options.items()))
    assert rules.columns is not None
    number = source.choice(COLUMNS)
    layout = (Round(tuple(f"T{column}" for column in range(1, number + 1)), face_up=True),)
    rules = replace(rules, columns=replace(rules.columns, number=number), layout=layout)
    yield from stripped_positions(compile_tables(Variant("any", "Any", "Any", rules), ()), POSITIONS, source)


def report(by_pair: dict[str, Counter[str]]) -> Iterator[str]:
    """Yield the lines of the report."""
    results = sum(by_pair.values(), Counter())
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
    parser.add_argument("--most", type=int, default=1500, help="positions of brute force (default 1500)")
    parser.add_argument("--budget", type=int, default=1000, help="positions of the search (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other positions (default 1)")
    parser.add_argument("--first", type=int, default=0, help="the first declaration (default 0)")
    parser.add_argument(
        "--like", nargs="+", default=[], help="registered games instead of random declarations"
    )
    parser.add_argument("--workers", type=int, default=1, help="default 1")
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
