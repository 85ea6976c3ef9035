"""Breaks the engine in one place at a time and sees whether the tests notice.

python -m tests.soak.mutants [--only legality advance] [--listed] [--sample 200] [--jobs 2]

Each mutant lives in a process of its own. Where only a function is changed, it is changed in a process that
has collected the tests, and those that run it are asked, the quickest first; where that cannot be noticed,
because the function does its work on import, or more than a function is changed, the engine is imported
anew. Survivors are printed; the exit code is 1 if one of them is not explained in SURVIVORS.md.
"""
# ruff: noqa: T201

import argparse
import importlib
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
# Imported before the mutants are, once for all of them; nothing may be that imports the engine.
PRELOADED = (
    "apispec",
    "flask",
    "flask_compress",
    "limits",
    "hypothesis.stateful",
    "joserfc.jwt",
    "jsonschema",
    "markdown_it",
    "marshmallow",
    "orjson",
    "pysol_cards.random",
    "rfc3339_validator",
    "structlog",
    "tests.reference",
    "yaml",
)


def judge(mutants: list[Mutant], jobs: int) -> list[Mutant]:
    """Those that survive."""
    # The engine is imported there; here it must not be.
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as apart:
        found = apart.submit(warm.judge, mutants, jobs).result()
    left = [mutants[place] for place in found.undecided]
    print(f"{len(mutants) - len(left)} mutants of functions judged, {len(left)} to import", file=sys.stderr)
    return [mutants[place] for place in found.survived] + list(survivors(left, cold.start, jobs))


def report(mutants: list[Mutant], survived: list[Mutant]) -> int:
    """Print the figures and what is not explained; the exit code."""
    explained = EXPLAINED.read_text(encoding="utf-8")
    unexplained = [mutant for mutant in survived if str(mutant) not in explained]
    lived = Counter(mutant.module for mutant in survived)
    for module, number in sorted(Counter(mutant.module for mutant in mutants).items()):
        print(f"{module:45} {number - lived[module]:5} of {number:5} killed")
    killed = len(mutants) - len(survived)
    print(f"{'all':45} {killed:5} of {len(mutants):5} killed: {100 * killed / len(mutants):.1f} %")
    print(f"{len(survived)} survived, {len(unexplained)} of them without an explanation")
    for mutant in unexplained:
        print(f"line {mutant.line}: {mutant}")
    return 1 if unexplained else 0


def main() -> int:
    """Test the engine's mutants."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="*", default=[], help="modules of the engine (default: all)")
    parser.add_argument(
        "--listed", action="store_true", help="those of SURVIVORS.md, to see which are killed by now"
    )
    parser.add_argument("--sample", type=int, help="so many of the mutants, always the same (default: all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="at a time (default: all CPUs)")
    asked = parser.parse_args()
    os.chdir(ROOT)
    # None of them is needed, and each mutant would have to load them.
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    for name in PRELOADED:
        importlib.import_module(name)
    assert not any(name.startswith(("service", "schemas")) for name in sys.modules)
    unchanged = cold.start(None)
    paths = [path for path in sorted(ENGINE.rglob("*.py")) if not asked.only or path.stem in asked.only]
    mutants = [mutant for path in paths for mutant in mutants_of(path)]
    if os.waitpid(unchanged, 0)[1]:
        sys.exit("The tests fail without any mutation.")
    if asked.listed:
        explained = EXPLAINED.read_text(encoding="utf-8")
        mutants = [mutant for mutant in mutants if str(mutant) in explained]
    if asked.sample:
        mutants = random.Random(0).sample(mutants, min(asked.sample, len(mutants)))
    began = time.monotonic()
    survived = judge(mutants, asked.jobs)
    print(f"{time.monotonic() - began:.0f} seconds")
    return report(mutants, survived)


if __name__ == "__main__":
    sys.exit(main())
