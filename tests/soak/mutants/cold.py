"""Mutants that are imported: each in a process that has seen nothing of the engine before."""

import importlib
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType

import pytest

from tests.soak.mutants.making import ROOT, Mutant
from tests.soak.mutants.processes import LEFT_OUT, PYTEST, TESTS, fork

FIRST = {
    "builds": "declarations",
    "cards": "values",
    "checks": "describe",
    "double_russian": "deals",
    "forty_thieves": "deals",
    "hoffmann": "deals",
    "identity": "values",
    "legality": "declarations",
    "notation": "values",
    "reasons": "describe",
    "rouge_et_noir": "deals",
    "royal_rendezvous": "deals",
    "rules": "declarations",
    "sentences": "explain",
    "spider": "deals",
    "tables": "declarations",
    "variant": "declarations",
    "variants": "declarations",
}
"""Which tests notice soonest; where they are not named as the module."""


class MutantFinder(MetaPathFinder, Loader):
    """Imports the mutant in place of its module."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        if fullname != self.mutant.module:
            return None
        is_package = (ROOT / fullname.replace(".", "/")).is_dir()
        return spec_from_loader(fullname, self, is_package=is_package)

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.mutant.source, f"<mutant of {self.mutant.module}>", "exec"), module.__dict__)


def start(mutant: Mutant | None) -> int:
    """Begin to test a mutant, or the engine as it is, in a process of its own; its number."""
    return fork(lambda: fails(mutant))


def fails(mutant: Mutant | None) -> bool:
    """Whether a test fails."""
    if mutant:
        sys.meta_path.insert(0, MutantFinder(mutant))
    play_by_hand()
    return run_tests(mutant.module.rpartition(".")[2] if mutant else "")


def play_by_hand() -> None:
    """The games worked out by hand, which few mutants outlive, without the time that pytest takes."""
    hand = importlib.import_module("tests.engine.test_hand_played")
    for path in hand.GAMES:
        for referee in (hand.Engine, hand.Watched):
            hand.test_game(path, referee)


def run_tests(first: str) -> bool:
    """Whether a test fails; those named as the module that was changed come first, by themselves."""
    ordered = sorted(TESTS, key=lambda name: name != FIRST.get(first, first))
    for names in (ordered[:1], ordered[1:]):
        if pytest.main([*PYTEST, *LEFT_OUT, *(f"tests/engine/test_{name}.py" for name in names)]):
            return True
    return False
