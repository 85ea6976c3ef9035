"""Mutants made in a process that has imported the engine and collected the tests.

A mutant of a function gets its code. A mutant of a declaration is imported with all variants again, and
judged by games of the variants that it changes, whose moves and verdicts are recorded.
"""

import functools
import gc
import importlib
import inspect
import json
import os
import sys
from collections.abc import Iterator
from time import process_time
from types import CodeType, FrameType, FunctionType
from typing import NamedTuple

import pytest

from tests.soak.mutants.making import ENGINE, Mutant
from tests.soak.mutants.processes import (
    CORPORA,
    SLOW_TESTS,
    TESTS,
    MutantFinder,
    files,
    fork,
    run_pytest,
    survivors,
)

Name = tuple[str, str]
"""A function: its module, and its qualified name there."""

DECLARATIONS = "patience.games"
RECORDED_GAMES = ("deals", "concepts", "conformance", "transcripts", "hand_played")
"""Tests of single variants, which were not made from the declarations, besides the corpora."""


class Judged(NamedTuple):
    """Mutants by their indices in the list; all others are killed."""

    survived: list[int]
    undecided: list[int]
    """More than one function is changed, or one that does its work on import."""


class Watch:
    """Notes which functions of the engine run."""

    def __init__(self) -> None:
        self.seen: set[Name] = set()
        self.known: set[int] = set()

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if id(code) not in self.known:
            self.known.add(id(code))
            if code.co_filename.startswith(str(ENGINE)):
                self.seen.add((frame.f_globals["__name__"], code.co_qualname.partition(".<locals>")[0]))


def judge(mutants: list[Mutant], jobs: int) -> Judged:
    """Test the mutants that need no import of the whole engine."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    judging = Judging(mutants, jobs)
    sys.setprofile(judging.on_import)
    run_pytest("-s", CORPORA, *files(TESTS + SLOW_TESTS), plugins=(judging,))
    assert judging.judged
    return judging.judged


class Judging:
    """A plugin of pytest that runs each test once, then each mutant, in place of its loop."""

    def __init__(self, mutants: list[Mutant], jobs: int) -> None:
        self.mutants = mutants
        self.jobs = jobs
        self.on_import = Watch()
        self.caches: list[functools._lru_cache_wrapper] = []
        self.tests: dict[Name, list[pytest.Item]] = {}
        self.games: list[pytest.Item] = []
        self.slow: list[pytest.Item] = []
        self.judged: Judged | None = None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.setprofile(None)
        self.caches = caches()
        gc.freeze()
        self.games = [item for item in session.items if item.nodeid.startswith(CORPORA)]
        slow = [item for item in session.items if item.nodeid.startswith(tuple(files(SLOW_TESTS)))]
        self.slow = [*self.games, *slow]
        self._time([item for item in session.items if item not in set(self.slow)])
        here = [place for place, mutant in enumerate(self.mutants) if is_declared(mutant) or find(mutant)]
        left = list(survivors([self.mutants[place] for place in here], self._start, self.jobs))
        functions = [mutant for mutant in left if not is_declared(mutant)]
        print(f"{len(functions)} to ask the slow tests about", file=sys.stderr, flush=True)  # noqa: T201
        lived = set(map(str, survivors(functions, self._start_slow, self.jobs)))
        lived |= {str(mutant) for mutant in left if is_declared(mutant)}
        survived = [place for place in here if str(self.mutants[place]) in lived]
        undecided = {*range(len(self.mutants))}.difference(here)
        undecided.update(place for place in survived if not self._is_decided(self.mutants[place]))
        self.judged = Judged([place for place in survived if place not in undecided], sorted(undecided))
        return True

    def _time(self, items: list[pytest.Item]) -> None:
        """Find what each test runs of the engine, and how long it takes, in a process of its own."""
        reader, writer = os.pipe()

        def fails() -> bool:
            with os.fdopen(writer, "w") as answer:
                json.dump([self._watch(item) for item in items], answer)
            return items[0].session.testsfailed > 0

        child = fork(fails)
        os.close(writer)
        with os.fdopen(reader) as answer:
            runs = json.loads(answer.read() or "[]")
        assert os.waitpid(child, 0)[1] == 0, "The tests fail without any mutation."
        for (_, seen), item in sorted(zip(runs, items, strict=True), key=lambda run: run[0][0]):
            if item.nodeid.startswith(tuple(files(RECORDED_GAMES))):
                self.games.append(item)
            for module, function in seen:
                self.tests.setdefault((module, function), []).append(item)

    def _watch(self, item: pytest.Item) -> tuple[float, list[Name]]:
        watch = Watch()
        start = process_time()
        sys.setprofile(watch)
        is_failed(item)
        sys.setprofile(None)
        return process_time() - start, sorted(watch.seen)

    def _forget(self) -> None:
        """Clear all caches: nothing that the engine computed before is of use to a mutant."""
        for kept in self.caches:
            kept.cache_clear()

    def _start(self, mutant: Mutant) -> int:
        """Ask the tests that run a mutant's function, or games of its variants."""
        if is_declared(mutant):
            return fork(lambda: self._is_game_different(mutant))
        return fork(lambda: self._is_function_noticed(mutant, self.tests))

    def _start_slow(self, mutant: Mutant) -> int:
        return fork(lambda: self._is_function_noticed(mutant, None))

    def _is_function_noticed(self, mutant: Mutant, tests: dict[Name, list[pytest.Item]] | None) -> bool:
        changed = changed_function(mutant)
        if changed is None:
            return False
        function, code = changed
        function.__code__ = code
        name = name_of(function)
        if name in self.on_import.seen:
            self._forget()
        return any(is_failed(item) for item in (self.slow if tests is None else tests.get(name, ())))

    def _is_game_different(self, mutant: Mutant) -> bool:
        self._forget()
        changed = declare_again(mutant)
        return any(is_failed(item) for item in self.games if any(name in item.name for name in changed))

    def _is_decided(self, mutant: Mutant) -> bool:
        """Return whether a mutant that survives would have been noticed here."""
        if is_declared(mutant):
            return True
        changed = changed_function(mutant)
        return changed is not None and name_of(changed[0]) not in self.on_import.seen


