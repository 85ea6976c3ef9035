"""Make and check everything that is generated for a game.

    python -m tools.new_game ID [--pysolfc FOLDER]

Run it again after each step of docs/how-to/add-a-game.md. It writes the table on the rules page, the corpus,
the cases of the conformance kit, the declaration in the JavaScript package, openapi.yaml, and counts of
legal logs, for which it needs Node.js. Then it lists what is still missing, each with the file or command
that helps; lines that begin with "maybe" are advice. Last it runs the tests of the game. With --pysolfc, it
then asks PySolFC's own code, unpacked in FOLDER, about every case that is one of its games
(conformance/pysolfc.py).

The exit code is 0 if nothing is missing and all checks pass, and 1 otherwise.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from conformance import choose
from conformance.declared import option_values
from conformance.pysolfc import STACKS, number_of
from patience.games import VARIANTS
from patience.play.checks import possible_reasons
from patience.rules.declaration import from_json, to_json
from service.api.rules_page import page_of
from service.conformance.badge import Report
from service.conformance.cases import all_cases, kit_version
from service.conformance.comparison import compare
from service.conformance.engine_process import ask_program, program
from service.openapi.document import as_yaml
from tools import javascript_games, perft_table
from tools.fixtures import corpus

ROOT = Path(__file__).parents[1]
_PYSOLFC = (sys.executable, "-m", "conformance.pysolfc")
PATIENCE = 60
"""Seconds to wait for an answer of PySolFC."""

SHOWN = 5
"""Differences from PySolFC that are reported."""


def missing(variant: str) -> Iterator[str]:
    """Yield what only a person can add, then advice."""
    if variant not in VARIANTS:
        near = get_close_matches(variant, VARIANTS, 1)
        hint = f" Did you mean {near[0]}?" if near else ""
        yield f"a declaration: add it to its family's file in patience/games/.{hint}"
        return
    yield from _missing_on_the_rules_page(variant)
    known = json.loads(STACKS.read_text("utf-8"))
    for number in VARIANTS[variant].pysolfc:
        if str(number) not in known:
            yield f"game {number} in fixtures/saves/{STACKS.name}: run this command with --pysolfc FOLDER"
    yield from _missing_in_the_corpus(variant, corpus.read(variant))


def _missing_on_the_rules_page(variant: str) -> Iterator[str]:
    family = VARIANTS[variant].family
    path = ROOT / "docs" / "rules" / f"{page_of(family)}.md"
    page = path.read_text("utf-8") if path.exists() else ""
    if not page:
        yield f"a page for its family, listed in mkdocs.yml: {path.relative_to(ROOT)}, headed # {family}"
    if not re.search(rf"^## .*`{variant}`", page, re.MULTILINE):
        yield f"a section in {path.relative_to(ROOT)}: ## {VARIANTS[variant].title} — `{variant}`"


def _missing_in_the_corpus(variant: str, lines: list[corpus.Line]) -> Iterator[str]:
    games = [line for line in lines if line["kind"] == "game"]
    options = {item for line in games for item in line["request"]["rules"].items()}
    for name, values in option_values(variant).items():
        for value in values[1:]:
            if isinstance(value, str) and (name, value) not in options:
                yield f"games under {name}: {value}: python -m tools.fixtures {variant}"
    seen = {(line["verdict"]["first_illegal_move"] or {}).get("reason") for line in games}
    unseen = [str(reason) for reason in possible_reasons(VARIANTS[variant]) if reason not in seen]
    if unseen:
        yield f"maybe: games for {', '.join(unseen)}, which chance did not come across"
    if not any(line["kind"] == "play" for line in lines):
        yield "maybe: games that another program played, as lines of the kind play"
    endings = {line["verdict"]["outcome"] for line in games if line["verdict"]["valid"]}
    won = any(line["kind"] == "play" and line["won"] for line in lines)
    if "won" not in endings and not won:
        yield "maybe: a game that is won"
    if "lost" not in endings:
        yield "maybe: a game that is lost"


def make(variant: str) -> None:
    """Write every generated file that depends on the variant, and report each.

    Raises DeclarationError if its declaration is not one.
    """
    from_json(to_json(VARIANTS[variant].rules))
    _report("openapi.yaml, the JavaScript package")
    (ROOT / "openapi.yaml").write_text(as_yaml(), encoding="utf-8")
    javascript_games.write()
    _report(f"the corpus fixtures/games/{variant}.jsonl.gz")
    corpus.remake(variant)
    _report(f"cases of the conformance kit, fixtures/conformance/cases/{variant}.jsonl")
    choose.write(variant)
    _report("counts of legal logs, fixtures/perft.jsonl")
    perft_table.write([variant])


def check(variant: str, pysolfc: str | None) -> bool:
    """Run the tests of a variant, and the comparison with PySolFC in the folder `pysolfc`."""
    _report("its tests: the engines and the reference agree on the corpus")
    # Tests of a family bear the name of its first variant.
    family = next(name for name in VARIANTS if VARIANTS[name].family == VARIANTS[variant].family)
    tests = ["tests/test_games.py", "-k", f"{variant} or {family}", "-q", "--no-header"]
    whole = os.environ | {"PATIENCE_TESTS": "whole"}
    run = subprocess.run([sys.executable, "-m", "pytest", *tests], cwd=ROOT, env=whole, check=False)
    passed = run.returncode == 0
    return passed and (pysolfc is None or agrees_with_pysolfc(variant, pysolfc))


def agrees_with_pysolfc(variant: str, folder: str) -> bool:
    """Compare the cases that are games of PySolFC with its own answers, and report the differences."""
    cases = [
        case
        for case in all_cases(ROOT / "fixtures", [variant])
        if case.expected.valid is None or number_of(variant, case.request.get("rules") or {})
    ]
    requests = [{**case.request, "include": ["final_state"]} for case in cases]
    result = Report(kit_version(ROOT / "fixtures"))
    with program([*_PYSOLFC, folder]) as process:
        for case, answer in zip(cases, ask_program(process, requests, PATIENCE), strict=True):
            result.add(case, compare(case.expected, answer))
    disagreements = result.disagreements()
    _report(f"comparison with PySolFC: {len(cases) - len(disagreements)} of {len(cases)} answers agree")
    for case, difference in disagreements[:SHOWN]:
        expected = f"{difference.field}: expected {difference.expected}; PySolFC has {difference.found}"
        _report(f"  {case.source}, {case.name}: {expected}")
    return result.agrees


def _report(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Make the generated files, list what is missing, and check the game."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.new_game",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("variant", metavar="ID", help="the id of the declaration in patience/games/")
    parser.add_argument("--pysolfc", metavar="FOLDER", help="the folder that contains PySolFC's pysollib")
    arguments = parser.parse_args()
    variant = arguments.variant
    if variant in VARIANTS:
        make(variant)
        if arguments.pysolfc:
            _report(f"PySolFC's order of stacks, fixtures/saves/{STACKS.name}")
            subprocess.run([*_PYSOLFC, arguments.pysolfc, "--stacks"], cwd=ROOT, check=True)
    lines = list(missing(variant))
    needed = [line for line in lines if not line.startswith("maybe")]
    if lines:
        _report("\n".join([f"{variant} lacks:" if needed else "advice:", *(f"  {line}" for line in lines)]))
    # What is missing may need what is not at hand, such as PySolFC. The tests say what they find without it.
    passed = variant in VARIANTS and check(variant, arguments.pysolfc)
    if needed or not passed:
        return 1
    _report(f"{variant} is complete.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
