"""Games written as PySolFC saves them. PySolFC opens the files: `conformance.pysolfc --opens`."""

from base64 import b64decode

import pytest

from patience.compilation.compiled_rules import compile_tables, tables_for
from patience.games import VARIANTS
from patience.play.board import board_of
from patience.play.dealing import deal_board, deal_seed
from patience.play.replay import GameLog, replay
from service.saves.games import game_of
from service.saves.save_errors import SaveError
from service.saves.save_import import import_save
from service.saves.save_writer import save_of
from tests.conftest import FIXTURES

SAVES = [
    *("druss-361-07-won-small.pso", "ren-210py2-20-mid.pso", "royal-361-03-mid-17digit.pso"),
    # The deal sets the base rank, of which three games of four save a card; redeals gather the columns.
    *("canfield-fills.pso", "penguin-base.pso", "agnes-bernauer-base.pso", "cruel-redeals.pso"),
    # Play sets the base rank, which one game saves at the end, and the other in its history, too.
    *("terrace-base.pso", "duchess-base.pso"),
    # The player turns cards up.
    "blind-patience-turned.pso",
    # A card was drawn out.
    "cromwell-merci.pso",
    # The stock deals, and its last card is played.
    "jane-deals.pso",
]
KLONDIKE = deal_seed(tables_for("klondike"), "7")


def verdict(deal, *moves):
    return replay(GameLog(deal, moves), trace=True)


@pytest.mark.parametrize("name", SAVES)
def test_a_game_of_pysolfc_comes_back(name):
    """What PySolFC saved, written again, is read as the same game."""
    genuine = import_save((FIXTURES / "saves" / name).read_bytes())
    deal = deal_seed(game_of(genuine.game).tables, genuine.seed)
    again = import_save(save_of(verdict(deal, *genuine.moves)))
    assert (again.game, again.seed, again.moves) == (genuine.game, genuine.seed, genuine.moves)


def test_rules_that_are_compiled_again_are_the_same_game():
    """The service keeps the compiled rules of the settings that were asked last."""
    again = compile_tables(VARIANTS["klondike"], KLONDIKE.tables.options)
    assert save_of(verdict(deal_seed(again, "7"))) == save_of(verdict(KLONDIKE))


def test_three_peaks_saves_points():
    """PySolFC's own files have three numbers and a list of three before their end."""
    deal = deal_seed(tables_for("three-peaks"), "7")
    data = save_of(verdict(deal, "draw", "draw"))
    assert import_save(data).moves == ["draw", "draw"]
    end = b"\x80\x04X\x03\0\0\0EOF."
    points = b"\x80\x04K\0." * 3 + b"\x80\x04](K\0K\0K\0e."
    assert data.endswith(points + end)
    for more in (b"\x80\x04K\0.", b"\x80\x04](K\0e."):
        with pytest.raises(SaveError, match="does not end as a saved game"):
            import_save(data.removesuffix(end) + more + end)


def test_a_complete_column_is_turned_over():
    """PySolFC records that after the move, and the four cards of the column lie face down."""
    deal = deal_seed(tables_for("small-pile-on"), "62")
    data = save_of(verdict(deal, "T1-T10x3", "T7-T10"))
    assert b"AFlipAllMove" in data
    imported = import_save(data)
    assert (imported.moves, imported.warnings) == (["T1-T10x3", "T7-T10"], [])
    assert b"AFlipAllMove" not in save_of(verdict(deal, "T1-T10x3"))


@pytest.mark.parametrize(
    ("game", "stacks"),
    [
        *(("napoleon", 4), ("the-little-corporal", 4), ("bonaparte", 4), ("der-kleine-napoleon", 4)),
        *(("quadrangle", 8), ("agnes-sorel", 4), ("jane", 11), ("agnes-two", 18)),
    ],
)
def test_a_base_rank_saved_with_stacks(game, stacks):
    """PySolFC's own files have it with each foundation, or with each column too, and not at the end."""
    data = save_of(verdict(deal_seed(tables_for(game), "7")))
    assert data.count(b"base_rank") == stacks
    statistics, end = data.rindex(b"GameStatsStruct"), data.rindex(b"\x80\x04X\x03\0\0\0EOF.")
    assert data[statistics:end].count(b"\x80\x04") == 0


@pytest.mark.parametrize(("number", "version"), [(2, 1), (3, 2), (144, 2), (195, 1)])
def test_the_version_of_the_rules(number, version):
    """PySolFC refuses to open a game of another version."""
    game = game_of(number)
    data = save_of(verdict(deal_seed(game.tables, "7")))
    assert b"\x80\x04K%c.\x80\x04K%c." % (version, number) in data


@pytest.mark.parametrize("seed", ["25", "32000", "ms77777", "99999999999999999999"])
def test_every_kind_of_seed_is_a_number_of_pysolfc(seed):
    deal = deal_seed(tables_for("klondike", {"draw": "three"}), seed)
    again = import_save(save_of(verdict(deal, "draw", "draw")))
    assert (again.game, again.seed, again.moves) == (18, seed, ["draw", "draw"])


@pytest.mark.parametrize(
    ("log", "said"),
    [
        (verdict(KLONDIKE, "draw", "redeal"), r"Move 2 \(index 1\) is illegal"),
        (verdict(deal_board(KLONDIKE.tables, board_of(KLONDIKE.opening))), "not a deck or a board"),
        (verdict(deal_seed(tables_for("klondike", {"spaces": "any"}), "7")), "has no game klondike with"),
        (verdict(deal_seed(tables_for("la-belle-lucie"), "7")), "la-belle-lucie are not written"),
    ],
)
def test_what_pysolfc_cannot_open(log, said):
    with pytest.raises(SaveError, match=said):
        save_of(log)


def test_the_api_and_the_command_write_the_same(client):
    log = {"variant": "klondike", "seed": "7", "moves": ["draw", "W-F"]}
    answer = client.post("/v1/exports?format=pysolfc", json=log).json
    assert b64decode(answer["content"]) == save_of(verdict(KLONDIKE, "draw", "W-F"))
    refused = client.post("/v1/exports?format=pysolfc", json={**log, "moves": ["redeal"]})
    assert (refused.status_code, refused.json["type"]) == (422, "urn:patience-referee:problem:not-exported")
    assert client.post("/v1/exports?format=pdf", json=log).status_code == 422
    text = client.post("/v1/exports", json={"variant": "freecell", "seed": 1, "moves": ["T6-R1"]}).json
    assert (text["encoding"], text["content"]) == ("text", "6a")
