"""Games with house rules in the viewer: taps that no game of the collection has."""

import json
from contextlib import ExitStack
from dataclasses import replace

import pytest

from patience.cards import RANKS
from patience.games import VARIANTS
from patience.rules import Reserve, Round, Rules, Takes
from patience.rules.declaration import to_json
from service.app import create_app
from tests.browser.conftest import new_page
from tests.browser.viewer import Viewer
from tests.sites import on_a_port

PYRAMID = [f"T{place}" for place in range(1, 29)]


@pytest.fixture
def viewer_of(tmp_path, browser):
    """What opens the viewer of a service that has a game with these rules, too."""
    served, viewers = ExitStack(), []

    def open_viewer(game: str, rules: Rules) -> Viewer:
        members = {"id": game, "title": game.title(), "declaration": to_json(rules)}
        (tmp_path / f"{game}.json").write_text(json.dumps(members), "utf-8")
        served.callback(VARIANTS.__delitem__, game)
        app = create_app({"log_level": "error", "variants": str(tmp_path)})
        viewers.append(Viewer(new_page(browser), served.enter_context(on_a_port(app))))
        return viewers[-1]

    with served:
        yield open_viewer
        for viewer in viewers:
            viewer.page.context.close()
            viewer.check()


def test_a_second_tap_on_the_waste_takes_its_two_top_cards(viewer_of):
    """So plays AisleRiot's Thirteen. Here 7 and 6 leave, and then 4 and a 9."""
    rules = VARIANTS["pyramid-thirteen"].rules
    assert rules.pairs
    assert rules.stock
    declared = replace(
        rules,
        pairs=replace(rules.pairs, piles=("T", "W"), beneath=("W",)),
        stock=replace(rules.stock, drawn_at_start=0),
    )
    thirteen = viewer_of("house-thirteen", declared)
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


def test_the_top_card_changes_places_with_another_of_its_column(viewer_of):
    """A tap uses no merci. Where the other card is not named, each is offered. Keys hold more cards."""
    rules = VARIANTS["forecell"].rules
    assert rules.columns
    columns = replace(rules.columns, supermove=False)
    layout = (*rules.layout[:6], Round(("T3", "T4", "T5", "T6")))
    merci = Reserve(1, Takes.EXCHANGE, capacity=3, takes_from=("T",))
    viewer = viewer_of("house-merci", replace(rules, columns=columns, layout=layout, reserve=merci))
    viewer.open("#v=1&variant=house-merci&seed=1")
    before = viewer.cards('[data-pile="T1"]')
    viewer.click("T1", 4)
    viewer.see("#status", "Held: 4 cards")
    viewer.click("T1", 4)
    viewer.click("T1")
    viewer.click("R1")
    viewer.page.get_by_role(
        "button", name="Six of diamonds changes places with two of spades in column 1"
    ).click()
    viewer.at(1, 1)
    assert viewer.cards('[data-pile="T1"]') == [*before[:2], before[5], *before[3:5], before[2]]
    assert viewer.caption() == "Move 1: Six of diamonds changes places with two of spades in column 1."
    viewer.page.locator("#board").press("2")
    for key in ("Enter", "Shift+ArrowUp", "Shift+ArrowUp", "c", "Enter"):
        viewer.page.keyboard.press(key)
    viewer.at(2, 2)
    assert viewer.cards('[data-pile="T2"]') == ["2D", "KC", "KS", "8S", "TD", "5C"]
