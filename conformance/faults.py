"""The catalogue of faults: engines that are the reference interpreter with one mistake each.

There are three sources. Every comparison, condition, number and statement of the interpreter is changed in
turn, and neighbouring checks are swapped. `faults.txt` has mistakes that authors make and that no such change
reaches, and ways to misread each sentence of docs/rules.md. And every part of a game's declaration, and every
option, is ignored or read wrongly.
"""

import ast
import json
import re
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from functools import cache, partial
from itertools import islice, pairwise
from pathlib import Path
from textwrap import dedent
from types import CodeType
from typing import Any, Final, NamedTuple

import conformance.reference
from conformance.declared import Json, Reader, declared, option_values, some_rules
from patience.games import VARIANTS

FOLDER: Final = Path(conformance.reference.__file__).parent
FAULTS: Final = Path(__file__).with_name("faults.txt")
LISTS: Final = ("by-hand", "tenth", "eleventh")
"""Lists of mistakes. The authors of the tenth and the eleventh knew neither the kit nor the other lists."""
MODULES: Final = ("seeds", "tokens", "game", "fits", "referee", "dealing", "verdict")

NOT_JUDGING: Final = ("has_deep_reserve", "judge")
"""Functions that only write answers down."""
OF_CHECKPOINTS: Final = dict.fromkeys(("first_divergence", "holds"), "checkpoints")
"""Functions of `verdict` whose faults are of a kind of their own. Other functions are kinds themselves."""


Patch = tuple[Any, str, Any]
"""An object, one of its attributes, and the faulty value."""


class Fault(NamedTuple):
    """A mistake: in code of the reference interpreter, or in reading declarations."""

    kind: str
    name: str
    places: tuple[tuple[str, int], ...] = ()
    """Module and line, or function and 0; questions that do not come there need not be asked."""
    patches: tuple[Patch, ...] = ()
    read: Reader = declared


@contextmanager
def active(fault: Fault) -> Iterator[None]:
    """Patch the reference interpreter for a while."""
    kept = [(owner, name, getattr(owner, name)) for owner, name, _ in fault.patches]
    try:
        for owner, name, value in fault.patches:
            setattr(owner, name, value)
        yield
    finally:
        for owner, name, value in kept:
            setattr(owner, name, value)


LONGEST: Final = 0.5
"""Seconds of CPU until a faulty engine is taken to hang."""

hanging: Final[set[str]] = set()
"""Names of the faults that made an engine hang; asking them more is dear."""


class Hangs(Exception):  # noqa: N818 - a signal
    """An engine does not answer."""


def answers_in_time(function: Callable[[], object]) -> object:
    """Return what a function of a faulty engine returns, or the exception that it ends with."""
    signal.signal(signal.SIGVTALRM, _hang)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        return function()
    except (Exception, Hangs) as error:
        return error
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _hang(_number: int, _frame: object) -> None:
    """Stop an engine that hangs."""
    raise Hangs


def told_apart(module: str, ask: Callable[[], object]) -> Iterator[str]:
    """Yield the mechanical faults of a module or function that change what `ask` returns."""
    right = ask()
    for fault in _faults_of(module):
        if fault.name not in hanging:
            with active(fault):
                answer = answers_in_time(ask)
            if isinstance(answer, Hangs):
                hanging.add(fault.name)
            elif answer != right:
                yield fault.name


@cache
def _faults_of(module: str) -> list[Fault]:
    return [fault for fault in source_faults() if fault.kind.startswith(module)]


def catalogue(variant: str) -> list[Fault]:
    """Return every fault that may matter to a variant."""
    return [*source_faults(), *listed("by-hand"), *declaration_faults(variant)]


