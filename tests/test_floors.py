"""The floors of the house: imports run downwards only, and the engine stands alone."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

FLOORS = (
    ("service.engine", "service.config", "service.strict_json", "service.complaints", "service.shipped"),
    ("service.engines",),
    ("service.prospects",),
    ("service.problems", "service.claims", "service.saves", "service.conformance"),
    ("schemas",),
    ("service.judge",),
    ("service.judge_prospects", "service.receipts", "service.bulk"),
    ("service.description", "service.http"),
    ("service.api",),
    ("service.app",),
    ("service.server", "service.commands"),
    ("service.cli",),
)
"""From the ground up; the rooms of one floor know nothing of each other."""

FLOOR_OF = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
# The package itself stands in no room and imports nothing: everything may know its version.
FLOOR_OF_PACKAGE = -1


def modules() -> dict[str, Path]:
    """Every module of ours by its name."""
    paths = [path for top in ("service", "schemas") for path in sorted((ROOT / top).rglob("*.py"))]
    return {_name(path.relative_to(ROOT)): path for path in paths}


def _name(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


@cache
def imports() -> dict[str, set[str]]:
    """By module: the modules of ours that it imports, wherever in it that is written."""
    known = modules()
    return {name: set(_imported(ast.parse(path.read_text("utf-8")), known)) for name, path in known.items()}


def _imported(tree: ast.AST, known: dict[str, Path]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            inner = {f"{node.module}.{alias.name}" for alias in node.names} & known.keys()
            # A package that is only passed through on the way to its modules is not meant.
            yield from inner or {node.module} & known.keys()


def room_of(module: str) -> str:
    """The room that a module stands in; a package above all rooms is in none."""
    return next((room for room in FLOOR_OF if f"{module}.".startswith(f"{room}.")), "")


def test_every_module_stands_on_a_floor():
    assert [module for module in modules() if not room_of(module)] == ["service"]


@pytest.mark.parametrize("room", FLOOR_OF)
def test_imports_run_downwards_only(room):
    upwards = {
        f"{module} imports {found}"
        for module, imported in imports().items()
        if room_of(module) == room
        for found in imported
        if room_of(found) != room and FLOOR_OF.get(room_of(found), FLOOR_OF_PACKAGE) >= FLOOR_OF[room]
    }
    assert upwards == set()


def test_imports_run_in_no_circle():
    """Else the sorter names one."""
    assert set(TopologicalSorter(imports()).static_order()) == set(modules())


def test_the_engine_loads_neither_flask_nor_marshmallow():
    program = (
        "import sys, service.engine.replay, service.engine.describe;"
        "print(sorted({name.split('.')[0] for name in sys.modules} & {'flask', 'marshmallow', 'schemas'}))"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
