"""The page's own check of whether a game can still be won, which needs no service."""

import json
from pathlib import Path

import pytest

from patience.compilation.compiled_rules import tables_for
from patience.play.dealing import deal_seed
from patience.play.replay import advance
from patience.search.search_runner import is_available, search

PROSPECTS = Path(__file__).parents[2] / "service" / "openapi" / "prospects.json"
THROWN_AWAY, BEFORE = json.loads(PROSPECTS.read_text("utf-8"))["prospects"][:2]


@pytest.fixture
def alone(opened):
    """Shows a game on a page whose service judges and searches nothing."""

    def show(game: dict):
        viewer = opened()
        for path in ("**/v1/replays", "**/v1/prospects"):
            viewer.page.route(path, lambda route: route.abort())
        viewer.show({"moves": [], **game})
        return viewer

    return show


@pytest.mark.skipif(not is_available(), reason="The search is not compiled.")
def test_a_game_that_is_thrown_away(alone):
    """It can be won before the move. After it the page says unasked that it cannot be won any more."""
    request = BEFORE["request"]
    position = deal_seed(tables_for(request["variant"]), request["seed"]).opening
    advance(position, request["moves"])
    positions = search(position, 20_000).positions
    viewer = alone({name: request[name] for name in ("variant", "seed", "moves")})
    viewer.page.keyboard.press("End")
    viewer.page.get_by_role("button", name="Can it be won?").click()
    viewer.see("#more", f"It can still be won. A search of {positions:,} positions found a way.")
    viewer.page.click("#hint")
    viewer.see("#status", "It wins in ")
    assert THROWN_AWAY["request"]["moves"][8] == "T3-T9x6"
    viewer.drag("T3", "T9", 6)
    viewer.see("#caption", "This game can no longer be won.")
    viewer.see("#more", viewer.ask("i18n/text", "cardSign", THROWN_AWAY["answer"]["proof"]["stuck"][0]))
    viewer.page.get_by_role("button", name="Undo").first.click()
    viewer.see("#more", "It can still be won.")
    viewer.complaints.clear()


def test_a_stock_that_can_be_turned_is_a_move(opened):
    """A game is not out of moves as long as cards can be drawn, even if no card can ever move."""
    viewer = opened("#v=1&variant=klondike&seed=10&rules=draw:three")
    viewer.see("#caption", "no card can move, whatever the stock brings.")
    assert "no move is left" not in viewer.caption().lower()
    viewer.click("S")
    viewer.at(1, 1)


def test_rules_that_the_search_knows_and_the_proofs_do_not(alone):
    viewer = alone({"variant": "black-hole", "seed": "2"})
    viewer.page.get_by_role("button", name="Can it be won?").click()
    viewer.see("#more", "It can still be won.")
    viewer.complaints.clear()


def test_a_position_that_is_not_decided(alone):
    """The page says how far it searched, and claims nothing."""
    viewer = alone({"variant": "klondike", "seed": "101"})
    viewer.page.get_by_role("button", name="Can it be won?").click()
    viewer.see("#more", "Searched 20,000 positions without finding a win or a proof that none exists.")
    viewer.complaints.clear()


def test_rules_that_the_search_does_not_know(opened):
    """The page says so, and offers no longer search."""
    viewer = opened("#v=1&variant=montana&seed=1")
    viewer.page.get_by_role("button", name="Can it be won?").click()
    viewer.see("#more", "The search does not know all rules of this game.")
    assert not viewer.page.get_by_role("button", name="Search longer").is_visible()
