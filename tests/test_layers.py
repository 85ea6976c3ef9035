"""The layers of the project: imports run downwards only, and the engine stands alone."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from patience.kernel.loader import KERNEL, engine_name

ROOT = Path(__file__).parents[1]
TOPS = ("patience", "service", "schemas")

LAYERS = (
    ("patience.patience_error",),
    ("patience.cards",),
    ("patience.rules",),
    ("patience.games", "patience.words"),
    ("patience.compilation",),
    ("patience.play",),
    ("patience.kernel", "patience.formats"),
    ("patience.search", "patience.line_of_play"),
    ("patience.winnability",),
    ("patience.game",),
    ("patience.move_counts", "patience.verification", "patience.gym"),
    ("patience.bench", "patience.tables"),
    ("patience.sight",),
    ("schemas",),
    ("service.config",),
    ("service.saves", "service.conformance"),
    ("service.judging",),
    ("service.receipts", "service.bulk"),
    ("service.http", "service.openapi", "service.mcp"),
    ("service.api",),
    ("service.app",),
    ("service.server", "service.commands"),
    ("service.cli",),
)
"""Packages and modules from the bottom up. Those of one layer do not import each other."""

LAYER_OF = {part: number for number, parts in enumerate(LAYERS) for part in parts}
# The top packages belong to no layer: every module may import the version and public names of the library.
PACKAGE_LAYER = -1


def modules() -> dict[str, Path]:
    """Every module of ours by its name."""
    paths = [path for top in TOPS for path in sorted((ROOT / top).rglob("*.py"))]
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


def part_of(module: str) -> str:
    """Return the longest listed package or module that contains a module, "" if none does."""
    parts = [part for part in LAYER_OF if f"{module}.".startswith(f"{part}.")]
    return max(parts, key=len, default="")


def test_the_page_shows_the_layers():
    page = (ROOT / "docs/explanation/architecture.md").read_text("utf-8")
    rows = re.findall(r"^\| [\w ]+ \| (`.+?`) \|", page, re.MULTILINE)
    assert [tuple(re.findall(r"`([\w.]+)`", row)) for row in rows] == [*reversed(LAYERS)]


def test_every_module_belongs_to_a_layer():
    assert [module for module in modules() if not part_of(module)] == ["patience", "service"]


@pytest.mark.parametrize("part", LAYER_OF)
def test_imports_run_downwards_only(part):
    upwards = {
        f"{module} imports {found}"
        for module, imported in imports().items()
        if part_of(module) == part
        for found in imported
        if part_of(found) != part and LAYER_OF.get(part_of(found), PACKAGE_LAYER) >= LAYER_OF[part]
    }
    assert upwards == set()


@pytest.mark.parametrize(
    ("folder", "above"),
    [
        ("patience", {"conformance", "tools", "tests"}),
        ("schemas", {"conformance", "tools", "tests"}),
        ("service", {"conformance", "tools", "tests"}),
        ("conformance", {"tools", "tests"}),
        ("tools", {"tests"}),
    ],
)
def test_what_is_packaged_stands_on_itself_and_nothing_imports_tests(folder, above):
    found = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in (ROOT / folder).rglob("*.py")
        for name in _names_imported(path)
        if name.partition(".")[0] in above
    }
    assert found == set()


def _names_imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_imports_form_no_cycle():
    """The sorter raises an error that names a cycle."""
    assert set(TopologicalSorter(imports()).static_order()) == set(modules())


def test_the_engine_loads_neither_flask_nor_marshmallow():
    program = (
        "import sys, patience.play.replay, patience.compilation.descriptions;"
        "print(sorted({name.split('.')[0] for name in sys.modules} & {'flask', 'marshmallow', 'schemas'}))"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.skipif(engine_name() != KERNEL, reason="the readable engine is chosen")
@pytest.mark.parametrize(
    ("command", "unused"),
    [
        (
            "--version",
            {"marshmallow", "flask", "patience.rules", "patience.games", "patience.play", "difflib"},
        ),
        (
            "replay {game}",
            {"marshmallow", "flask", "fsspec", "patience.search", "patience.formats.foreign_logs"}
            | {"patience.games.spider", "service.saves"},
        ),
        (
            "verify {game} --output {folder}",
            {
                "marshmallow",
                "flask",
                "numpy",
                "pyarrow",
                "dask",
                "multiprocessing.pool",
                "schemas.replay_request",
            },
        ),
    ],
)
def test_a_command_loads_only_what_it_uses(tmp_path, monkeypatch, command, unused):
    monkeypatch.delenv("REFEREE_KERNEL", raising=False)
    game = tmp_path / "game.jsonl"
    game.write_text('{"variant": "freecell", "seed": "1", "moves": ["T6-R1"]}\n', "utf-8")
    program = (
        "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "from service.cli import main; main()"
    )
    words = command.format(game=game, folder=tmp_path / "verdicts").split()
    run = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
    assert unused.isdisjoint(run.stderr.split())


def test_no_two_modules_share_a_name():
    """A name in a traceback or a search then means one file."""
    names = Counter(
        module.rpartition(".")[2] for module, path in modules().items() if path.name != "__init__.py"
    )
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize(
    ("folder", "loose"),
    [
        (
            "patience",
            {"game", "line_of_play", "move_counts", "patience_error", "verification", "winnability"},
        ),
        ("service", {"app", "cli", "config"}),
    ],
)
def test_few_modules_lie_outside_the_packages(folder, loose):
    assert {path.stem for path in (ROOT / folder).glob("*.py")} == {"__init__", *loose}
