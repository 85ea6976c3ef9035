"""Score the kit by mutants of the engines' own sources, made by the operators of mutation testers.

    python -m conformance.mutants readable [--variant ID …] [--sample N]
    python -m conformance.mutants javascript --stryker FOLDER [--variant ID …] [--sample N]

`readable`: comparisons, arithmetic, numbers, Booleans, conditions, loops and statements of the readable
engine's checks, legality, replay, dealing and sequences are changed, one at a time, as cosmic-ray and mutmut
do.
`javascript`: Stryker's mutants. FOLDER has `npm install @stryker-mutator/instrumenter@8`.

A mutant that the kit does not catch counts if one of some hundred other logs shows that it judges otherwise.
The rest change nothing, or nothing that these logs reach. Each mutant is a JSON line on standard output.
"""
# ruff: noqa: T201

import argparse
import ast
import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from copy import deepcopy
from importlib import import_module
from inspect import getsource
from itertools import islice
from pathlib import Path
from types import CodeType
from typing import Any, Final

import orjson

from conformance import FIXTURES
from conformance.discriminate import answers_in_time, hang
from conformance.engines import by_service
from conformance.faults import Change, _changes, _code, _set, declared
from conformance.questions import some_tokens
from conformance.reference.declaration import read_declaration
from conformance.scenes import STYLES, Scene, easy_deck, walk
from service.conformance.cases import Case, Json, all_cases
from service.conformance.comparison import compare
from service.judging.judge import judge_readably

MODULES: Final = ("checks", "legality", "replay", "dealing", "sequences")
SOME: Final = ("klondike", "spider", "freecell", "canfield", "golf", "rouge-et-noir")
JUDGED: Final = ("valid", "moves_played", "outcome", "final_state", "legal_moves")
OTHERS: Final = 100
"""Logs of each variant that are not in the kit."""

ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
COMPARED: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.Gt, ast.Eq), ast.LtE: (ast.GtE, ast.Eq),
    ast.Gt: (ast.Lt, ast.Eq), ast.GtE: (ast.LtE, ast.Eq),
    ast.Eq: (ast.Lt, ast.Gt), ast.NotEq: (ast.Lt, ast.Gt),
}  # fmt: skip


def operators(node: ast.AST) -> Iterator[tuple[str, str, Change]]:
    """Yield the mutations of a node, each with its kind: those of the catalogue of faults, and more."""
    for name, change in _changes(node):
        yield type(node).__name__, name, change
    match node:
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in ARITHMETIC:
            other = ARITHMETIC[type(op)]
            yield "arithmetic", f"{type(op).__name__} becomes {other.__name__}", _set("op", other())
        case ast.Compare(ops=[op]):
            for kind in COMPARED.get(type(op), ()):
                yield "Compare", f"`{ast.unparse(node)}` compared with {kind.__name__}", _set("ops", [kind()])
        case ast.Constant(value=bool(value)):
            yield "Boolean", f"{value} becomes {not value}", _set("value", not value)
        case ast.BoolOp(op=op):
            turned = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield "BoolOp", f"`{ast.unparse(node)}` with the other operator", _set("op", turned)
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield "not", f"`{ast.unparse(test)}` negated", _set("test", ast.UnaryOp(ast.Not(), test))
        case ast.For():
            yield "loop", f"no `{ast.unparse(node.iter)}`", _set("iter", ast.List([], ast.Load()))
        case ast.Return(value=ast.expr()):
            yield "return", f"`{ast.unparse(node)}` returns None", _set("value", ast.Constant(None))


def mutants() -> Iterator[tuple[str, str, Any, CodeType]]:
    """Yield kind, name, function and faulty code of each mutant of the readable engine."""
    for name in MODULES:
        module = import_module(f"patience.{name}")
        for node in ast.parse(getsource(module)).body:
            namespace = vars(getattr(module, node.name)) if isinstance(node, ast.ClassDef) else vars(module)
            for definition in node.body if isinstance(node, ast.ClassDef) else [node]:
                if not isinstance(definition, ast.FunctionDef):
                    continue
                function = namespace[definition.name]
                for wrapper in ("__wrapped__", "fget", "__func__"):
                    function = getattr(function, wrapper, None) or function
                definition.decorator_list = []
                for kind, text, code in changed(definition):
                    if len(code.co_freevars) == len(function.__code__.co_freevars):
                        yield kind, f"{name}.{definition.name}: {text}", function, code


def changed(function: ast.FunctionDef) -> Iterator[tuple[str, str, CodeType]]:
    """Yield kind, name and code of each mutation of a function."""
    for place, node in enumerate(ast.walk(function)):
        for kind, name, change in operators(node):
            copy = deepcopy(function)
            change(next(islice(ast.walk(copy), place, None)))
            try:
                yield kind, f"{getattr(node, 'lineno', function.lineno)} {name}", _code(copy)
            except (SyntaxError, StopIteration, TypeError, ValueError):
                continue