def is_declared(mutant: Mutant) -> bool:
    """Return whether a mutant changes the declaration of a variant."""
    return mutant.module.startswith(DECLARATIONS)


def declare_again(mutant: Mutant) -> list[str]:
    """Import all variants with the mutant among them; return the ids of those that change."""
    registry = sys.modules[DECLARATIONS].VARIANTS
    before = {name: repr(vars(variant)) for name, variant in registry.items()}
    sys.meta_path.insert(0, MutantFinder(mutant))
    for name in [name for name in sys.modules if name.startswith(DECLARATIONS)]:
        del sys.modules[name]
    variants = importlib.import_module(DECLARATIONS).VARIANTS
    # Tests and engine hold the registry itself.
    registry.clear()
    registry.update(variants)
    return [name for name in before if name not in variants or repr(vars(variants[name])) != before[name]]


def name_of(function: FunctionType) -> Name:
    return function.__module__, function.__code__.co_qualname


def is_failed(item: pytest.Item) -> bool:
    """Run a test."""
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    return item.session.testsfailed > 0


def caches() -> list[functools._lru_cache_wrapper]:
    """Return all caches of the service and the tests."""
    return [
        kept
        for kept in gc.get_objects()
        if isinstance(kept, functools._lru_cache_wrapper)
        and kept.__module__.startswith(("service.", "schemas.", "tests."))
    ]


def changed_function(mutant: Mutant) -> tuple[FunctionType, CodeType] | None:
    """Return the function that is changed, and its new code; None if more than that is changed."""
    function = find(mutant)
    if function is None:
        return None
    was = function.__code__
    for code in codes_in(compile(mutant.source, was.co_filename, "exec")):
        if code.co_qualname == was.co_qualname and code.co_freevars == was.co_freevars:
            same = (code.co_code, code.co_consts, code.co_names) == (was.co_code, was.co_consts, was.co_names)
            return None if same else (function, code)
    return None


def find(mutant: Mutant) -> FunctionType | None:
    """Return the outermost function that a mutant is inside of."""
    found: object = sys.modules.get(mutant.module)
    for name in mutant.inside.split("."):
        found = vars(found).get(name)
        if isinstance(found, property):
            found = found.fget
        if isinstance(found, staticmethod | classmethod):
            found = found.__func__
        found = inspect.unwrap(found) if callable(found) and not isinstance(found, type) else found
        if isinstance(found, FunctionType):
            return found
        if not isinstance(found, type):
            return None
    return None


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and all within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_in(constant)
