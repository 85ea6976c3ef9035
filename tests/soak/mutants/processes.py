"""What all mutants share: the tests that judge them, and a process for each."""

import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType

import pytest

from tests.soak.mutants.making import ROOT, Mutant

# The quickest first.
TESTS = (
    "library",
    "deals",
    "concepts",
    "declarations",
    "rules",
    "naming",
    "layout",
    "replay",
    "advance",
    "position",
    "outcome",
    "values",
    "refused_declarations",
    "trace",
    "seeds",
    "conformance",
    "transcripts",
    "hand_played",
    "describe",
    "any_declaration",
    "against_reference",
    "text",
    "explain",
)
# Asked about the functions whose mutants survive all others.
SLOW_TESTS = ("kernel", "legality", "declarations_by_reference")
CORPORA = "tests/test_games.py"
"""Recorded games of every variant: asked about declarations, and with the slow tests."""
# Asked where the engine is imported again, after the tests of the changed module.
IMPORTED_TESTS = (
    "declarations",
    "rules",
    "refused_declarations",
    "describe",
    "any_declaration",
    "conformance",
)
PYTEST = ("-x", "-q", "-o", "addopts=", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestWarning")
# Tests of the reference interpreter alone, and tests that draw other games each time.
LEFT_OUT = ("-k", "not fixture_is_what and not drawn")
MOST_SECONDS = 600
MOST_SECONDS_OF_A_TEST = 10
MOST_MEMORY = 1 << 30


class Alarm:
    """A plugin of pytest that ends the process if a test takes too much CPU."""

    def pytest_runtest_setup(self) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS_OF_A_TEST)


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


def files(names: tuple[str, ...]) -> list[str]:
    """Return the paths of tests of the engine."""
    return [f"tests/engine/test_{name}.py" for name in names]


def run_pytest(*arguments: str, plugins: tuple[object, ...] = ()) -> bool:
    """Run tests; return whether one fails."""
    return bool(pytest.main([*PYTEST, *LEFT_OUT, *arguments], plugins=[Alarm(), *plugins]))


def fork(fails: Callable[[], bool]) -> int:
    """Start a check in a process of its own and return its id.

    The exit code is 0 if no test fails: the mutant survives.
    """
    child = os.fork()
    if child:
        return child
    failed = True
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        failed = fails()
    finally:
        os._exit(failed)


def survivors(mutants: list[Mutant], start: Callable[[Mutant], int], jobs: int) -> Iterator[Mutant]:
    """Test every mutant, `jobs` at a time; yield those that survive, as they turn up."""
    waiting, running, done = iter(mutants), dict[int, Mutant](), 0
    while True:
        while len(running) < jobs and (mutant := next(waiting, None)):
            running[start(mutant)] = mutant
        if not running:
            return
        child, status = os.wait()
        mutant = running.pop(child)
        done += 1
        if done % 50 == 0:
            print(f"{done} of {len(mutants)} mutants", file=sys.stderr, flush=True)  # noqa: T201
        if status == 0:
            print(f"survived: {mutant}", file=sys.stderr, flush=True)  # noqa: T201
            yield mutant
