"""Aids: voice control's clicks offer a choice, one switch plays by scanning, and a card is magnified."""

import re

import pytest

from tests.browser.test_by_ear import TRANSCRIPTS, Listener
from tests.by_ear import events

KLONDIKE = "#v=1&variant=klondike&seed=522"
CLICK = "(place) => place.click()"


def test_a_click_of_voice_control_offers_a_choice_where_several_moves_fit(opened):
    """Klondike 522: 6♠ on column 5 fits on 7♦ and on 7♥, A♠ on column 6 fits on one foundation."""
    viewer = opened(KLONDIKE)
    ears = Listener(viewer)

    def click(pile: str) -> None:
        viewer.page.locator(f'.place[data-pile="{pile}"]').evaluate(CLICK)

    click("T5")
    assert viewer.page.locator("#next .try .unseen").all_inner_texts() == [
        "Six of spades from column 5 to column 1",
        "Six of spades from column 5 to column 2",
    ]
    click("T5")
    assert viewer.page.locator("#next .try").count() == 0
    assert ears.heard() == ["Held: six of spades. Possible targets: column 1, column 2."]
    click("T5")
    click("T2")
    viewer.at(1, 1)
    click("T6")
    viewer.at(2, 2)
    assert [sentence.split(".")[0] for sentence in ears.heard()] == [
        "Held: six of spades",
        "Six of spades from column 5 to column 2",
        "Ace of spades from column 6 to foundation 2",
    ]


@pytest.fixture
def aided(opened):
    """Opens the viewer with a setting."""

    def open_viewer(fragment: str, name: str, value: str):
        viewer = opened(fragment)
        viewer.page.evaluate("([name, value]) => localStorage.setItem(name, value)", [name, value])
        viewer.page.reload()
        viewer.page.wait_for_selector("html[data-ready=page]")
        return viewer

    return open_viewer


def test_one_switch_plays_golf_with_few_presses(aided):
    """Each press takes what is offered: a move of a pile that has one alone takes one press, others two."""
    viewer = aided("#v=1&variant=golf&seed=824", "scan", "fast")
    for ply in range(1, 4):
        viewer.see("#status", " ")
        offered = viewer.page.inner_text("#status")
        viewer.page.keyboard.press("Space")
        viewer.at(ply, ply)
        played = viewer.caption().split(": ", 1)[1]
        assert offered == "Draw a card" or offered == played.removesuffix(".")
    # A press on the table is the switch, wherever it is.
    viewer.see("#status", " ")
    viewer.page.mouse.click(400, 300)
    viewer.at(4, 4)


def test_one_switch_wins_golf_with_a_press_for_each_move(newcomer):
    """Presses are waited for by the page's clock, which the test turns."""
    viewer = newcomer()
    viewer.page.evaluate("localStorage.setItem('scan', 'usual')")
    viewer.page.goto("about:blank")
    viewer.page.clock.install()
    viewer.open("#v=1&variant=golf&seed=824")
    transcript = (TRANSCRIPTS / "golf.txt").read_text("utf-8")
    moves = [step.removeprefix("type ") for step, _ in events(transcript) if step.startswith("type ")]
    presses = 0
    for ply, move in enumerate(moves, 1):
        for _ in range(20):
            offered = viewer.page.inner_text("#status")
            if offered == ("Draw a card" if move == "draw" else move):
                break
            viewer.page.clock.run_for(2500)
        viewer.page.keyboard.press("Space")
        presses += 1
        viewer.at(ply, ply)
    viewer.see("#caption", "You won in 49 moves!")
    assert presses <= 3 * len(moves)


def test_one_switch_chooses_the_pile_and_then_the_move(aided):
    viewer = aided(KLONDIKE, "scan", "fast")
    # The ace comes first, since it goes to its foundation.
    viewer.see("#status", "Ace of spades from column 6 to foundation 2")
    viewer.see("#status", "Column 5: 2 moves")
    viewer.page.keyboard.press("Enter")
    viewer.see("#status", re.compile("^Six of spades from column 5 to column 1$"))
    viewer.page.keyboard.press("Enter")
    viewer.at(1, 1)
    # The header is not part of the table.
    viewer.page.locator("#to-settings").click()
    viewer.page.select_option("#choose-scan", "off")
    viewer.page.locator("#settings .close").click()
    viewer.page.locator('.place[data-pile="S"]').focus()
    viewer.page.keyboard.press("Enter")
    viewer.at(2, 2)


def test_the_card_under_focus_and_pointer_is_magnified(aided):
    viewer = aided(KLONDIKE, "magnifier", "yes")
    glass = viewer.page.locator("#magnified .card")
    viewer.page.locator('.place[data-pile="T7"]').focus()
    assert glass.get_attribute("data-code") == "JS"
    viewer.page.mouse.move(*viewer.spot("T2"))
    assert glass.get_attribute("data-code") == "7H"
    usual = viewer.page.locator('#felt [data-code="7H"]')
    assert glass.bounding_box()["width"] >= 2 * usual.bounding_box()["width"]
    # A face-down card keeps its secret.
    viewer.page.mouse.move(*viewer.spot("T2", 2))
    assert glass.is_hidden()