def other_logs(variant: str, source: random.Random) -> Iterator[Json]:
    """Yield logs that are not in the kit, most of which end with an illegal move."""
    read = read_declaration(declared(variant, {}))
    scenes: list[Scene] = []
    for game in range(6):
        request: Json = {"variant": variant, "rules": {}}
        request |= {"deck": easy_deck(read, source)} if game % 2 else {"seed": str(source.randrange(10**6))}
        scenes += walk(request, STYLES[game % 3], 10, source)
    for number in range(OTHERS):
        scene = scenes[number % len(scenes)]
        moves = [*scene.request["moves"], *source.sample(some_tokens(scene.game, source), 1)]
        yield scene.request | {"moves": moves if number % 5 else moves[:-1]}


def readable(kit: list[Case], others: Sequence[Json], sample: int) -> Iterator[Json]:
    """Yield the result of each mutant of the readable engine."""

    def answer(request: Json) -> object:
        asked = {**request, "include": ["final_state", "legal_moves"]}
        return answers_in_time(lambda: by_service(judge_readably, asked))

    def judged(request: Json) -> object:
        """Return what the kit compares of an answer: its sentences are not."""
        found = answer(request)
        if not isinstance(found, dict):
            return type(found)
        illegal = found.get("first_illegal_move") or {}
        return [found.get(name) for name in JUDGED], illegal.get("index"), illegal.get("reason")

    caches = [
        part for name, module in sys.modules.items() if name.startswith("patience") and module
        for part in vars(module).values() if hasattr(part, "cache_clear")
    ]  # fmt: skip
    right = [judged(request) for request in others]
    for kind, name, function, code in islice(mutants(), 0, None, sample):
        kept = function.__code__
        for cache in caches:
            cache.cache_clear()
        function.__code__ = code
        try:
            caught = _first(
                kit,
                lambda case: bool(
                    [1 for found in compare(case.expected, answer(case.request)) if found.difference]
                ),
            )
            differs = caught or any(
                judged(request) != known for request, known in zip(others, right, strict=True)
            )
        finally:
            function.__code__ = kept
        yield {"kind": kind, "name": name, "caught": caught, "differs": differs}


def _first(kit: list[Case], fails: Callable[[Case], bool]) -> bool:
    """Return whether a case fails, and ask it first from now on."""
    for place, case in enumerate(kit):
        if fails(case):
            kit.insert(0, kit.pop(place))
            return True
    return False


def javascript(kit: list[Case], others: Sequence[Json], sample: int, folder: Path) -> Iterator[Json]:
    """Yield the result of each mutant of the JavaScript engine."""
    include = ["final_state", "legal_moves"]
    every = ["moves_played", "reason", "outcome", "state", "legal_moves"]
    asked = {
        "kit": [
            {"request": case.request | {"include": include}, "compared": _compared(case)} for case in kit
        ],
        "others": [{"request": request | {"include": include}, "compared": every} for request in others],
    }
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(orjson.dumps(asked))
        file.flush()
        program = [shutil.which("node") or "node", str(Path(__file__).with_suffix(".mjs"))]
        command = [*program, str(folder.resolve()), file.name, str(sample)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            yield from map(json.loads, process.stdout)


def _compared(case: Case) -> list[str]:
    expected = case.expected
    parts = {
        "moves_played": expected.moves_played is not None,
        "reason": expected.reason,
        "outcome": expected.outcomes,
        "state": expected.final_state,
        "legal_moves": expected.legal_moves is not None,
        "divergence": expected.divergences,
    }
    return [name for name, value in parts.items() if value]


def main() -> None:
    """Score the kit."""
    parser = argparse.ArgumentParser(
        prog="python -m conformance.mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("engine", choices=("readable", "javascript"))
    parser.add_argument("--variant", action="append", metavar="ID", help=f"default: {', '.join(SOME)}")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="only every Nth mutant")
    parser.add_argument("--stryker", type=Path, metavar="FOLDER")
    arguments = parser.parse_args()
    variants: Collection[str] = arguments.variant or SOME
    kit = list(all_cases(FIXTURES, variants))
    kit.sort(key=lambda case: len(case.moves))
    others = [log for variant in variants for log in other_logs(variant, random.Random(f"{variant} mutants"))]
    signal.signal(signal.SIGVTALRM, hang)
    if arguments.engine == "readable":
        results = readable(kit, others, arguments.sample)
    else:
        results = javascript(kit, others, arguments.sample, arguments.stryker)
    caught = found = 0
    for result in results:
        print(json.dumps(result), flush=True)
        caught, found = caught + result["caught"], found + result["differs"]
        print(f"\r{caught} of {found} caught", end="", file=sys.stderr)
    print(file=sys.stderr)


if __name__ == "__main__":
    main()
