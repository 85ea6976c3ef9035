"""Fetch and build the engines of `engines.toml`, ask them the kit, and rewrite
docs/reference/other-engines.md.

    python -m tests.conformance.foreign FOLDER [--only NAME]

FOLDER gets the sources, each at the commit it was checked against, and a virtual environment. Git, npm,
Perl and a C++ compiler must be installed. With --only, nothing is rewritten and the page goes to standard
output.
"""

import argparse
import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

ROOT: Final = Path(__file__).parents[3]
ENGINES: Final = Path(__file__).with_name("engines.toml")
PAGE: Final = ROOT / "docs" / "reference" / "other-engines.md"
START: Final = "<!-- engines -->\n"
END: Final = "<!-- end -->"


def fetch(engine: dict[str, Any], folder: Path) -> None:
    """Fetch an engine's source at its commit, and build it."""
    sources = folder / engine["source"].rpartition("/")[2]
    if "github.com" in engine["source"] and not sources.exists():
        subprocess.run(["git", "clone", "-q", engine["source"], str(sources)], check=True)
        subprocess.run(["git", "-C", str(sources), "checkout", "-q", engine["version"]], check=True)
    for command in engine.get("build", ()):
        subprocess.run(shlex.split(os.path.expandvars(command)), check=True, cwd=ROOT)


def main() -> None:
    """Fetch, build and ask."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.conformance.foreign",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", metavar="NAME", help="ask this engine")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    folder.mkdir(exist_ok=True)
    if not (folder / "venv").exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    os.environ |= {"ENGINES": str(folder), "PYTHON": str(folder / "venv/bin/python"), "PYTHONPATH": str(ROOT)}
    text = ENGINES.read_text("utf-8")
    for engine in tomllib.loads(text)["engine"]:
        if arguments.only in {None, engine["name"]}:
            fetch(engine, folder)
    with TemporaryDirectory() as temporary:
        chosen, page = Path(temporary) / "engines.toml", Path(temporary) / "page.md"
        blocks = text.split("[[engine]]")[1:]
        named = [block for block in blocks if not arguments.only or f'name = "{arguments.only}"' in block]
        chosen.write_text("".join(f"[[engine]]{block}" for block in named), "utf-8")
        command = ["-c", "from service.cli import main; main()", "conform", "--decks"]
        subprocess.run(
            [sys.executable, *command, "--engines", str(chosen), "--report", str(page)], cwd=ROOT, check=False
        )
        found = page.read_text("utf-8")
    if arguments.only:
        sys.stdout.write(found)
        return
    before, _, rest = PAGE.read_text("utf-8").partition(START)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{START}\n{found}\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
