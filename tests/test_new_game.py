"""``python -m tools.new_game`` lists what a new game lacks, and nothing for the registered ones."""

import pytest

from patience.games import VARIANTS
from tools.fixtures import corpus
from tools.new_game import missing


def needs(variant: str) -> list[str]:
    return [line for line in missing(variant) if not line.startswith("maybe")]


@pytest.mark.parametrize("variant", list(VARIANTS)[::15])
def test_registered_variants_lack_nothing(variant):
    assert needs(variant) == []


def test_an_unknown_game_needs_a_declaration():
    assert needs("klondik") == [
        "a declaration: add it to its family's file in patience/games/. Did you mean klondike?"
    ]


def test_a_declared_game_needs_its_section_and_games_under_its_options(monkeypatch, tmp_path):
    monkeypatch.setitem(VARIANTS, "made-up", VARIANTS["klondike"])
    monkeypatch.setattr(corpus, "GAMES", tmp_path)
    section, *games = needs("made-up")
    assert section.endswith("klondike.md: ## Klondike — `made-up`")
    assert "games under draw: three: python -m tools.fixtures made-up" in games