@cache
def source_faults() -> tuple[Fault, ...]:
    """Return the interpreter with each place of its functions changed."""
    faults = []
    for module in MODULES:
        for owner, function in _functions(module):
            if function.name not in NOT_JUDGING:
                kind = (
                    "seeds"
                    if module == "seeds"
                    else OF_CHECKPOINTS.get(function.name, f"{module}.{function.name}")
                )
                for line, name, code in _changed(function):
                    patch = (getattr(owner, function.name), "__code__", code)
                    place = (module, line) if line > function.lineno else (f"{module}.{function.name}", 0)
                    text = f"{module}.{function.name}:{line} {name}"
                    faults.append(Fault(kind, text, (place,), (patch,)))
    return tuple(faults)


def _functions(module: str) -> Iterator[tuple[Any, ast.FunctionDef]]:
    """Yield the functions and methods of a module, each with the module or class that has it."""
    owner = sys.modules[f"conformance.reference.{module}"]
    for node in ast.parse(_text(module)).body:
        if isinstance(node, ast.FunctionDef):
            yield owner, node
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    yield getattr(owner, node.name), method


@cache
def _text(module: str) -> str:
    return (FOLDER / f"{module}.py").read_text("utf-8")


def _changed(function: ast.FunctionDef) -> Iterator[tuple[int, str, CodeType]]:
    """Yield the line, the name and the code of each change of a function."""
    for place, node in enumerate(ast.walk(function)):
        for name, change in _changes(node):
            copy = deepcopy(function)
            change(next(islice(ast.walk(copy), place, None)))
            # A check that is dropped matters only where it fails.
            at = node.body[0] if isinstance(node, ast.If) and name.endswith("never holds") else node
            yield getattr(at, "lineno", function.lineno), name, _code(copy)


def _code(function: ast.FunctionDef) -> CodeType:
    module = ast.fix_missing_locations(ast.Module([function], []))
    compiled = compile(module, "changed", "exec")
    return next(
        part for part in compiled.co_consts if isinstance(part, CodeType) and part.co_name == function.name
    )


Change = Callable[[Any], None]

OTHER: Final[dict[type[ast.AST], tuple[type[ast.AST], ...]]] = {
    ast.Lt: (ast.LtE,),
    ast.LtE: (ast.Lt,),
    ast.Gt: (ast.GtE,),
    ast.GtE: (ast.Gt,),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}


def _changes(node: ast.AST) -> Iterator[tuple[str, Change]]:  # noqa: C901, PLR0912 - one branch per kind
    """Yield the changes of one node, each as a name and a function that makes it."""
    match node:
        case ast.Compare(ops=[op]):
            for other in OTHER.get(type(op), ()):
                yield f"`{ast.unparse(node)}` compared with {other.__name__}", _set("ops", [other()])
        case ast.If(test=test):
            yield f"`{ast.unparse(test)}` never holds", _set("test", ast.Constant(False))
        case ast.BoolOp(values=values):
            for place, value in enumerate(values):
                rest = [*values[:place], *values[place + 1 :]]
                kept = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
                yield f"`{ast.unparse(value)}` left out", _become(ast.BoolOp(node.op, [kept, kept]))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            twice = ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), operand))
            yield f"`{ast.unparse(node)}` not negated", _become(twice)
        case ast.Constant(value=bool() | None):
            pass
        case ast.Constant(value=int(value)):
            for other_value in (value - 1, value + 1):
                yield f"{value} read as {other_value}", _set("value", other_value)
        case ast.Return(value=ast.Constant(value=str(reason))) if "_" in reason:
            yield f"{reason} named otherwise", _set("value", ast.Constant("other_reason"))
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            yield f"`{ast.unparse(node)}` forgotten", _forget
        case ast.BinOp(op=ast.Add(), left=left, right=right) if _is_list(right):
            yield f"only `{ast.unparse(left)}`", _set("right", _nothing(right))
            yield f"only `{ast.unparse(right)}`", _set("left", _nothing(left))
            yield f"`{ast.unparse(right)}` first", _swap("left", "right")
        case ast.Subscript(slice=ast.Slice(step=ast.UnaryOp())):
            yield f"`{ast.unparse(node)}` not reversed", _set("slice", ast.Slice())
        case ast.IfExp(body=body, orelse=orelse):
            yield f"always `{ast.unparse(body)}`", _set("orelse", body)
            yield f"always `{ast.unparse(orelse)}`", _set("body", orelse)
        case ast.Call(func=ast.Name(id="any" | "all" as word)):
            yield (
                f"{word} of them read otherwise",
                _set("func", ast.Name({"any": "all", "all": "any"}[word], ast.Load())),
            )
        case ast.FunctionDef() | ast.For() | ast.While():
            yield from _swaps(node.body)
    if isinstance(node, ast.If):
        yield from _swaps(node.body)


