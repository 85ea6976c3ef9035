"""Mutants of single functions, made where the engine is imported and the tests are collected already."""

import functools
import gc
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
from tests.soak.mutants.processes import LEFT_OUT, MOST_SECONDS, PYTEST, TESTS, fork, survivors

Name = tuple[str, str]
"""A function: its module, and its qualified name there."""


class Judged(NamedTuple):
    """Mutants by their places in the list; all others are killed."""

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
    """Test the mutants of functions."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    judging = Judging(mutants, jobs)
    sys.setprofile(judging.on_import)
    pytest.main(
        [*PYTEST, "-s", *LEFT_OUT, *(f"tests/engine/test_{name}.py" for name in TESTS)], plugins=[judging]
    )
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
        self.judged: Judged | None = None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.setprofile(None)
        self.caches = caches()
        gc.freeze()
        self._time(session.items)
        functions = [place for place, mutant in enumerate(self.mutants) if find(mutant)]
        candidates = [self.mutants[place] for place in functions]
        lived = set(map(str, survivors(candidates, self._start, self.jobs)))
        survived = [place for place in functions if str(self.mutants[place]) in lived]
        undecided = {*range(len(self.mutants))}.difference(functions)
        undecided.update(place for place in survived if not self._is_decided(self.mutants[place]))
        self.judged = Judged([place for place in survived if place not in undecided], sorted(undecided))
        return True

    def _time(self, items: list[pytest.Item]) -> None:
        """See what each test runs of the engine, and how long it takes; apart, to leave no trace."""
        reader, writer = os.pipe()

        def fails() -> bool:
            with os.fdopen(writer, "w") as answer:
                json.dump([self._watch(item) for item in items], answer)
            return items[0].session.testsfailed > 0

        child = fork(fails, 10 * MOST_SECONDS)
        os.close(writer)
        with os.fdopen(reader) as answer:
            told = answer.read()
        assert os.waitpid(child, 0)[1] == 0, "The tests fail without any mutation."
        runs = zip(json.loads(told), items, strict=True)
        for (_, seen), item in sorted(runs, key=lambda run: run[0]):
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
        """Nothing that the engine computed before is of use to a mutant."""
        for kept in self.caches:
            kept.cache_clear()

    def _start(self, mutant: Mutant) -> int:
        def fails() -> bool:
            changed = changed_function(mutant)
            if changed is None:
                return False
            function, code = changed
            function.__code__ = code
            if name_of(function) in self.on_import.seen:
                self._forget()
            return any(is_failed(item) for item in self.tests.get(name_of(function), ()))

        return fork(fails)

    def _is_decided(self, mutant: Mutant) -> bool:
        """Whether a mutant that survives would have been noticed here."""
        changed = changed_function(mutant)
        return changed is not None and name_of(changed[0]) not in self.on_import.seen


def name_of(function: FunctionType) -> Name:
    return function.__module__, function.__code__.co_qualname


def is_failed(item: pytest.Item) -> bool:
    """Run a test."""
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    return item.session.testsfailed > 0


def caches() -> list[functools._lru_cache_wrapper]:
    """All in which the service keeps what it computed."""
    return [
        kept
        for kept in gc.get_objects()
        if isinstance(kept, functools._lru_cache_wrapper) and kept.__module__.startswith("service.")
    ]


def changed_function(mutant: Mutant) -> tuple[FunctionType, CodeType] | None:
    """The function that is changed, and its code then; None if that is not all that is changed."""
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
    """The outermost function that a mutant is inside of."""
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
    """A code object and all within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_in(constant)
