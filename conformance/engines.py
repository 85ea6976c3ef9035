"""The engines of this project as programs for `referee conform`, and the table of engines that conform.

python -m conformance.engines kernel      judge requests, one per line (or: readable, reference)
python -m conformance.engines --table     test all engines and rewrite docs/reference/conformance.md
python -m conformance.engines --pysolfc FOLDER     the same with PySolFC's own code (see pysolfc.py)
"""
# ruff: noqa: T201

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar

import orjson
from marshmallow import ValidationError

from conformance import reference
from conformance.deals import deal_of
from conformance.declared import is_well_formed, opening
from conformance.declared import judge as judge_by_reference
from conformance.pysolfc import covered
from patience.compilation.compiled_rules import tables_for
from patience.game import Game
from patience.move_counts import perft
from patience.play import legality
from patience.play.position import Position
from schemas.problems import Problem
from schemas.strict_json import JsonError
from service.conformance.comparison import ASPECTS
from service.judging.judge import judge as judge_with_kernel
from service.judging.loaded_requests import judge_readably

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "reference" / "conformance.md"
START: Final = "<!-- engines -->\n"
END: Final = "<!-- end -->"

RUN: Final = "from service.cli import main; main()"
PYTHON: Final = (sys.executable, "-m", "conformance.engines")
ENGINES: Final = {
    "compiled kernel": ("`patience/kernel/core.pyx`, Cython", (*PYTHON, "kernel")),
    "readable engine": ("`patience/`, Python", (*PYTHON, "readable")),
    "JavaScript engine": (
        "`service/web/engine/`, npm package `patience-referee`",
        ("node", "conformance/engine.mjs"),
    ),
    "reference interpreter": ("`conformance/reference/`, Python", (*PYTHON, "reference")),
}

PYSOLFC: Final = "PySolFC"

PATIENCE: Final = "300"
"""Seconds for one answer: PySolFC deals anew for every position that perft counts from."""

Place = TypeVar("Place")


def by_reference(request: dict[str, Any]) -> dict[str, Any]:
    """Return the reference interpreter's answer."""
    try:
        # The interpreter knows rules, but neither options nor requests.
        if not is_well_formed(request):
            return {"malformed": "a field is missing, unknown or of another type"}
        tables_for(request["variant"], request.get("rules", {}))
        return judge_by_reference(request)
    except ValueError as error:
        return {"malformed": str(error)}


def by_service(judge: Any, request: dict[str, Any]) -> Any:
    """Return the service's answer with one of its engines."""
    try:
        return orjson.loads(judge(orjson.dumps(request)).answer)
    except (JsonError, ValidationError, Problem) as error:
        return {"malformed": str(error)}


def perft_by_kernel(request: dict[str, Any]) -> list[int]:
    """Return the compiled kernel's counts of legal logs of 1, 2, 3 … moves."""
    game = Game.from_log({name: value for name, value in request.items() if name not in {"perft", "include"}})
    return [perft(game, depth) for depth in range(1, request["perft"] + 1)]


def perft_readably(request: dict[str, Any]) -> list[int]:
    """Return the readable engine's counts."""

    def after(position: Position) -> Iterator[Position]:
        for token in legality.legal_moves(position):
            following = position.copy()
            legality.play(following, position.tables.read(token))
            yield following

    return counts(deal_of(request).position(), after, request["perft"])


def perft_by_reference(request: dict[str, Any]) -> list[int]:
    """Return the reference interpreter's counts."""

    def after(game: reference.Game) -> Iterator[reference.Game]:
        for token in reference.legal_moves(game):
            following = game.copy()
            reference.play(following, token)
            yield following

    return counts(opening(request), after, request["perft"])


def counts(opening: Place, after: Callable[[Place], Iterable[Place]], depth: int) -> list[int]:
    """Return the numbers of logs of 1 to ``depth`` moves."""
    places, found = [opening], []
    for _ in range(depth):
        places = [following for place in places for following in after(place)]
        found.append(len(places))
    return found


PERFT: Final = {"kernel": perft_by_kernel, "readable": perft_readably, "reference": perft_by_reference}


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
        command = (sys.executable, "-m", "conformance.pysolfc", options.pysolfc)
        source = "its own code, `conformance/pysolfc.py`"
        rows = {PYSOLFC: row(PYSOLFC, source, command, covered())}
        PAGE.write_text(with_rows(PAGE.read_text("utf-8"), rows), "utf-8")
        return
    if options.table is not None:
        rows = {name: row(name, *ENGINES[name]) for name in options.table or ENGINES}
        PAGE.write_text(with_rows(PAGE.read_text("utf-8"), rows), "utf-8")
        return
    judge = {"kernel": judge_with_kernel, "readable": judge_readably}.get(options.engine)
    for line in sys.stdin:
        request = json.loads(line)
        number = request.pop("perft", None)
        if options.engine == "kernel" and is_well_formed(request):
            # Only the readable engine lists legal moves.
            request["include"] = ["final_state"]
        answer = by_service(judge, request) if judge else by_reference(request)
        if number:
            answer["perft"] = PERFT[options.engine](request | {"perft": number})
        print(json.dumps(answer), flush=True)


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
        asked = ["--json", "--perft", "--patience", PATIENCE, *chosen]
        arguments = [sys.executable, "-c", RUN, "conform", *asked, "--", *command]
        subprocess.run(arguments, stdout=output, cwd=ROOT, check=False)
        output.seek(0)
        report = json.load(output)
    aspects = []
    for aspect in ASPECTS:
        counts = report["aspects"].get(aspect)
        answered = aspect not in report["not_answered"]
        shown = f"{counts['agreed']} of {counts['asked']}" if counts and answered else "not answered"
        aspects.append(shown if counts else "not asked")
    right = sum(counts["asked"] == counts["agreed"] for counts in report["variants"].values())
    cells = [name, source, *aspects, str(right), f"`{report['kit']}`", f"{datetime.now(UTC):%Y-%m-%d}"]
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    main()
