"""What the distributed packages hold: the whole program, the library alone, and the npm package."""

import json
import shutil
import subprocess
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
    "patience/kernel/*.pxi",
    "patience/play/*.py",
    "patience/search/*.py",
    "patience/search/engine.py[ix]",
    "patience/search/difficulty.jsonl",
    "patience/search/parts/*.pxi",
    "patience/search/winnable/*",
    "patience/rules/*.py",
    "patience/words/*.py",
    "patience/words/*.json",
)
"""Patterns: every file matches one, and every pattern a file."""

PROGRAM = (
    *LIBRARY,
    "schemas/*.py",
    "schemas/py.typed",
    "service/*",
    "service/web/prospects/search.wasm",
    "service/resources/docs/*",
    "service/resources/fixtures/conformance/*",
    "service/resources/fixtures/games/*",
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


def test_the_program_s_wheel():
    assert_matches(wheel_files(ROOT), PROGRAM)


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