def _swaps(body: list[ast.stmt]) -> Iterator[tuple[str, Change]]:
    """Yield the swaps of neighbouring checks."""
    for place, (first, second) in enumerate(pairwise(body)):
        if all(isinstance(check, ast.If) and not check.orelse for check in (first, second)):
            tests = [ast.unparse(check.test) for check in (first, second) if isinstance(check, ast.If)]
            yield f"`{tests[1]}` asked before `{tests[0]}`", _swapped(place)


def _set(name: str, value: Any) -> Change:
    return lambda node: setattr(node, name, value)


def _swap(one: str, other: str) -> Change:
    def change(node: Any) -> None:
        first, second = getattr(node, one), getattr(node, other)
        setattr(node, one, second)
        setattr(node, other, first)

    return change


def _swapped(place: int) -> Change:
    def change(node: Any) -> None:
        node.body[place], node.body[place + 1] = node.body[place + 1], node.body[place]

    return change


def _become(other: ast.expr) -> Change:
    """Return a change of a node into another of the same class."""

    def change(node: Any) -> None:
        node.__dict__.update({name: value for name, value in vars(other).items() if name in other._fields})

    return change


def _forget(node: Any) -> None:
    """Make a statement do nothing."""
    if isinstance(node, ast.AugAssign):
        node.value = _nothing(node.value)
    else:
        node.value = ast.Constant(None)


def _nothing(value: ast.expr) -> ast.expr:
    """Return an expression for nothing of the same type: zero or an empty list."""
    return ast.List([], ast.Load()) if _is_list(value) else ast.Constant(0)


def _is_list(value: ast.expr) -> bool:
    return isinstance(value, ast.Subscript | ast.ListComp | ast.List) or ".names(" in ast.unparse(value)


@cache
def listed(name: str) -> tuple[Fault, ...]:
    """Return the mistakes of a list.

    In `faults.txt`, `@` names a function or a module, and `-` begins one of its lines. Below it are the
    mistakes made there, each with its lists and kind. `| OLD => NEW` replaces a part of that line; without
    it, lines (`+`) replace that line, or the number of lines given, or are inserted before it.
    """
    faults, where, line, at = [], "", "", 0
    for entry in ENTRY.finditer(FAULTS.read_text("utf-8")):
        if entry["where"]:
            where = entry["where"]
        elif entry["line"]:
            line = entry["line"]
            at = _line_of(where, line)
        elif name in entry["lists"].split():
            replaced = 0 if entry["before"] else int(entry["lines"] or 1)
            wrong = re.findall(r"^\+(.*)$", entry["wrong"], re.MULTILINE)
            if entry["old"]:
                assert line.count(entry["old"]) == 1, entry["name"]
                wrong.append(line.replace(entry["old"], entry["new"], 1))
            # Nothing differs before one of these lines, or a neighbour of theirs, is reached.
            places = tuple((where.partition(".")[0], line) for line in range(at, at + replaced + 2))
            patches = tuple(_patches(where, at, replaced, wrong))
            if not all(isinstance(code, CodeType) for _, _, code in patches):
                places = (("tokens.is_token", 0),)
            faults.append(Fault(entry["kind"], entry["name"], places, patches))
    return tuple(faults)


