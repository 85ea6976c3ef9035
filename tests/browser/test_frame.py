"""A stable frame: board, caption and controls stay where they are, and every rank can be read."""

import pytest

from tests.browser.viewer import examples

SIZES = ((390, 844), (820, 1180), (1440, 900), (844, 390))
PLACES = """(plies) => plies.map((ply) => {
    scrub.value = ply;
    scrub.dispatchEvent(new Event('input'));
    return ['#board', '#caption', '#forward', '#scrub']
        .map((name) => JSON.stringify(document.querySelector(name).getBoundingClientRect())).join();
})"""
SHIFTS = """async () => {
    let sum = 0;
    const add = (list) => list.getEntries().forEach((one) => { sum += one.hadRecentInput ? 0 : one.value; });
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return sum;
}"""
LONGEST = ("pysolfc-double-russian/won", 78)


def test_nothing_moves_while_a_game_is_stepped_through(viewer):
    """At a start, in the midst, at an illegal move; each variant in two of the sizes."""
    places = {size: set() for size in SIZES}
    illegal = [name for name in examples() if name.endswith("illegal")]
    for number, name in enumerate(illegal):
        game = viewer.example(name)
        viewer.page.evaluate("scrollTo(0, 0)")
        for width, height in (SIZES[number % 4], SIZES[(number + 1) % 4]):
            viewer.page.set_viewport_size({"width": width, "height": height})
            plies = [0, len(game["request"]["moves"]) // 2, 999]
            places[width, height].update(viewer.page.evaluate(PLACES, plies))
            assert viewer.page.evaluate("document.documentElement.scrollWidth") <= width
    assert {size: len(seen) for size, seen in places.items()} == dict.fromkeys(SIZES, 1)


@pytest.mark.parametrize("width", [390, 1440])
def test_little_shifts_while_the_page_loads(newcomer, width):
    viewer = newcomer(viewport={"width": width, "height": 844})
    viewer.see("#examples button")
    assert viewer.page.evaluate(SHIFTS) < 0.1


READABLE = """() => {
    const cards = [...document.querySelectorAll('.card[data-pile=T10]:not(.down)')];
    cards.sort((one, other) => one.style.zIndex - other.style.zIndex);
    const foot = (card) => {
        const face = card.querySelector('.face').getBoundingClientRect();
        return face.top + (face.height * (face.width < 58 ? 38 : 29)) / 140;
    };
    return {
        tops: cards.map((card) => card.getBoundingClientRect().top),
        feet: cards.map(foot),
        felt: document.querySelector('#felt').getBoundingClientRect().bottom,
        page: document.documentElement.scrollWidth,
        narrowest: Math.min(...cards.map((card) => card.clientWidth)),
    };
}"""


SCROLLS = """() => {
    const board = document.querySelector('#board');
    return board.scrollHeight > board.clientHeight;
}"""


def test_the_bar_fits_the_narrowest_window(newcomer):
    """In the language with the longer words, with the most actions."""
    viewer = newcomer(viewport={"width": 320, "height": 568}, locale="de")
    viewer.show("rouge-et-noir-hoffmann 24")
    for button in ("#watch", "#play-here"):
        box = viewer.page.locator(button).bounding_box()
        assert box["x"] + box["width"] <= 320
        viewer.page.click(button)


def test_every_rank_can_be_read(viewer):
    """Thirty-seven cards in a column, in every window; 640 by 400 is a desktop at 200 %."""
    viewer.example(LONGEST[0])
    viewer.scrub(LONGEST[1])
    for width, height in ((320, 568), (640, 400), *SIZES):
        viewer.resize(width, height)
        found = viewer.page.evaluate(READABLE)
        assert len(found["tops"]) == 36
        # The foot of each rank is above the next card.
        below = found["tops"][1:]
        assert all(foot <= top + 0.5 for foot, top in zip(found["feet"], below, strict=False)), width
        assert found["tops"][-1] < found["felt"]
        assert found["page"] <= width
        assert found["narrowest"] >= 24
        scrolls = viewer.page.evaluate(SCROLLS)
        assert viewer.page.get_attribute("#board", "tabindex") == ("0" if scrolls else "-1"), width


def test_cards_are_as_large_as_the_position_allows(opened):
    viewer = opened(viewport={"width": 1440, "height": 900})
    viewer.example(LONGEST[0])
    size = "document.querySelector('.card').clientWidth"
    start = viewer.page.evaluate(size)
    viewer.go(LONGEST[1])
    assert 58 <= viewer.page.evaluate(size) < start


def test_held_sideways_the_controls_stand_beside_the_board(opened):
    viewer = opened(viewport={"width": 844, "height": 390})
    board, bar = (viewer.page.locator(name).bounding_box() for name in ("#board", "#bar"))
    assert bar["x"] >= board["x"] + board["width"]
    assert board["y"] + board["height"] <= 390
    assert bar["y"] + bar["height"] <= 390
