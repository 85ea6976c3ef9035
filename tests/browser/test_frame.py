"""A stable frame: the board and the cards keep their size, and long columns can be read."""

import pytest

from service.app import create_app
from tests.browser.conftest import new_page
from tests.browser.viewer import Viewer, examples
from tests.sites import on_a_port

DEAL = "#v=1&variant=klondike&seed=1"
MOST_FILES = 6
"""Requests until the first card: the page, its style, its bundle, its texts and the game."""
MOST_FRONT = 12
"""Requests until a deal can be chosen on the front page."""
SIZES = ((390, 844), (1024, 768), (1440, 900), (844, 390), (320, 568))
GAMES = (
    "pysolfc-double-russian/won",
    "spider/won",
    "double-russian/illegal",
    "klondike/won",
    "canfield/won",
)
REQUESTS = r"""() => ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
    .map((one) => [one.name.replace(/.*\/web\/\w+\//, ''), one.startTime, one.encodedBodySize])"""
PLACES = """(plies) => plies.map((ply) => {
    scrub.value = ply;
    scrub.dispatchEvent(new Event('input'));
    const size = document.querySelector('#board .card').offsetWidth;
    return [size, ...['#board', '#ribbon', '#bar']
        .map((name) => JSON.stringify(document.querySelector(name).getBoundingClientRect()))].join();
})"""
SHIFTS = """async () => {
    let sum = 0;
    const add = (list) => list.getEntries().forEach((one) => { sum += one.hadRecentInput ? 0 : one.value; });
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return sum;
}"""


def test_nothing_moves_and_no_card_changes_its_size(viewer):
    """At every twentieth move, and at the illegal one; each example in one of the sizes."""
    for (width, height), name in zip(SIZES, GAMES, strict=True):
        viewer.example(name)
        viewer.resize(width, height)
        plies = list(range(0, len(examples()[name]["request"]["moves"]) + 1, 20))
        assert len(set(viewer.page.evaluate(PLACES, [*plies, 999]))) == 1, name
        assert viewer.page.evaluate("document.documentElement.scrollWidth") <= width


SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 100_000}
"""A phone's link: the page is painted before it knows the games and the days."""


@pytest.fixture(scope="module", params=[True, False], ids=["days", "no days"])
def front(request, tmp_path_factory):
    """The address of a service with or without deals of the day, and what the front page shows last."""
    key = tmp_path_factory.mktemp("front") / "daily.key"
    key.write_text(f"{bytes(range(32)).hex()}\n")
    key.chmod(0o600)
    days = {"daily_key_file": str(key)} if request.param else {}
    with on_a_port(create_app({"log_level": "error", **days})) as served:
        yield served, "#hero svg" if request.param else "#favourites button"


@pytest.mark.parametrize("size", [(390, 844), (768, 1024), (1280, 900)], ids=["phone", "tablet", "desk"])
def test_the_front_page_stays_where_it_is_while_it_loads(browser, front, size):
    served, last = front
    page = new_page(browser, viewport={"width": size[0], "height": size[1]})
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    viewer = Viewer(page, served)
    viewer.open()
    page.wait_for_selector(last, state="attached")
    assert page.evaluate(SHIFTS) <= 0.02
    page.context.close()
    viewer.check()


