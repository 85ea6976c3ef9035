"""Break the engine in one place at a time and see whether its tests notice.

python -m tests.soak.mutants [--only legality replay] [--listed] [--sample 200] [--seed 0] [--jobs 2]

Each mutant is tested in a process of its own. A changed function is replaced in a process that has collected
the tests, and the tests that run it are asked, the quickest first. A changed declaration is asked about by
games whose verdicts are recorded. Only where neither would be noticed, because a function does its work on
import or more than a function changes, the engine is imported again. Survivors are printed; the exit code is
1 if SURVIVORS.md does not explain one of them.
"""
# ruff: noqa: T201

import argparse
import importlib
import math
import multiprocessing
import os
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.soak.mutants import cold, warm
from tests.soak.mutants.making import ENGINE, ROOT, Mutant, mutants_of
from tests.soak.mutants.processes import survivors

EXPLAINED = Path(__file__).parents[1] / "SURVIVORS.md"
# Imported once, before the mutants; none of them may import the engine.
PRELOADED = (
    "apispec",
    "flask",
    "flask_compress",
    "limits",
    "hypothesis.stateful",
    "joserfc.jwt",
    "jsonschema_rs",
    "markdown_it",
    "marshmallow",
    "orjson",
    "pysol_cards.random",
    "rfc3339_validator",
    "structlog",
    "conformance.reference",
    "yaml",
)


def judge(mutants: list[Mutant], jobs: int) -> list[Mutant]:
    """Return the mutants that survive."""
    # The engine is imported there; here it must not be.
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as apart:
        found = apart.submit(warm.judge, mutants, jobs).result()
    left = [mutants[place] for place in found.undecided]
    print(f"{len(mutants) - len(left)} mutants judged, {len(left)} to import", file=sys.stderr, flush=True)
    if left and os.waitpid(cold.start(None), 0)[1]:
        sys.exit("The tests fail without any mutation.")
    return [mutants[place] for place in found.survived] + list(survivors(left, cold.start, jobs))


def interval(killed: int, number: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson's), as percentages."""
    share, z = killed / number, 1.96
    centre = share + z * z / (2 * number)
    half = z * math.sqrt(share * (1 - share) / number + z * z / (4 * number * number))
    return tuple(100 * (centre + sign * half) / (1 + z * z / number) for sign in (-1, 1))


def report(mutants: list[Mutant], survived: list[Mutant]) -> int:
    """Print the figures and what is not explained; return the exit code."""
    explained = EXPLAINED.read_text(encoding="utf-8")
    unexplained = [mutant for mutant in survived if str(mutant) not in explained]
    for module, number in sorted(Counter(mutant.module for mutant in mutants).items()):
        lived = sum(mutant.module == module for mutant in survived)
        print(f"{module:45} {number - lived:5} of {number:5} killed")
    for part, is_data in (("rules of play", False), ("declarations", True)):
        number = sum(warm.is_declared(mutant) == is_data for mutant in mutants)
        lived = sum(warm.is_declared(mutant) == is_data for mutant in survived)
        missed = sum(warm.is_declared(mutant) == is_data for mutant in unexplained)
        if number:
            low, high = interval(number - lived, number)
            print(
                f"{part:15} {number - lived:5} of {number:5} killed: {100 * (1 - lived / number):.1f} % "
                f"({low:.1f} to {high:.1f}); {lived - missed} more explained, {missed} not"
            )
    for mutant in unexplained:
        print(f"line {mutant.line}: {mutant}")
    return 1 if unexplained else 0


def main() -> int:
    """Test mutants of the engine."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="*", default=[], help="modules, or folders (default: all)")
    parser.add_argument(
        "--listed", action="store_true", help="those in SURVIVORS.md, to see which are killed by now"
    )
    parser.add_argument("--sample", type=int, help="number of mutants, drawn at random (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="draws another sample (default: 0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one per CPU)")
    asked = parser.parse_args()
    os.chdir(ROOT)
    # No test needs them, and each mutant would load them.
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    for name in PRELOADED:
        importlib.import_module(name)
    assert not any(name.startswith(("service", "schemas")) for name in sys.modules)
    paths = [
        path
        for path in sorted(ENGINE.rglob("*.py"))
        if not asked.only or not {path.stem, path.parent.name}.isdisjoint(asked.only)
    ]
    mutants = [mutant for path in paths for mutant in mutants_of(path)]
    if asked.listed:
        explained = EXPLAINED.read_text(encoding="utf-8")
        mutants = [mutant for mutant in mutants if str(mutant) in explained]
    if asked.sample:
        mutants = random.Random(asked.seed).sample(mutants, min(asked.sample, len(mutants)))
    began = time.monotonic()
    survived = judge(mutants, asked.jobs)
    print(f"{time.monotonic() - began:.0f} seconds")
    return report(mutants, survived)


if __name__ == "__main__":
    sys.exit(main())
