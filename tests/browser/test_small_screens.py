"""What a phone, a window in landscape and a reader of the screen get: readable ranks, reachable buttons."""

import pytest

from tests.browser.viewer import examples

PHONE, SIDEWAYS, SMALLEST = (
    {"width": width, "height": height} for width, height in ((390, 844), (844, 390), (320, 568))
)
INDEX = """(face) => {
    localStorage.setItem('face', face);
    document.querySelector('#choose-face').value = face;
    document.querySelector('#choose-face').dispatchEvent(new Event('change'));
    return document.querySelector('#felt .card:not(.covered) .index').getBoundingClientRect().height;
}"""
CUT = """() => {
    const cards = [...document.querySelectorAll('#felt .card:not(.down, .covered)')];
    const box = (element) => element.getBoundingClientRect();
    const floor = box(document.querySelector('#board')).bottom;
    return cards.filter((card) => {
        const pile = cards.filter((other) => other.dataset.pile === card.dataset.pile);
        const over = pile.map((other) => box(other).top).filter((top) => top > box(card).top);
        return box(card.querySelector('.index .rank')).bottom > Math.min(...over, floor) + 1;
    }).map((card) => card.dataset.code);
}"""
OUTSIDE = """() => [...document.querySelectorAll('#next button, #bar button')]
    .filter((button) => button.checkVisibility({ visibilityProperty: true }))
    .filter((button) => {
        const { top, bottom, left, right } = button.getBoundingClientRect();
        return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
    }).map((button) => button.textContent)"""


def test_large_print_is_larger(opened):
    """In Spider on a phone too, where cards are small."""
    viewer = opened("#v=1&variant=spider&seed=24", viewport=PHONE)
    viewer.page.get_by_role("button", name="Settings").click()
    viewer.see("#settings")
    clear, large = (viewer.page.evaluate(INDEX, face) for face in ("clear", "large"))
    assert large > 1.08 * clear


def test_no_rank_is_cut(opened):
    """In a long column, in windows of all kinds."""
    viewer = opened()
    viewer.example("klondike/won")
    for ply in (0, 60):
        viewer.go(ply)
        for size in (PHONE, SIDEWAYS, SMALLEST, {"width": 1440, "height": 900}):
            viewer.resize(**size)
            assert viewer.page.evaluate(CUT) == [], (ply, size)


def test_every_action_is_in_sight(opened):
    """Four actions of a lost game, and those of a refusal."""
    viewer = opened(viewport=PHONE)
    lost = {"variant": "american-canister", "seed": "3", "moves": ["T4-T8"]}
    for log, ply in ((lost, 1), (examples()["double-russian/illegal"]["request"], None)):
        viewer.show(log)
        if ply:
            viewer.go(ply)
        assert viewer.page.locator("#next button").count() >= 4
        for size in (PHONE, SIDEWAYS, SMALLEST):
            viewer.resize(**size)
            assert viewer.page.evaluate(OUTSIDE) == [], (ply, size)


def test_the_sentence_on_a_move_leaves_the_board_free(opened):
    """Groups of cards in FreeCell, with what is known of the game, on an upright phone."""
    viewer = opened(viewport={"width": 360, "height": 640})
    game = viewer.example("freecell/won")
    covered = []
    for ply in range(1, len(game["request"]["moves"])):
        viewer.go(ply)
        if viewer.page.evaluate(
            "() => document.querySelector('#card').getBoundingClientRect().top"
            " < document.querySelector('#board').getBoundingClientRect().bottom - 1"
        ):
            covered.append((ply, viewer.caption()))
    assert covered == []


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS], ids=["upright", "sideways"])
def test_the_waste_is_beside_the_stock(opened, size):
    """Triple Klondike has thirteen columns, and its cards fill the width."""
    viewer = opened("#v=1&variant=triple-klondike&seed=24", viewport=size)
    stock, waste = (viewer.page.locator(f'.place[data-pile="{pile}"] .empty').bounding_box() for pile in "SW")
    assert waste["y"] == stock["y"]
    assert 0 < waste["x"] - stock["x"] - stock["width"] < stock["width"]
    assert stock["width"] >= 27


def test_clock_and_score_leave_room_for_the_buttons(opened):
    viewer = opened("#v=1&variant=klondike&seed=24", viewport=PHONE)
    viewer.page.get_by_role("button", name="Settings").click()
    for switch in ("Timer and move counter", "Score, where a game has one"):
        viewer.page.get_by_label(switch).check()
    viewer.page.locator("#settings .close").click()
    viewer.see("#clock", "Vegas -52")
    help_button = viewer.page.locator("#to-help").bounding_box()
    assert help_button["x"] + help_button["width"] <= PHONE["width"]


def test_places_are_named_by_what_they_take(opened):
    viewer = opened("#v=1&variant=yukon&seed=24")
    for suit in ("clubs", "spades", "hearts", "diamonds"):
        assert viewer.page.get_by_role("button", name=f"begins with ace of {suit}").count() == 1
