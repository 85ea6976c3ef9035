"""Mutants that are imported, each in a process that has not imported the engine before."""

import importlib
import sys

from tests.soak.mutants.making import Mutant
from tests.soak.mutants.processes import IMPORTED_TESTS, MutantFinder, files, fork, run_pytest

FIRST = {
    "cards": "values",
    "checks": "describe",
    "compiled": "declarations",
    "dealing": "deals",
    "declaration": "refused_declarations",
    "identity": "values",
    "legality": "declarations",
    "evidence": "explain",
    "notation": "values",
    "reasons": "describe",
    "rules": "refused_declarations",
    "sequences": "declarations",
    "variant": "refused_declarations",
}
"""The tests of a module, if they are not named as it is."""


def start(mutant: Mutant | None) -> int:
    """Start to test a mutant, or the engine as it is, in a process of its own; return its id."""
    return fork(lambda: fails(mutant))


def fails(mutant: Mutant | None) -> bool:
    """Return whether a test fails."""
    if mutant:
        sys.meta_path.insert(0, MutantFinder(mutant))
    play_by_hand()
    return run_tests(mutant.module.rpartition(".")[2] if mutant else "replay")


def play_by_hand() -> None:
    """Play the games worked out by hand, which few mutants survive, without pytest's start."""
    hand = importlib.import_module("tests.engine.test_hand_played")
    for path in hand.GAMES:
        for referee in (hand.Engine, hand.Watched):
            hand.test_game(path, referee)


def run_tests(module: str) -> bool:
    """Return whether a test fails; those of the changed module run first, by themselves."""
    first = FIRST.get(module, module)
    others = tuple(name for name in IMPORTED_TESTS if name != first)
    return any(run_pytest(*files(names)) for names in ((first,), others))
