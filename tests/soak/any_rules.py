"""Check the proofs and the search against brute force on small positions of random declarations.

python -m tests.soak.any_rules [--positions 100000] [--most 1500] [--budget 1000] [--seed 1] [--first 0]
    [--workers 1] [--judged 50] [--like canfield …]

The declarations use every pair of concepts in turn; 48 positions are made under each. Brute force is
compiled when the command starts (``exhaustive.pyx``). It plays by the kernel's rules and leaves nothing
out. ``--most`` is how many positions it visits before it leaves one aside; ``--budget`` is the search's.
The naive engine of ``conformance/reference`` judges every ``--judged``-th position, too: first whether brute
force was right, then proofs and search. ``--first`` is the number of the first declaration, to continue an
interrupted run. With ``--like``, the declarations are those of registered games with columns, with fewer
columns and under all options.

Contradictions are printed with the declaration and the position, and the exit code is 1. Progress goes to
stderr. At the end the results are listed: how many positions there are of each truth, with the findings of
the proofs and of the search, then the same by pair of concepts, or by game with ``--like``.
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
from patience.compilation.compiled_rules import CompiledRules, compile_tables
from patience.games import VARIANTS
from patience.play.position import Position
from patience.rules import Base, Round, Rules
from patience.rules.declaration import to_json
from patience.rules.variant import Variant
from patience.search.engine import Unfit
from patience.search.findings import OPEN, Finding, Proof, Prospect
from patience.search.proofs import prove
from patience.search.search_runner import search
from tests.engine.declarations import PAIRS
from tests.engine.games import rule_sets
from tests.search import reference_force
from tests.search.facts import Board
from tests.search.stripped import COLUMNS, random_rules, stripped_positions
from tests.search.truths import contradicts

POSITIONS = 48
"""The positions under each declaration."""
DECLARATIONS = 15
"""The declarations of a chunk. Each chunk has a process of its own, because compiled rules are kept."""
JUDGED_MOST = 1000
"""The positions that the naive engine visits before it leaves one aside."""

MOST_PILES = 64
"""The most piles that the kernel's board has room for."""

BruteForce = Callable[[Position, int], int | None]


class Chunk(NamedTuple):
    """Some declarations, and how to check positions under them."""

    seed: int
    first: int
    most: int
    budget: int
    brute_force: str
    """The path of the compiled brute force."""
    judged: int
    """Every which position the naive engine judges."""
    like: tuple[str, ...]
    """The registered games to make positions of, or none for random declarations."""


class Results(NamedTuple):
    """The results of a chunk."""

    counted: dict[str, Counter[str]]
    """By pair of concepts or game: the number of positions by their result."""
    contradictions: list[str]


def compile_brute_force(directory: str) -> str:
    """Compile ``exhaustive.pyx`` and return the path of the module."""
    from Cython.Build import cythonize  # noqa: PLC0415
    from setuptools import Distribution, Extension  # noqa: PLC0415

    source = str(Path(__file__).with_name("exhaustive.pyx"))
    root = str(Path(__file__).parents[2])
    flags = ["-O2", "-g0", "-w"]
    extension = Extension("exhaustive", [source], [root], language="c++", extra_compile_args=flags)
    modules = cythonize([extension], build_dir=directory, quiet=True)
    command = Distribution({"name": "exhaustive", "ext_modules": modules}).get_command_obj("build_ext")
    command.build_temp = command.build_lib = directory
    command.ensure_finalized()
    command.run()
    return command.get_ext_fullpath("exhaustive")


def load_brute_force(path: str, function: str = "can_be_won") -> BruteForce:
    """Return a function of the compiled module."""
    spec = importlib.util.spec_from_file_location("exhaustive", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, function)


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
    made = 0
    for number in range(chunk.first, chunk.first + DECLARATIONS):
        name = f"{chunk.seed} {number}"
        group, tables = small_game(name, chunk.like) if chunk.like else small_rules(name, number)
        if len(tables.names) > MOST_PILES:
            continue
        for position in stripped_positions(tables, POSITIONS, random.Random(name)):
            truth = can_be_won(position, chunk.most)
            judged = None
            if made % chunk.judged == 0:
                judged = reference_force.can_be_won(position, JUDGED_MOST)
            made += 1
            if judged is not None and truth is not None and judged != truth:
                results.contradictions.append(f"WRONG {name} brute force\n{described(position)}")
            result, wrong = check(position, truth if judged is None else judged, chunk.budget)
            results.counted[group][result + ", judged" * (judged is not None)] += 1
            results.contradictions.extend(f"WRONG {name} {found}\n{described(position)}" for found in wrong)
    return results


