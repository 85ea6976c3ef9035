"""The plug-in for PySolFC writes the moves that the import of saved games finds and the rules check."""

from importlib.util import module_from_spec, spec_from_file_location
from types import SimpleNamespace

import pytest

from patience.formats.game_notation import read_record
from patience.formats.work import Work
from patience.games import VARIANTS
from patience.play.replay import replay
from schemas.replay_request import load_replay_request
from service.saves.pysolfc import read_save
from service.saves.save_errors import SaveError
from service.saves.save_import import import_save
from service.saves.save_writer import save_of
from tests.conftest import FIXTURES, read_games, some_of_each_family
from tools.pysolfc_plugin import PLUGIN, with_table

SPEC = spec_from_file_location("patience_notation", PLUGIN)
plugin = module_from_spec(SPEC)
SPEC.loader.exec_module(plugin)

SAVED = [path for path in sorted((FIXTURES / "saves").glob("*.pso")) if not path.name.startswith("h-")]


def test_the_table_is_that_of_the_variants():
    source = PLUGIN.read_text("utf-8")
    assert with_table(source) == source, "Run python -m tools.pysolfc_plugin."


def written(data):
    """The moves that the plug-in writes for a saved game."""
    save = read_save(data, Work())
    variant, names, flags, rules = plugin.game_of(save.game.number)
    assert variant == save.game.tables.variant.id
    assert rules.split() == [f"{name}={value}" for name, value in save.game.rules.items()]
    steps = [[(moved.cards, moved.source, moved.target) for moved in step] for step in save.steps]
    return [*plugin.tokens_of(steps, names, flags)]


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_saved_games(path):
    data = path.read_bytes()
    assert written(data) == import_save(data).moves


@some_of_each_family
def test_games_of_many_variants(variants):
    for variant in variants:
        if not VARIANTS[variant].pysolfc:
            continue
        games = read_games(f"games/{variant}.jsonl.gz")
        requests = (
            game["request"] for game in games if game["kind"] == "game" and game["verdict"].get("valid")
        )
        request = next((one for one in requests if "seed" in one and one["moves"]), None)
        if request is None:
            continue
        try:
            data = save_of(replay(load_replay_request(request).log, trace=True))
        except SaveError:
            continue
        assert written(data) == import_save(data).moves


class AMoveMove(SimpleNamespace):
    """PySolFC's movement of cards."""


class AFlipMove(SimpleNamespace):
    """PySolFC's turn of a card."""


def test_a_game_is_written_when_it_ends(tmp_path):
    """Seed 20261121 of Klondike: Q of hearts lies open on T1, and the stock's first card is JC."""
    names = plugin.game_of(2)[1]
    stock, waste = names.index("S"), names.index("W")
    drawn = [AMoveMove(ncards=1, from_stack_id=stock, to_stack_id=waste), AFlipMove(stack_id=waste)]

    class Game:
        id, preview, app = 2, False, SimpleNamespace(dn=SimpleNamespace(config=str(tmp_path)))
        random = SimpleNamespace(getSeedAsStr=lambda: "20261121")
        moves = SimpleNamespace(history=[drawn] * 3, index=2)
        allstacks = names

        def getTitleName(self):  # noqa: N802 - the name in PySolFC
            return "Klondike"

        def isGameWon(self):  # noqa: N802 - the name in PySolFC
            return False

        def endGame(self):  # noqa: N802 - the name in PySolFC
            return "ended"

        def saveGame(self, filename):  # noqa: N802 - the name in PySolFC
            return True

    plugin.install(Game)
    assert Game().endGame() == "ended"
    assert Game().saveGame(str(tmp_path / "mine.pso"))
    text = next((tmp_path / "patience").iterdir()).read_text()
    assert text == (tmp_path / "mine.patience").read_text()
    record = read_record(text)
    assert record.request == {"variant": "klondike", "seed": "20261121", "moves": ["draw", "draw"]}
    assert record.remarks["program"] == "PySolFC"
    assert replay(load_replay_request(record.request).log).valid
