"""``concepts.txt`` says where each concept is known: by which engines, in which words, in which game."""

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from patience.games import VARIANTS
from patience.kernel import loader
from patience.search import proofs, search_runner
from patience.words import LANGUAGES, language
from tests.engine.declarations import ALONE, CONCEPTS
from tests.engine.games import rule_sets

ROOT = Path(__file__).parents[2]
WEB = ROOT / "service" / "web"


class Concept(NamedTuple):
    """A row of the table."""

    name: str
    engines: set[str]
    word: str
    game: str


def table() -> list[Concept]:
    """Return the rows of ``concepts.txt``."""
    lines = Path(__file__).with_name("concepts.txt").read_text("utf-8").splitlines()
    rows = [[part.strip() for part in line.split("|")] for line in lines if line and line[0] != "#"]
    return [Concept(name, set(engines.split()), word, game) for name, engines, word, game in rows]


TABLE = table()
NAMES = {concept.name for concept in TABLE}


def names_in(module: str, start: str) -> set[str]:
    """Return the names in the list or object of a module of the page that begins so."""
    text = (WEB / "prospects" / f"{module}.js").read_text("utf-8")
    body = re.search(rf"const {start}(.*?)\n *[\]}}];", text, re.DOTALL)
    assert body
    found = re.findall(r"^ +(\w+):" if start.endswith("{") else r"'(\w+)'", body[1], re.MULTILINE)
    return set(found)


def kernel_concepts() -> frozenset[str]:
    if loader.kernel() is None:
        pytest.skip("The kernel is switched off.")
    from patience.kernel import core  # noqa: PLC0415 - where it is compiled

    return core.CONCEPTS


def test_every_concept_has_one_row():
    assert [concept.name for concept in TABLE] == sorted(NAMES)
    used = {name for variant in VARIANTS.values() for name in variant.rules.concepts}
    assert used - NAMES == set()


def test_random_declarations_use_every_concept():
    """By them the readable engine, the kernel, the JavaScript engine and the reference are compared."""
    assert {*CONCEPTS, *ALONE} == NAMES


def test_the_page_names_every_concept():
    """What the page's proofs and search do not know they decline by these names."""
    assert names_in("rows", "uses = {") == NAMES


@pytest.mark.parametrize(
    ("engine", "known"),
    [
        ("kernel", kernel_concepts),
        ("proofs", lambda: proofs.CONCEPTS),
        ("proofs", lambda: names_in("proofs", r"CONCEPTS = \[")),
        ("cut", lambda: search_runner.CONCEPTS),
        ("whole", lambda: search_runner.UNCUT),
        ("page", lambda: names_in("search", r"CONCEPTS = \[")),
    ],
)
def test_an_engine_knows_what_the_table_says(engine, known):
    assert {concept.name for concept in TABLE if engine in concept.engines} == set(known())


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_has_the_words_of_every_concept(code):
    parts = json.loads((ROOT / "patience" / "words" / f"{code}.json").read_text("utf-8"))
    known = {*language(code).words, *parts["visitor"]["words"], *parts["rules"]["sentences"]}
    assert {concept.name: concept.word for concept in TABLE if concept.word not in known | {"-"}} == {}


def test_a_game_of_every_concept_has_a_corpus():
    concepts: dict[str, set[str]] = {}
    for name, options in rule_sets():
        concepts.setdefault(name, set()).update(VARIANTS[name].under(tuple(options.items())).concepts)
    games = [concept for concept in TABLE if concept.game != "-"]
    assert [concept for concept in games if concept.name not in concepts[concept.game]] == []
    corpora = {path.name.removesuffix(".jsonl.gz") for path in (ROOT / "fixtures" / "games").iterdir()}
    assert {concept.game for concept in games} - corpora == set()
    declared = NAMES - set().union(*concepts.values())
    assert {concept.name for concept in TABLE if concept.game == "-"} == declared
