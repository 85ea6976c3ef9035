"""Breaks the engine in one place at a time and sees whether the tests notice.

python -m tests.long.mutants [--only legality advance] [--listed] [--sample 200] [--jobs 2]

The mutations are mutmut's, but they reach all of every file: declarations, what runs on import and decorated
functions too, which mutmut itself leaves alone. Not touched are docstrings, annotations, type aliases,
decorators, and the words of a declaration that no verdict depends on. Each mutant lives in a process of its
own. Those that survive are printed; the exit code is 1 if one of them is not explained in SURVIVORS.md.
"""
# ruff: noqa: T201

import argparse
import importlib
import os
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from os.path import commonprefix
from pathlib import Path
from textwrap import shorten
from types import ModuleType
from typing import NamedTuple

import libcst as cst
import pytest
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "service" / "engine"
EXPLAINED = Path(__file__).with_name("SURVIVORS.md")

TESTS = (
    "advance",
    "outcome",
    "deals",
    "values",
    "position",
    "replay",
    "trace",
    "perft",
    "conformance",
    "seeds",
    "explain",
    "describe",
    "declarations",
)
FIRST = {
    "checks": "describe",
    "double_russian": "deals",
    "forty_thieves": "deals",
    "hoffmann": "deals",
    "legality": "declarations",
    "rouge_et_noir": "deals",
    "royal_rendezvous": "deals",
    "rules": "declarations",
    "sentences": "explain",
    "spider": "deals",
    "tables": "declarations",
    "variant": "declarations",
    "words": "explain",
}
"""Which tests notice soonest; where they are not named as the module."""
PYTEST = ("-x", "-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestWarning")
# Asks the plain implementation alone.
LEFT_OUT = ("-k", "not fixture_is_what")
MOST_SECONDS = 60
LONGEST_TEXT = 160

WORDS = ("title", "sources", "section", "meaning")
NEVER_MUTATED_CALLS = ("len", "isinstance")
# Imported before the mutants are, once for all of them; nothing of the project may be.
PRELOADED = ("apispec", "flask", "hypothesis.stateful", "marshmallow", "orjson", "pysol_cards.random", "yaml")


class Mutant(NamedTuple):
    """One change: where, and what became of what."""

    module: str
    line: int
    inside: str
    text: str
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        module = self.module.removeprefix("service.engine.")
        return f"{module} {self.inside}: `{self.text}`: `{self.before}` → `{self.after}`"


class Collector(cst.CSTVisitor):
    """Every node that may be changed, with what mutmut makes of it."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, str, cst.CSTNode, cst.CSTNode]] = []
        self.inside: list[str] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            self.inside.append(node.name.value)
        if is_left_alone(node) or (not self.inside and is_type_alias(node)):
            return False
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                for mutated in operator(node):
                    if changes_words(node, mutated):
                        continue
                    position = self.get_metadata(PositionProvider, node, None)
                    line = position.start.line if position else 0
                    self.found.append((line, ".".join(self.inside), node, mutated))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.FunctionDef | cst.ClassDef):
            self.inside.pop()


def is_left_alone(node: cst.CSTNode) -> bool:
    """What has no behaviour of its own, and calls whose every change is a plain crash."""
    if isinstance(node, cst.Annotation | cst.Decorator | cst.Import | cst.ImportFrom):
        return True
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name):
        return node.func.value in NEVER_MUTATED_CALLS
    return isinstance(node, cst.Arg) and node.keyword is not None and node.keyword.value in WORDS


def changes_words(before: cst.CSTNode, after: cst.CSTNode) -> bool:
    """Whether a call loses a title or the like."""
    if not isinstance(before, cst.Call) or not isinstance(after, cst.Call):
        return False
    return any(is_left_alone(argument) and argument not in after.args for argument in before.args)


def is_type_alias(node: cst.CSTNode) -> bool:
    """``Row = tuple[…]``: an assignment to a name in camel case."""
    if not isinstance(node, cst.Assign) or not isinstance(node.targets[0].target, cst.Name):
        return False
    name = node.targets[0].target.value
    return name[0].isupper() and not name.isupper()


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every mutant of one file."""
    text = path.read_text(encoding="utf-8")
    wrapper = MetadataWrapper(cst.parse_module(text))
    collector = Collector()
    wrapper.visit(collector)
    seen: Counter[str] = Counter()
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for line, inside, before, after in collector.found:
        mutated = wrapper.module.deep_replace(before, after)
        assert isinstance(mutated, cst.Module)
        changed = where_they_differ(*(code(wrapper.module, node) for node in (before, after)))
        mutant = Mutant(name, line, inside, text.splitlines()[line - 1].strip(), *changed, mutated.code)
        seen[str(mutant)] += 1
        yield (
            mutant._replace(before=f"{mutant.before} #{seen[str(mutant)]}")
            if seen[str(mutant)] > 1
            else mutant
        )


def code(module: cst.Module, node: cst.CSTNode) -> str:
    """The text of a node in one line."""
    return " ".join(module.code_for_node(node).split())


def where_they_differ(*texts: str) -> list[str]:
    """Both texts; if they are long, only what is around their difference."""
    if max(map(len, texts)) <= LONGEST_TEXT:
        return list(texts)
    same_before = len(commonprefix(texts))  # noqa: RUF071 - of texts, not of paths
    same_after = len(commonprefix([text[:same_before:-1] for text in texts]))  # noqa: RUF071
    first, last = max(0, same_before - 30), max(0, same_after - 30)
    cuts = (f"… {text[first : len(text) - last]} …" for text in texts)
    return [shorten(cut, LONGEST_TEXT, placeholder=" …") for cut in cuts]


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
    """Begin to test a mutant, or the engine as it is, in a process of its own; its number.

    The exit code is 0 if no test fails, which is to say if the mutant survives.
    """
    child = os.fork()
    if child:
        return child
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        if mutant:
            sys.meta_path.insert(0, MutantFinder(mutant))
        play_by_hand()
        failed = run_tests(mutant.module.rpartition(".")[2] if mutant else "")
    except BaseException:
        failed = True
    os._exit(failed)


def play_by_hand() -> None:
    """The games worked out by hand, which few mutants outlive, without the time that pytest takes."""
    hand = importlib.import_module("tests.engine.test_by_hand")
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


def survivors(mutants: list[Mutant], jobs: int) -> Iterator[Mutant]:
    """Test every mutant, several at a time; those that survive, as they turn up."""
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
            print(f"{done} of {len(mutants)} mutants", file=sys.stderr)
        if status == 0:
            print(f"survived: {mutant}", file=sys.stderr)
            yield mutant


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
    for name in PRELOADED:
        __import__(name)
    assert not any(name.startswith(("service", "schemas")) for name in sys.modules)
    if os.waitpid(start(None), 0)[1]:
        sys.exit("The tests fail without any mutation.")
    paths = [path for path in sorted(ENGINE.rglob("*.py")) if not asked.only or path.stem in asked.only]
    mutants = [mutant for path in paths for mutant in mutants_of(path)]
    if asked.listed:
        explained = EXPLAINED.read_text(encoding="utf-8")
        mutants = [mutant for mutant in mutants if str(mutant) in explained]
    if asked.sample:
        mutants = random.Random(0).sample(mutants, min(asked.sample, len(mutants)))
    began = time.monotonic()
    survived = list(survivors(mutants, asked.jobs))
    print(f"{time.monotonic() - began:.0f} seconds")
    return report(mutants, survived)


if __name__ == "__main__":
    sys.exit(main())
