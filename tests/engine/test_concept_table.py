"""The table of `patience/rules/concepts.py`: which engines know a concept, and in which words it is said."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from patience.games import VARIANTS
from patience.rules.concepts import CONCEPTS, CONDITIONS, Engine
from patience.words import LANGUAGES, language
from tests.engine.games import rule_sets

ROOT = Path(__file__).parents[2]
NAMES = set(CONCEPTS)


def test_the_table_has_every_concept_once():
    assert list(CONCEPTS) == sorted(NAMES)
    used = {name for variant in VARIANTS.values() for name in variant.rules.concepts}
    assert used - NAMES == set()


def test_the_search_knows_a_concept_with_its_cuts_or_without():
    for name, concept in CONCEPTS.items():
        known = concept.engines.split()
        assert {*known} <= {*get_args(Engine)}, name
        assert not {"cut", "whole"} <= {*known}, name


def test_the_page_names_every_concept():
    """By these names the page's proofs and search decline what they do not know; fields say some of them."""
    text = (ROOT / "service" / "web" / "prospects" / "rows.js").read_text("utf-8")
    uses = re.search(r"const uses = \{(.*?)\n *\};", text, re.DOTALL)
    assert uses
    assert sorted([*re.findall(r"^ +(\w+):", uses[1], re.MULTILINE), *CONDITIONS]) == sorted(NAMES)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_has_the_words_of_every_concept(code):
    parts = json.loads((ROOT / "patience" / "words" / f"{code}.json").read_text("utf-8"))
    words = {*language(code).words, *parts["visitor"]["words"], *parts["rules"]["sentences"], ""}
    assert {name: known.word for name, known in CONCEPTS.items() if known.word not in words} == {}


DECLARED_ONLY = {
    "beneath",
    "closed_takes_none",
    "exchange",
    "hold_spare_card",
    "last_draw_only",
    "packet",
}
"""Concepts that no registered game has, only declarations of one's own."""


def test_a_game_of_every_concept_has_a_corpus():
    corpora = {path.name.removesuffix(".jsonl.gz") for path in (ROOT / "fixtures" / "games").iterdir()}
    shown: set[str] = set()
    for name, options in rule_sets():
        shown |= VARIANTS[name].under(tuple(options.items())).concepts if name in corpora else set()
    assert NAMES - shown == DECLARED_ONLY