@pytest.mark.parametrize("size", [(320, 256), (320, 568), (1280, 900)])
def test_a_refusal_is_in_view_and_nothing_lies_beside_the_page(opened, size):
    """Also at 400 %, where the page scrolls."""
    viewer = opened("#v=1&variant=klondike&seed=24", viewport={"width": size[0], "height": size[1]})
    for pile in ("T7", "T1"):
        viewer.page.locator(f".place[data-pile={pile}]").focus()
        viewer.page.keyboard.press("Enter")
    viewer.see("#caption", "You moved")
    box = viewer.page.locator("#caption").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size[1]
    assert viewer.page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_deal_needs_few_files_and_shifts_little(newcomer, record_property):
    """The first card needs no more than the engine, the board and one language; all else comes after it."""
    viewer = newcomer(DEAL, viewport={"width": 390, "height": 844}, locale="de-DE")
    requests = viewer.page.evaluate(REQUESTS)
    (page_at,) = (start for name, start, _ in requests if name == "bundles/page.js")
    first = [(name, size) for name, start, size in requests if start < page_at]
    assert "i18n/de.js" in dict(first)
    assert "bundles/en.js" not in {name for name, *_ in requests}
    assert len(first) <= MOST_FILES
    record_property("bytes before the first card", sum(size for _, size in first))
    record_property("bytes", sum(size for *_, size in requests))
    assert viewer.page.evaluate(SHIFTS) < 0.1


def test_the_front_page_needs_few_files(newcomer, record_property):
    """The pictures of its games come when it can be used."""
    viewer = newcomer(viewport={"width": 390, "height": 844})
    requests = viewer.page.evaluate(REQUESTS)
    pictures_at = min(start for name, start, _ in requests if name.endswith(".svg") and "/games/" in name)
    first = [(name, size) for name, start, size in requests if start < pictures_at]
    assert len(first) <= MOST_FRONT
    record_property("bytes before the front page", sum(size for _, size in first))


STRIPS = """() => {
    const cards = [...document.querySelectorAll('#board .card[data-pile=T10]')];
    const tops = cards.map((card) => card.getBoundingClientRect().top).sort((one, other) => one - other);
    const felt = document.querySelector('#felt').getBoundingClientRect();
    const bottom = Math.max(...cards.map((card) => card.getBoundingClientRect().bottom));
    return { strip: tops.at(-1) - tops.at(-2), inside: tops[0] >= felt.top - 1 && bottom <= felt.bottom + 1 };
}"""


TAP = """(pile) => {
    const depth = (card) => card.style.getPropertyValue('--z');
    const cards = [...document.querySelectorAll(`#board .card[data-pile=${pile}]:not(.down)`)];
    const card = cards.sort((one, other) => depth(other) - depth(one))[1];
    const tap = new PointerEvent('click', { bubbles: true, pointerType: 'touch' });
    (card ?? document.querySelector(`.place[data-pile=${pile}]`)).dispatchEvent(tap);
}"""


def test_a_long_column_is_spread_while_it_is_looked_at(viewer):
    """By mouse, by keys and by finger; thirty-six cards never run off the felt."""
    viewer.example("pysolfc-double-russian/won")
    viewer.go(78)
    viewer.settle()
    resting = viewer.page.evaluate(STRIPS)
    viewer.page.mouse.move(*viewer.spot("T10"))
    viewer.settle()
    spread = viewer.page.evaluate(STRIPS)
    assert resting["inside"]
    assert spread["inside"]
    assert spread["strip"] > resting["strip"]
    viewer.page.mouse.move(5, 5)
    viewer.page.evaluate("document.querySelector('.place[data-pile=T10]').focus()")
    viewer.settle()
    assert viewer.page.evaluate(STRIPS)["strip"] == spread["strip"]
    viewer.page.evaluate("document.activeElement.blur()")
    viewer.page.evaluate(TAP, "T10")
    viewer.settle()
    assert viewer.page.evaluate(STRIPS)["strip"] == spread["strip"]
    viewer.at(78)
    viewer.page.evaluate(TAP, "F1")
    viewer.settle()
    assert viewer.page.evaluate(STRIPS)["strip"] == resting["strip"]


def test_at_400_percent_nothing_is_fixed(opened):
    """Board and story are below each other, and the page scrolls."""
    viewer = opened("#v=1&variant=klondike&seed=24", viewport={"width": 360, "height": 225})
    board, story = (viewer.page.locator(name).bounding_box() for name in ("#board", "#story"))
    assert board["height"] > 225
    assert story["y"] >= board["y"] + board["height"] - 1
    assert viewer.page.evaluate("document.documentElement.scrollHeight") > 300
