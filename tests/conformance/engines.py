"""The engines of this project as programs for `referee conform`, and the table of engines that conform.

python -m tests.conformance.engines kernel      judge requests, one per line (or: readable, reference)
python -m tests.conformance.engines --table     test all engines and rewrite docs/reference/conformance.md
python -m tests.conformance.engines --pysolfc FOLDER     the same with PySolFC's own code (see pysolfc.py)
"""
# ruff: noqa: T201

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import orjson
from marshmallow import ValidationError

from service.conformance.comparison import ASPECTS
from service.judging.judge import judge as judge_with_kernel
from service.judging.judge import judge_readably
from service.requests.problems import Problem
from service.requests.strict_json import JsonError
from tests.conformance.pysolfc import covered
from tests.declared import judge as judge_by_reference

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "reference" / "conformance.md"
START: Final = "<!-- engines -->\n"
END: Final = "<!-- end -->"

RUN: Final = "from service.cli import main; main()"
PYTHON: Final = (sys.executable, "-m", "tests.conformance.engines")
ENGINES: Final = {
    "compiled kernel": ("`patience/kernel/core.pyx`, Cython", (*PYTHON, "kernel")),
    "readable engine": ("`patience/`, Python", (*PYTHON, "readable")),
    "JavaScript engine": (
        "`service/web/engine/`, npm package `patience-referee`",
        ("node", "tests/conformance/engine.mjs"),
    ),
    "reference interpreter": ("`tests/reference/`, Python", (*PYTHON, "reference")),
}

PYSOLFC: Final = "PySolFC"


def by_reference(request: dict[str, Any]) -> dict[str, Any]:
    """Return the reference interpreter's answer."""
    try:
        return judge_by_reference(request)
    except ValueError as error:
        return {"malformed": str(error)}


def by_service(judge: Any, request: dict[str, Any]) -> Any:
    """Return the service's answer with one of its engines."""
    try:
        return orjson.loads(judge(orjson.dumps(request)).answer)
    except (JsonError, ValidationError, Problem) as error:
        return {"malformed": str(error)}


def main() -> None:
    """Judge requests, or test engines."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("engine", nargs="?", choices=("kernel", "readable", "reference"), default="readable")
    parser.add_argument("--table", nargs="*", choices=ENGINES, metavar="NAME", help="(default: all)")
    parser.add_argument("--pysolfc", metavar="FOLDER", help="test PySolFC, whose pysollib is in this folder")
    options = parser.parse_args()
    if options.pysolfc:
        command = (sys.executable, "-m", "tests.conformance.pysolfc", options.pysolfc)
        rows = {PYSOLFC: row(PYSOLFC, "its own code, `tests/conformance/pysolfc.py`", command, covered())}
        PAGE.write_text(with_rows(PAGE.read_text("utf-8"), rows), "utf-8")
        return
    if options.table is not None:
        rows = {name: row(name, *ENGINES[name]) for name in options.table or ENGINES}
        PAGE.write_text(with_rows(PAGE.read_text("utf-8"), rows), "utf-8")
        return
    judge = {"kernel": judge_with_kernel, "readable": judge_readably}.get(options.engine)
    for line in sys.stdin:
        request = json.loads(line)
        if options.engine == "kernel":
            # Only the readable engine lists legal moves.
            request["include"] = ["final_state"]
        print(json.dumps(by_service(judge, request) if judge else by_reference(request)), flush=True)


def with_rows(page: str, new: Mapping[str, str]) -> str:
    """Return the page with new rows for some engines, and the rows that it has for others."""
    before, rest = page.split(START)
    table, after = rest.split(END, 1)
    rows = {line.split(" | ")[0].removeprefix("| "): f"{line}\n" for line in table.strip().splitlines()[2:]}
    rows |= new
    head = f"| engine | source | {' | '.join(ASPECTS)} | variants | kit | tested |\n"
    lines = "".join(rows[name] for name in (*ENGINES, PYSOLFC) if name in rows)
    return f"{before}{START}\n{head}{'| --- ' * (len(ASPECTS) + 5)}|\n{lines}\n{END}{after}"


def row(name: str, source: str, command: Sequence[str], variants: Sequence[str] = ()) -> str:
    """Test an engine and return its row: what it answered rightly, of what was asked."""
    chosen = [word for variant in variants for word in ("--variant", variant)]
    with tempfile.TemporaryFile() as output:
        arguments = [sys.executable, "-c", RUN, "conform", "--json", *chosen, "--", *command]
        subprocess.run(arguments, stdout=output, cwd=ROOT, check=False)
        output.seek(0)
        report = json.load(output)
    aspects = []
    for aspect in ASPECTS:
        counts = report["aspects"][aspect]
        answered = aspect not in report["not_answered"]
        aspects.append(f"{counts['agreed']} of {counts['asked']}" if answered else "not answered")
    right = sum(counts["asked"] == counts["agreed"] for counts in report["variants"].values())
    cells = [name, source, *aspects, str(right), f"`{report['kit']}`", f"{datetime.now(UTC):%Y-%m-%d}"]
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    main()