ENTRY: Final = re.compile(
    r"^@ (?P<where>.+)$|^-(?P<line>.+)$"
    r"|^(?P<lists>[\w -]+), (?P<kind>[^:\n]+): (?P<name>.+?)"
    r"(?: \[(?:(?P<before>before)|(?P<lines>\d+) lines)\]| \| (?P<old>.+) => ?(?P<new>.*))?\n"
    r"(?P<wrong>(?:\+.*\n)*)",
    re.MULTILINE,
)


def _line_of(where: str, line: str) -> int:
    """Return the place in its module of a line that this function, or module, has once."""
    _, first, last = _function(where)
    lines = _text(where.partition(".")[0]).splitlines()
    places = [at for at in range(first, last) if lines[at] == line]
    if len(places) != 1:
        raise ValueError(f"{FAULTS.name}: {where} has this line {len(places)} times, not once: {line}")
    return places[0]


@cache
def _function(where: str) -> tuple[Any, int, int]:
    """Return the owner of a function, and where its lines begin and end; or a module and all its lines."""
    module, *names = where.split(".")
    owner: Any = sys.modules[f"conformance.reference.{module}"]
    node: Any = ast.parse(_text(module))
    for name in names:
        node = next(part for part in node.body if getattr(part, "name", "") == name)
    for name in names[:-1]:
        owner = getattr(owner, name)
    return (owner, node.lineno - 1, node.end_lineno) if names else (owner, 0, len(_text(module).splitlines()))


def _patches(where: str, at: int, replaced: int, wrong: list[str]) -> Iterator[Patch]:
    """Yield what differs in a function, or in the patterns of a module, where these lines are replaced."""
    module, *names = where.split(".")
    owner, first, last = _function(where)
    lines = _text(module).splitlines()
    text = "\n".join([*lines[first:at], *wrong, *lines[at + replaced : last]])
    if names:
        (function,) = ast.parse(dedent(text)).body
        assert isinstance(function, ast.FunctionDef)
        yield getattr(owner, function.name), "__code__", _code(function)
        return
    changed: dict[str, Any] = {"__name__": owner.__name__, "__package__": owner.__package__}
    exec(text, changed)
    for name, value in changed.items():
        if isinstance(value, str) and value != getattr(owner, name):
            yield owner, name, value


MOST_VALUES: Final = 6
"""Values for which a part of a declaration may be taken."""


@cache
def _values() -> dict[str, list[Any]]:
    """Return the values that parts of the registered declarations have, by path, common ones first."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for variant in VARIANTS:
        for path, value in _leaves(declared(variant, {})):
            counts[path][json.dumps(value)] += 1
    return {
        path: [json.loads(text) for text, _ in few.most_common(MOST_VALUES)] for path, few in counts.items()
    }


def _leaves(part: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the path and the value of each part that has no parts; members of a list have the list's path."""
    match part:
        case dict():
            for name, value in part.items():
                yield from _leaves(value, f"{path}.{name}" if path else name)
        case [dict(), *_]:
            for each in part:
                yield from _leaves(each, path)
        case _:
            yield path, part


def declaration_faults(variant: str) -> Iterator[Fault]:
    """Yield the ways to ignore or misread a part of this variant's declaration or one of its options."""
    for option in option_values(variant):
        yield Fault("options", f"option {option} ignored", read=_without(option))
    for rules in some_rules(variant)[1:]:
        for option, value in rules.items():
            yield Fault("options", f"option {option}={value} ignored", read=_without(option, value))
    right = declared(variant, {})
    for path, value in _misread(right):
        yield Fault(path, f"{path} read as {json.dumps(value)}", read=_reading(path, value))
    for action in (right["stock"] or {}).get("actions", ()):
        rest = [other for other in right["stock"]["actions"] if other != action]
        yield Fault("stock.actions", f"no {action}", read=_reading("stock.actions", rest))
    yield from _foundation_faults(right)
    yield from _layout_faults(right)