def run(asked: argparse.Namespace) -> int:
    """Check positions until there are enough, and print the results."""
    counted: dict[str, Counter[str]] = {}
    if not asked.like:
        counted = {" + ".join(pair): Counter() for pair in PAIRS}
    contradictions = total = 0
    with TemporaryDirectory() as scratch:
        module = compile_brute_force(scratch)
        chunks = (
            Chunk(asked.seed, first, asked.most, asked.budget, module, asked.judged, tuple(asked.like))
            for first in count(asked.first, DECLARATIONS)
        )
        with Pool(asked.workers, maxtasksperchild=1) as pool:
            while total < asked.positions:
                for results in pool.imap(check_chunk, islice(chunks, asked.workers * 5), 1):
                    for group, found in results.counted.items():
                        counted[group] = counted.get(group, Counter()) + found
                        total += found.total()
                    for contradiction in results.contradictions:
                        print(contradiction, flush=True)  # noqa: T201
                    contradictions += len(results.contradictions)
                print(f"{total} positions", file=sys.stderr, flush=True)  # noqa: T201
    for line in report(counted):
        print(line)  # noqa: T201
    return 1 if contradictions else 0


def small_rules(name: str, number: int) -> tuple[str, CompiledRules]:
    """Return a pair of concepts, and a random declaration that uses them."""
    pair = PAIRS[number % len(PAIRS)]
    return " + ".join(pair), random_rules(random.Random(name).randrange(2**32), pair)


def small_game(name: str, variants: tuple[str, ...]) -> tuple[str, CompiledRules]:
    """Return one of the registered games, and its declaration with a few columns under some options."""
    source = random.Random(name)
    variant, options = source.choice([rule_set for rule_set in rule_sets() if rule_set[0] in variants])
    rules = with_columns(VARIANTS[variant].under(tuple(options.items())), source.choice(COLUMNS))
    tables = compile_tables(Variant("any", "Any", "Any", rules), ())
    return variant, tables if rules.base is Base.ACE else tables.at_base(source.choice("A4TK"))


def with_columns(rules: Rules, number: int) -> Rules:
    """Return the rules with this number of columns, which are dealt all cards if there is no stock."""
    assert rules.columns is not None
    columns = tuple(f"T{column}" for column in range(1, number + 1))
    others = [
        replace(dealt, to=to)
        for dealt in rules.opening_rounds
        if (to := tuple(pile for pile in dealt.to if not pile.startswith("T")))
    ]
    mixed = "mixed_faces" in rules.concepts
    room = 3 * number if mixed else number
    if not rules.has_stock:
        room = rules.cards - sum(len(dealt.to) for dealt in others)
        room -= sum(foundation.dealt for foundation in rules.foundations)
    # The second row is face down where face-up cards can lie under face-down ones.
    rows = [
        Round(columns[: room - dealt], face_up=not (mixed and dealt == number))
        for dealt in range(0, room, number)
    ]
    late = [
        replace(dealt, to=columns if dealt.to[0] == "T1" else dealt.to)
        for dealt in rules.layout
        if dealt.after_base
    ]
    return replace(rules, columns=replace(rules.columns, number=number), layout=(*others, *rows, *late))


def report(counted: dict[str, Counter[str]]) -> Iterator[str]:
    """Yield the lines of the report."""
    results = sum(counted.values(), Counter())
    for result, number in results.most_common():
        yield f"{number:8} {result}"
    for group, of_group in counted.items():
        open_number, dead, static, exhausted, judged = (
            sum(number for result, number in of_group.items() if part in result)
            for part in ("open", "dead", f"proved {Proof.STATIC}", f"searched {Proof.EXHAUSTED}", "judged")
        )
        total = of_group.total()
        yield (
            f"{group:32} {total:5} positions {total - open_number:5} settled {dead:5} dead "
            f"{static:5} proved static {exhausted:5} exhausted {judged:5} judged"
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
    parser.add_argument("--judged", type=int, default=50, help="every which position the naive engine judges")
    parser.add_argument("--first", type=int, default=0, help="the first declaration (default 0)")
    parser.add_argument(
        "--like", nargs="+", default=[], help="registered games instead of random declarations"
    )
    parser.add_argument("--workers", type=int, default=1, help="default 1")
    return run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
