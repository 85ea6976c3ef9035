"""Games with house rules in the viewer: taps that no game of the collection has."""

import json
from dataclasses import replace

import pytest

from patience.cards import RANKS
from patience.games import VARIANTS
from patience.rules.declaration import to_json
from service.app import create_app
from tests.browser.conftest import new_page
from tests.browser.viewer import Viewer
from tests.sites import on_a_port

PYRAMID = [f"T{place}" for place in range(1, 29)]


@pytest.fixture
def thirteen(tmp_path, browser):
    """The viewer with AisleRiot's Thirteen, in which the two top cards of the waste leave together."""
    rules = VARIANTS["pyramid-thirteen"].rules
    assert rules.pairs
    assert rules.stock
    declared = replace(
        rules,
        pairs=replace(rules.pairs, piles=("T", "W"), beneath=("W",)),
        stock=replace(rules.stock, drawn_at_start=0),
    )
    members = {"id": "house-thirteen", "title": "Thirteen", "declaration": to_json(declared)}
    (tmp_path / "thirteen.json").write_text(json.dumps(members), "utf-8")
    with on_a_port(create_app({"log_level": "error", "variants": str(tmp_path)})) as address:
        viewer = Viewer(new_page(browser), address)
        yield viewer
        viewer.page.context.close()
        viewer.check()
    del VARIANTS["house-thirteen"]


def test_a_second_tap_on_the_waste_takes_its_two_top_cards(thirteen):
    """A tap picks the 7 up, and another takes it with the 6 below. Then the 4 leaves with a 9."""
    laid = "9D4C6H7SAC"
    rest = [code for suit in "CSHD" for rank in RANKS if (code := rank + suit) not in laid]
    columns = [f"{name}={code}" for name, code in zip(PYRAMID[:27], rest, strict=False)]
    board = ";".join([*columns, "T28=9D", f"F1={''.join(rest[27:])}", "W=4C6H7S", "S=AC"])
    thirteen.open(f"#v=1&variant=house-thirteen&board={board}")
    thirteen.click("W")
    thirteen.see("#status", "Held: seven of spades.")
    thirteen.at(0, 0)
    thirteen.click("W")
    thirteen.at(1, 1)
    assert thirteen.cards('[data-pile="F1"]')[-2:] == ["7S", "6H"]
    thirteen.click("W")
    thirteen.see("#status", "Held: four of clubs.")
    thirteen.click("T28")
    thirteen.at(2, 2)
    assert thirteen.cards('[data-pile="W"]') == thirteen.cards('[data-pile="T28"]') == []
