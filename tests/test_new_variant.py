"""``python -m tests.new_variant`` lists what a new game lacks, and nothing for the registered ones."""

import pytest

from patience.games import VARIANTS
from tests.make_fixtures import corpus
from tests.new_variant import lacks


def needs(variant: str) -> list[str]:
    return [line for line in lacks(variant) if not line.startswith("maybe")]


@pytest.mark.parametrize("variant", list(VARIANTS)[::15])
def test_registered_variants_lack_nothing(variant):
    assert needs(variant) == []


def test_an_unknown_game_needs_a_declaration():
    assert needs("klondik") == [
        "a declaration: add it to its family's file in patience/games/. Did you mean klondike?"
    ]


def test_a_declared_game_needs_its_section_table_and_corpus(monkeypatch, tmp_path):
    monkeypatch.setitem(VARIANTS, "made-up", VARIANTS["klondike"])
    monkeypatch.setattr(corpus, "GAMES", tmp_path)
    section, table, package, games = needs("made-up")
    assert section.endswith("#### Klondike — `made-up`")
    assert "<!-- table made-up -->" in table
    assert package.endswith("python -m tests.make_variants")
    assert games == "a corpus: python -m tests.make_fixtures made-up"
