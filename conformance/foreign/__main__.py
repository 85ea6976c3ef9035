"""Fetch the engines of `engines.toml`, ask them the kit, and rewrite docs/reference/other-engines.md.

    python -m conformance.foreign FOLDER [--only NAME]

FOLDER gets a folder for each engine, at the version that `engines.toml` names, and keeps it for next time.
With --only, and if an engine cannot be fetched, nothing is rewritten and the page goes to standard output.
"""
# ruff: noqa: T201

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
ENGINES: Final = Path(__file__).with_name("engines.toml")
PAGE: Final = ROOT / "docs" / "reference" / "other-engines.md"
PICTURES: Final = PAGE.with_suffix("")
START: Final = "<!-- engines -->\n"
END: Final = "<!-- end -->"
_PICTURE: Final = re.compile(
    r'(?P<head><a id="(?P<name>[^"]+)"></a>\n\n.*\n\n)'
    r'(?P<svg><svg [^>]*aria-label="(?P<alt>[^"]*)"[\s\S]*?</svg>)'
)
OUR_PART: Final = {"fetch", "needs"}
"""What `referee conform --engines` has no use for."""


def fetch(engine: dict[str, Any], folder: Path) -> bool:
    """Fetch and build an engine in `folder` unless this version is there; return whether it is there now."""
    fetched = folder / "fetched"
    if fetched.exists() and fetched.read_text("utf-8") == engine["version"]:
        return True
    print(f"{engine['name']}: fetching version {engine['version']} ...", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    place = {"SOURCE": engine["source"], "VERSION": engine["version"], "ADAPTERS": str(ENGINES.parent)}
    done = subprocess.run(["bash", "-euc", engine["fetch"]], cwd=folder, env=os.environ | place, check=False)
    if done.returncode:
        needs = f" It needs {engine['needs']}." if "needs" in engine else ""
        print(f"{engine['name']} could not be fetched (exit code {done.returncode}).{needs}", file=sys.stderr)
        return False
    fetched.write_text(engine["version"], "utf-8")
    return True


def table(engine: dict[str, Any], folder: Path) -> str:
    """Return the TOML table of an engine in `folder` for `referee conform`."""
    here = {**engine, "command": engine["command"].replace("$ENGINE", shlex.quote(str(folder)))}
    # Strings and lists of strings are written alike in JSON and TOML.
    lines = [f"{name} = {json.dumps(value)}" for name, value in here.items() if name not in OUR_PART]
    return "\n".join(["[[engine]]", *lines, ""])


def report(tables: str) -> str:
    """Return the page about these engines. Exits if one of them gives no answer."""
    with TemporaryDirectory() as temporary:
        chosen, page = Path(temporary) / "engines.toml", Path(temporary) / "page.md"
        chosen.write_text(tables, "utf-8")
        command = ["-c", "from service.cli import main; main()", "conform", "--decks"]
        subprocess.run(
            [sys.executable, *command, "--engines", str(chosen), "--report", str(page)], cwd=ROOT, check=False
        )
        if not page.exists():
            sys.exit("No page was written, since an engine gave no answer.")
        return page.read_text("utf-8")


def with_picture_files(page: str) -> str:
    """Return the page with its pictures as files beside it, which browsers load when they come into view."""

    def saved(found: re.Match[str]) -> str:
        name = found["name"]
        (PICTURES / f"{name}.svg").write_text(found["svg"], "utf-8")
        return f"{found['head']}![{found['alt']}]({PICTURES.name}/{name}.svg){{loading=lazy}}"

    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir()
    return _PICTURE.sub(saved, page)


def main() -> int:
    """Ask the engines that can be fetched."""
    parser = argparse.ArgumentParser(
        prog="python -m conformance.foreign",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    engines = {engine["name"]: engine for engine in tomllib.loads(ENGINES.read_text("utf-8"))["engine"]}
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--only", metavar="NAME", choices=engines, help=f"ask this engine: {', '.join(engines)}"
    )
    arguments = parser.parse_args()
    wanted = [engines[arguments.only]] if arguments.only else [*engines.values()]
    os.environ |= {"PYTHON": sys.executable, "PYTHONPATH": str(ROOT)}
    folders = {
        name: arguments.folder.resolve() / Path(engine["source"]).name for name, engine in engines.items()
    }
    there = [engine for engine in wanted if fetch(engine, folders[engine["name"]])]
    if not there:
        return 1
    found = report("".join(table(engine, folders[engine["name"]]) for engine in there))
    if arguments.only or len(there) < len(wanted):
        print(found)
        return 0 if len(there) == len(wanted) else 1
    before, _, rest = PAGE.read_text("utf-8").partition(START)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{START}\n{with_picture_files(found)}\n{END}{after}", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