def _misread(declaration: Json) -> Iterator[tuple[str, Any]]:
    """Yield the path and a wrong value for each part: values of other games, and numbers that are one off."""
    for path, values in _values().items():
        parts, name = _parts(declaration, path)
        right = [part[name] for part in parts if name in part]
        near = [
            value + step for value in right[:1] if type(value) is int for step in (-1, 1) if value + step >= 0
        ]
        if right and not path.startswith("layout"):
            yield from (
                (path, value) for value in _distinct([*values, *near]) if any(value != each for each in right)
            )


def _distinct(values: Iterable[Any]) -> list[Any]:
    return list({json.dumps(value): value for value in values}.values())


def _parts(declaration: Json, path: str) -> tuple[list[Json], str]:
    """Return the objects that a path leads into, and the name that its last part has in them."""
    *parents, name = path.split(".")
    parts = [declaration]
    for parent in parents:
        inner = [part[parent] or [] for part in parts]
        parts = [each for part in inner for each in (part if isinstance(part, list) else [part])]
    return parts, name


def _without(option: str, ignored: object = None) -> Reader:
    """Return a reader that ignores an option, or one of its values."""

    def read(variant: str, options: Mapping[str, Any]) -> Json:
        kept = {
            name: value for name, value in options.items() if name != option or ignored not in {None, value}
        }
        return declared(variant, kept)

    return read


def _reading(path: str, value: Any) -> Reader:
    """Return a reader that takes a part for another value, unless an option sets it."""

    def read(variant: str, options: Mapping[str, Any]) -> Json:
        changed = deepcopy(declared(variant, options))
        parts, name = _parts(changed, path)
        for part, usual in zip(parts, _parts(declared(variant, {}), path)[0], strict=False):
            if part.get(name) == usual.get(name):
                part[name] = value
        return changed

    return read


def _foundation_faults(declaration: Json) -> Iterator[Fault]:
    for place, pile in enumerate(declaration["foundations"]):
        name, ranks = f"F{place + 1}", pile["ranks"]
        if len(ranks) > 1:
            yield _changing(
                "foundations", f"{name} ends one card early", _on("foundations", place, "ranks", ranks[:-1])
            )
        yield _changing(
            "foundations", f"{name} builds the other way", _on("foundations", place, "ranks", ranks[::-1])
        )
    yield _changing("foundations", "foundations numbered from the other end",
                    lambda changed: changed["foundations"].reverse())  # fmt: skip
    yield _changing("foundations", "the first two foundations exchanged", _exchange)


def _layout_faults(declaration: Json) -> Iterator[Fault]:
    for place, dealt in enumerate(declaration["layout"]):
        name, turned = f"round {place + 1}", "down" if dealt["face_up"] else "up"
        yield _changing("deal", f"{name} forgotten", partial(_drop, place))
        yield _changing(
            "deal", f"{name} dealt face {turned}", _on("layout", place, "face_up", not dealt["face_up"])
        )
        yield _changing("deal", f"{name} dealt from the other end",
                        _on("layout", place, "to", _reversed(dealt["to"])))  # fmt: skip
        if dealt["home"]:
            yield _changing("deal", f"{name} sends no card home", _on("layout", place, "home", False))
    yield _changing("deal", "rounds in reverse", lambda changed: changed["layout"].reverse())


def _reversed(piles: str) -> str:
    return " ".join("-".join(reversed(part.split("-"))) for part in reversed(piles.split()))


def _changing(kind: str, name: str, change: Callable[[Json], None]) -> Fault:
    def read(variant: str, options: Mapping[str, Any]) -> Json:
        changed = deepcopy(declared(variant, options))
        change(changed)
        return changed

    return Fault(kind, name, read=read)


def _on(part: str, place: int, name: str, value: Any) -> Callable[[Json], None]:
    return lambda changed: changed[part][place].update({name: value})


def _exchange(changed: Json) -> None:
    foundations = changed["foundations"]
    foundations[:2] = foundations[1::-1]


def _drop(place: int, changed: Json) -> None:
    del changed["layout"][place]
