"""Ask the engines of `engines.toml` the kit, and rewrite docs/reference/other-engines.md.

    python -m tests.conformance.foreign FOLDER [--only NAME]

FOLDER has the engines, at the versions that `engines.toml` names. Engines that are not there are named, with
what their adapters expect. Then, and with --only, nothing is rewritten and the page goes to standard output.
"""
# ruff: noqa: T201

import argparse
import os
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


def missing(engines: list[dict[str, Any]], folder: Path) -> set[str]:
    """Return the names of the engines that `folder` lacks, and say what their adapters expect there."""
    lacking = [engine for engine in engines if not any(folder.glob(engine["path"]))]
    for engine in lacking:
        print(
            f"{engine['name']}: {folder / engine['path']} is missing: {engine['expects']}, "
            f"from {engine['source']}, version {engine['version']}.",
            file=sys.stderr,
        )
    return {engine["name"] for engine in lacking}


def report(text: str, names: set[str]) -> str:
    """Return the page about the engines with these names. Exits if one of them gives no answer."""
    with TemporaryDirectory() as temporary:
        chosen, page = Path(temporary) / "engines.toml", Path(temporary) / "page.md"
        blocks = text.split("[[engine]]")[1:]
        named = [block for block in blocks if any(f'name = "{name}"' in block for name in names)]
        chosen.write_text("".join(f"[[engine]]{block}" for block in named), "utf-8")
        command = ["-c", "from service.cli import main; main()", "conform", "--decks"]
        subprocess.run(
            [sys.executable, *command, "--engines", str(chosen), "--report", str(page)], cwd=ROOT, check=False
        )
        if not page.exists():
            sys.exit("No page was written, since an engine gave no answer.")
        return page.read_text("utf-8")


def main() -> int:
    """Ask the engines that are there."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.conformance.foreign",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", metavar="NAME", help="ask this engine")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    text = ENGINES.read_text("utf-8")
    engines = tomllib.loads(text)["engine"]
    wanted = [engine for engine in engines if arguments.only in {None, engine["name"]}]
    lacking = missing(wanted, folder)
    names = {engine["name"] for engine in wanted} - lacking
    if not names:
        return 1
    own = folder / "venv/bin/python"
    python = own if own.exists() else sys.executable
    os.environ |= {"ENGINES": str(folder), "PYTHON": str(python), "PYTHONPATH": str(ROOT)}
    found = report(text, names)
    if lacking or arguments.only:
        print(found)
        return 1 if lacking else 0
    before, _, rest = PAGE.read_text("utf-8").partition(START)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{START}\n{found}\n{END}{after}", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
