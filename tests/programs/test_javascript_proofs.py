"""The stuck check of the page finds what the service finds, and its files are those of these sources.

``python -m tests.soak.page_check`` compares far more.
"""

import json
import random
import shutil

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.games import VARIANTS
from patience.search import proofs, search_runner
from tests.soak.page_check import compare, page_findings, random_case
from tools.search_wasm import TARGET, heuristics, sources_digest

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


def test_the_generated_files_are_current():
    description = json.loads((TARGET / "search.json").read_text("utf-8"))
    hint = "Run `python -m tools.search_wasm`; it needs clang and lld."
    assert description["sources"] == sources_digest(), hint
    assert description["heuristics"] == json.loads(json.dumps(heuristics())), hint
