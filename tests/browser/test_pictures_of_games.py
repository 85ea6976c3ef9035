"""The picture of a game that notebooks show, in a real browser."""

import pytest

from patience import Game

PLACES = """() => [...document.querySelectorAll('svg > g')].map((group) => {
  const { left, top, right, bottom } = group.getBoundingClientRect();
  return { name: group.querySelector('title')?.textContent ?? '', left, top, right, bottom };
})"""
SEEN = (
    """([x, y]) => document.elementFromPoint(x, y)?.closest('g')?.querySelector('title')?.textContent ?? ''"""
)


@pytest.fixture
def page(browser):
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    yield page
    page.close()


@pytest.mark.parametrize(
    "variant", ["klondike", "spider", "freecell", "canfield", "royal-rendezvous", "three-peaks"]
)
def test_every_card_that_players_see_is_drawn_within_the_picture(page, variant):
    game = Game(variant, seed=7)
    page.set_content(f"<body style='margin: 0'>{game.svg()}")
    box = page.locator("svg").bounding_box()
    places = page.evaluate(PLACES)
    assert places
    for place in places:
        assert box["x"] <= place["left"] < place["right"] <= box["x"] + box["width"]
        assert box["y"] <= place["top"] < place["bottom"] <= box["y"] + box["height"]
    tops = {pile.cards[-1] for pile in game.position.values() if len(pile.cards) > pile.face_down}
    # The top card of each pile is not covered at its lower right.
    seen = {
        page.evaluate(SEEN, [place["right"] - 3, place["bottom"] - 8]) for place in places if place["name"]
    }
    assert tops <= seen


def test_colours_are_those_of_the_suits(page):
    page.set_content(Game("freecell", seed=7).svg())
    fills = page.evaluate(
        """() => [...document.querySelectorAll('svg > g')].map((group) => [
             group.querySelector('title').textContent[1], getComputedStyle(group.lastChild).fill])"""
    )
    assert {(suit in "DH", fill) for suit, fill in fills} == {
        (True, "rgb(189, 20, 38)"),
        (False, "rgb(27, 29, 36)"),
    }
