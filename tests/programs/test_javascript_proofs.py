"""The stuck check of the page finds what the service finds, and its files are those of these sources.

``python -m tests.soak.page_check`` compares far more.
"""

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.games import VARIANTS
from patience.rules.declaration import to_json
from patience.search import proofs, search_runner
from tests.engine.declarations import covering
from tests.soak.page_check import compare, page_findings, random_case
from tools.search_wasm import TARGET, heuristics, sources_digest

WEB = Path(__file__).parents[2] / "service" / "web"

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed.")

GAMES = (
    *("klondike", "freecell", "spider", "yukon", "forty-thieves", "canfield", "double-russian"),
    *("royal-rendezvous", "rouge-et-noir-hoffmann", "simple-simon", "spiderette"),
    *("golf", "three-peaks", "black-hole", "flake", "auld-lang-syne"),
    *("pyramid", "king-tut", "nestor", "double-pyramid"),
)


@needs_node
@pytest.mark.skipif(not search_runner.is_available(), reason="The search is not compiled.")
def test_both_find_the_same():
    source = random.Random("page")
    kinds, disagreement = compare([random_case(source, name, 300, 15) for name in GAMES], [])
    assert not disagreement, disagreement
    found = {kind.split(": ")[1] for kind in kinds}
    assert found >= {"undecided ", "dead static", "dead exhausted", "winnable line"}


@needs_node
def test_what_is_not_known_is_declined_by_name():
    """One game for each concept that some game uses and the proofs do not know."""
    cases = {}
    for name in VARIANTS:
        for concept in tables_for(name).concepts - proofs.CONCEPTS:
            cases.setdefault(concept, name)
    names = sorted(set(cases.values()))
    checks = [{"after": 0, "budget": 0}, {"after": 0, "budget": 100}]
    answers = page_findings(
        [{"variant": name, "rules": {}, "seed": "2", "moves": [], "checks": checks} for name in names]
    )
    for name, (proved, searched) in zip(names, answers, strict=True):
        concepts = tables_for(name).concepts
        assert proved["prospect"] == "undecided"
        assert set(proved["declined"]) == concepts - proofs.CONCEPTS
        assert set(searched.get("declined", ())) == concepts - search_runner.CONCEPTS


@needs_node
def test_a_declaration_has_the_same_concepts():
    random_rules = [tables.rules for tables in covering(0, lambda _: True, 6)]
    rules = [variant.rules for variant in VARIANTS.values()] + random_rules
    program = """
        const [{ compile }, { conceptsOf }] = await Promise.all(['engine/declaration', 'prospects/rows']
          .map((module) => import(`${process.argv[1]}/${module}.js`)));
        const { readFileSync } = await import('node:fs');
        const declarations = JSON.parse(readFileSync(0, 'utf8'));
        console.log(JSON.stringify(declarations.map((one) => conceptsOf(compile(one)).sort())));
    """
    declared = json.dumps([to_json(each) for each in rules])
    command = ["node", "--input-type=module", "--eval", program, str(WEB)]
    done = subprocess.run(command, input=declared, capture_output=True, text=True, check=True)
    for each, found in zip(rules, json.loads(done.stdout), strict=True):
        assert found == sorted(each.concepts)


def test_the_generated_files_are_current():
    description = json.loads((TARGET / "search.json").read_text("utf-8"))
    hint = "Run `python -m tools.search_wasm`; it needs clang and lld."
    assert description["sources"] == sources_digest(), hint
    assert description["heuristics"] == json.loads(json.dumps(heuristics())), hint
