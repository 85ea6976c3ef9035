"""What the distributed packages hold: the whole program, the library alone, and the npm package."""

import ast
import json
import os
import shutil
import subprocess
import sys
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

import patience
import service
from tools.board_sheet import board_sheet
from tools.library_package import ROOT, write_tree

LIBRARY = (
    "patience/*.py",
    "patience/py.typed",
    "patience/bench/*.py",
    "patience/bench/*.json",
    "patience/cards/*.py",
    "patience/compilation/*.py",
    "patience/formats/*.py",
    "patience/games/*.py",
    "patience/gym/*.py",
    "patience/kernel/*.py",
    "patience/kernel/core.py[ix]",
    "patience/kernel/*.[ch]",
    "patience/kernel/*.px[di]",
    "patience/play/*.py",
    "patience/search/*.py",
    "patience/search/engine.py[ix]",
    "patience/search/*.json*",
    "patience/search/parts/*.c",
    "patience/search/search.[ch]",
    "patience/search/search.pxd",
    "patience/search/winnable/*",
    "patience/rules/*.py",
    "patience/words/*.py",
    "patience/words/*.json",
)
"""Patterns: every file matches one, and every pattern a file."""

PROGRAM = (
    "patience_referee/__init__.py",
    "patience_referee/schemas/*.py",
    "patience_referee/schemas/py.typed",
    "patience_referee/service/*",
    "patience_referee/service/web/prospects/search.wasm",
    "patience_referee/service/resources/docs/*",
    "patience_referee/service/resources/fixtures/conformance/*",
    "patience_referee/service/resources/fixtures/games/*",
    "patience_referee-*.dist-info/*",
)
NPM = ("*.js", "*.d.ts", "engine/variants.json", "element/board.css", "package.json", "README.md", "LICENSE")

COMPILED = ("*.so", "*.pyd")


def assert_matches(files: list[str], patterns: tuple[str, ...]) -> None:
    assert [name for name in files if not any(fnmatch(name, pattern) for pattern in patterns)] == []
    assert [pattern for pattern in patterns if not any(fnmatch(name, pattern) for name in files)] == []


def wheel_files(root: Path) -> list[str]:
    """Return the files of the wheel of a source tree, those that are compiled left out."""
    files = [file.distribution_path for file in WheelBuilder(str(root)).recurse_included_files()]
    return [name for name in files if not any(fnmatch(name, pattern) for pattern in COMPILED)]


def test_the_library_s_wheel(tmp_path):
    write_tree(tmp_path)
    files = wheel_files(tmp_path)
    assert_matches(files, LIBRARY)
    assert not any(name.startswith(("service/", "schemas/")) for name in files)


def test_the_library_has_no_dependency(tmp_path):
    write_tree(tmp_path)
    metadata = WheelBuilder(str(tmp_path)).metadata
    assert metadata.core.dependencies == []
    assert metadata.version == patience.__version__ == service.__version__


def test_a_tree_is_not_written_over_something_else(tmp_path):
    (tmp_path / "notes.txt").touch()
    with pytest.raises(FileExistsError, match="is not empty"):
        write_tree(tmp_path)


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """The program's wheel, unpacked."""
    pytest.importorskip("hatch_fancy_pypi_readme")
    place = tmp_path_factory.mktemp("program")
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(place), versions=["standard"])
    assert wheel.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place / "site")
    return place / "site"


def test_the_program_s_wheel(program):
    """It has one package, whose name is the program's own, and nothing of the library."""
    files = [str(path.relative_to(program)) for path in program.rglob("*") if path.is_file()]
    assert_matches(files, PROGRAM)
    (metadata,) = program.glob("*.dist-info/METADATA")
    assert f"Requires-Dist: python-patience=={service.__version__}" in metadata.read_text("utf-8")


def test_the_modules_of_the_program_import_each_other_by_their_new_names(program):
    names = {
        name
        for path in program.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
        )
    }
    assert {name for name in names if name.split(".")[0] in {"service", "schemas"}} == set()
    assert {"patience_referee.service.config", "patience_referee.schemas.problems"} <= names


def test_the_program_runs_beside_a_service_of_somebody_else(program, tmp_path):
    """Every command can be imported, gunicorn finds the modules that texts name, and a game is dealt."""
    (tmp_path / "service").mkdir()
    (tmp_path / "service" / "__init__.py").write_text("raise RuntimeError('the service of somebody else')")
    check = (
        "from patience_referee.service.cli import COMMANDS, main\n"
        "from importlib import import_module\n"
        "for command in COMMANDS.values(): import_module(command.path.partition(':')[0])\n"
        "import patience_referee.service.server.configuration as configuration\n"
        "import_module(configuration.wsgi_app.partition(':')[0])\n"
        "import_module(configuration.worker_class.rpartition('.')[0])\n"
        "main(['deal', 'klondike', '7'])\n"
    )
    path = os.pathsep.join((str(tmp_path), str(program), str(ROOT)))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}
    done = subprocess.run(
        [sys.executable, "-c", check], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "T1" in done.stdout


def test_an_installed_command_is_the_program(program):
    (scripts,) = program.glob("*.dist-info/entry_points.txt")
    assert scripts.read_text("utf-8").split() == [
        "[console_scripts]",
        "referee",
        "=",
        "patience_referee.service.cli:main",
    ]


def test_the_source_distribution_builds_and_tests_everything():
    files = {file.distribution_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    needed = {
        "LICENSE",
        "README.md",
        "hatch_build.py",
        "openapi.yaml",
        "patience/kernel/core.pyx",
        "tests/conftest.py",
    }
    assert needed <= files
    assert [name for name in files if fnmatch(name, "*.so") or name.startswith((".venv/", ".git/"))] == []


def test_the_board_s_styles_are_those_of_the_page():
    assert (ROOT / "service/web/element/board.css").read_text("utf-8") == board_sheet()


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_the_npm_package():
    command = [shutil.which("npm"), "pack", "--dry-run", "--json", "--offline"]
    packed = subprocess.run(command, cwd=ROOT / "service/web", capture_output=True, text=True, check=True)
    (package,) = json.loads(packed.stdout)
    assert_matches([file["path"] for file in package["files"]], NPM)
    assert package["version"] == service.__version__
