"""The package of the JavaScript engine: what it contains, that it installs, and that its README is true."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from service import __version__
from service.api.pages import files
from tools.javascript_games import FILE, text
from tools.javascript_words import modules

ROOT = Path(__file__).parents[2]
ENGINE = FILE.parent
PACKAGE = ENGINE.parent
NPM = shutil.which("npm")
needs_npm = pytest.mark.skipif(not NPM, reason="npm is not installed")


def run(folder, *command):
    """Run a program offline, and return its output."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """Return a fresh project with the packed package installed."""
    folder = tmp_path_factory.mktemp("project")
    (packed,) = json.loads(run(PACKAGE, NPM, "pack", "--json", "--pack-destination", str(folder)))
    (folder / "package.json").write_text('{"private": true}')
    run(folder, NPM, "install", "--offline", "--no-audit", "--no-fund", str(folder / packed["filename"]))
    return folder


def test_declarations_are_current():
    """``python -m tools.javascript_games`` writes them."""
    assert FILE.read_bytes() == text()


def test_sentences_are_current():
    """``python -m tools.javascript_words`` writes them."""
    assert {path: path.read_text("utf-8") for path in modules()} == modules()


def test_its_version_is_that_of_the_service():
    package = json.loads((PACKAGE / "package.json").read_text("utf-8"))
    assert package["version"] == __version__
    assert (PACKAGE / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_service_serves_every_module():
    assert {path.name for path in ENGINE.glob("*.js*")} <= {
        name.removeprefix("engine/") for name in files() if name.startswith("engine/")
    }


def modules_of(entry: Path) -> set[Path]:
    """Return the files that a module needs, itself among them. A text of i18n/ is chosen at run time."""
    found, pending = set(), [entry]
    while pending:
        path = pending.pop()
        if path in found:
            continue
        found.add(path)
        if path.suffix == ".js":
            named = re.findall(r"(?:from |import\(|new URL\()'(\.[^']+)'", path.read_text("utf-8"))
            pending += [(path.parent / name).resolve() for name in named]
    return found


def board_files() -> set[Path]:
    texts = {path for folder in ("i18n", "words") for path in (PACKAGE / folder).glob("??.js")}
    return modules_of(PACKAGE / "element" / "patience-board.js") | texts


@needs_npm
def test_the_package_has_what_it_needs_and_nothing_else(installed):
    package = installed / "node_modules" / "patience-referee"
    about = {PACKAGE / name for name in ("package.json", "README.md", "LICENSE")}
    engine = {*ENGINE.iterdir(), *modules_of(ENGINE / "named.js")}
    needed = {*engine, *board_files(), PACKAGE / "element" / "patience-board.d.ts", *about}
    assert {path.relative_to(package) for path in package.rglob("*") if path.is_file()} == {
        path.relative_to(PACKAGE) for path in needed
    }


@needs_npm
def test_the_readme_runs(installed):
    program, *_ = re.findall(r"```js\n(.*?)```", (PACKAGE / "README.md").read_text("utf-8"), re.DOTALL)
    (installed / "game.mjs").write_text(program)
    lines = run(installed, "node", "game.mjs").splitlines()
    assert lines[-1] == "in_progress 0"
