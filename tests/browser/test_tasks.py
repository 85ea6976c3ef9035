"""Whole tasks: to win by tapping, to win by keys alone, to play the deal of the day and keep its receipt."""

import base64
import json
import re

import pytest

from patience.search.search_runner import is_available
from service.app import create_app
from service.receipts.keys import new_key, private_jwk
from tests.browser.conftest import new_page
from tests.browser.viewer import EXAMPLES, Viewer, examples
from tests.sites import on_a_port

pytestmark = pytest.mark.skipif(not is_available(), reason="The search is not compiled.")

EASY = "233"
"""An easy deal of Klondike that taps alone win."""
TAPS = (
    "T4 T4 S S S W S S S S S W T6 S W S S W T6 S W T1 T3x3 T3 W T5 T1 S W T5 T5 S W T7x4 T2x6 T7x7 T7 T7 "
    "T6x3 W T5 T4x4 W T2 T7x5 S T3x2 W S S W W T7x3 T7 T6x10 T3 T6"
)
SENTENCE = re.compile(
    r"Move \d+: ([A-Z][a-z]+ of [a-z]+|\d+ cards, [a-z ]+,) from (column \d|the stock|the waste) "
    r"to (column|foundation|the waste)( \d)?\.( Turned up in column \d: [a-z]+ of [a-z]+\.)?"
)
LISTEN = """() => {
    window.heard = [];
    new MutationObserver(() => heard.push(caption.textContent)).observe(caption, { childList: true });
}"""


def chance(client) -> str:
    """Return a function that lets chance choose the easy deal among those that can be won."""
    query = {"prospect": "winnable", "difficulty": "easy", "limit": 1000}
    seeds = client.get("/v1/deals/klondike", query_string=query).json["seeds"]
    drawn = seeds.index(EASY) - 1
    return f"() => {{ crypto.getRandomValues = (array) => array.fill({drawn}); }}"


def pile_and_count(tap: str) -> tuple[str, int]:
    """The pile of a tap, and the number of cards from the tapped one on."""
    pile, _, count = tap.partition("x")
    return pile, int(count or 1)


def test_a_newcomer_wins_an_easy_klondike_by_tapping(opened, client):
    """With one undo, one hint and the automatic finish. The live region has a sentence for each move."""
    viewer = opened()
    page = viewer.page
    page.evaluate(chance(client))
    viewer.choose("Klondike")
    page.get_by_role("group", name="A deal that can be won").get_by_role("button", name="Easy").click()
    viewer.see("#caption", f"Klondike, deal {EASY} (easy).")
    viewer.see("#more", "It can still be won.")
    page.get_by_role("button", name="Hint").click()
    viewer.see("#status", "Hint: ")
    viewer.click("S")
    viewer.at(1, 1)
    page.get_by_role("button", name="Undo").click()
    viewer.at(0, 1)
    page.evaluate(LISTEN)
    for tap in TAPS.split():
        viewer.click(*pile_and_count(tap))
    viewer.at(len(TAPS.split()))
    heard = page.evaluate("heard")
    assert [sentence for sentence in heard if not SENTENCE.fullmatch(sentence)] == []
    assert len(heard) == len(TAPS.split())
    page.locator("#finish").click()
    viewer.see("#caption", "You won in ")
    page.get_by_role("button", name="New game").click()
    viewer.see("#stats-line", "Won 1 of 1 on this device.")


AROUND = """([from, to]) => {
    const box = (pile) => document.querySelector(`.place[data-pile="${pile}"]`).getBoundingClientRect();
    const [dx, dy] = [box(to).x - box(from).x, box(to).y - box(from).y];
    if (Math.abs(dy) > 5) return dy > 0 ? 'ArrowDown' : 'ArrowUp';
    return dx > 0 ? 'ArrowRight' : 'ArrowLeft';
}"""
FOCUSED = "document.activeElement.dataset.pile ?? document.activeElement.id"


def walk(viewer: Viewer, pile: str) -> None:
    """Go to a pile by the arrow keys."""
    for _ in range(12):
        at = viewer.page.evaluate(FOCUSED)
        if at == pile:
            return
        viewer.page.keyboard.press(viewer.page.evaluate(AROUND, [at, pile]))
    pytest.fail(f"No arrow keys lead to {pile}.")


def tab_to(viewer: Viewer, name: str) -> None:
    """Go to an element by the tabulator."""
    for _ in range(40):
        viewer.page.keyboard.press("Tab")
        if viewer.page.evaluate(FOCUSED) == name:
            return
    pytest.fail(f"The tabulator does not lead to {name}.")


def test_somebody_with_a_keyboard_alone_wins(opened, client):
    viewer = opened()
    press = viewer.page.keyboard.press
    viewer.page.evaluate(chance(client))
    tab_to(viewer, "grade-easy")
    press("Enter")
    viewer.see("#caption", f"Klondike, deal {EASY} (easy).")
    for tap in TAPS.split():
        pile, count = pile_and_count(tap)
        walk(viewer, pile)
        press("Enter")
        for _ in range(count - 1):
            press("Shift+ArrowUp")
        if pile != "S":
            press("Enter")
    viewer.at(len(TAPS.split()))
    press("Control+z")
    viewer.at(len(TAPS.split()) - 1)
    press("Control+y")
    tab_to(viewer, "hint")
    press("Enter")
    viewer.see("#status", "Hint: ")
    tab_to(viewer, "finish")
    press("Enter")
    viewer.see("#caption", "You won in ")


MONDAY = 1_795_392_000
"""2026-11-23, 00:00:00 UTC."""
DAY = 86_400
GAME = "grandfathers-clock"


@pytest.fixture
def days(browser, tmp_path):
    """A visitor of a service with deals of the day, and its clock: [seconds]."""
    (tmp_path / "daily.key").write_text(f"{bytes(range(32)).hex()}\n")
    (tmp_path / "daily.key").chmod(0o600)
    (tmp_path / "key.json").write_text(json.dumps(private_jwk(new_key())))
    clock = [MONDAY + DAY - 5]
    site = create_app(
        {
            "TESTING": True,
            "CLOCK": lambda: clock[0],
            "log_level": "error",
            "key_file": str(tmp_path / "key.json"),
            "issuer": "https://r.example",
            "daily_key_file": str(tmp_path / "daily.key"),
        }
    )
    with on_a_port(site) as address:
        viewer = Viewer(new_page(browser), address)
        viewer.page.clock.set_fixed_time(clock[0])
        yield viewer, clock
        viewer.page.context.close()
    viewer.check()


def line(viewer: Viewer) -> list[str]:
    """A winning line of the game on the table."""
    log = {"variant": GAME, "seed": re.search(r"seed=(\d+)", viewer.page.url)[1], "moves": []}
    asked = {**log, "include": ["continuation"]}
    return viewer.page.request.post(f"{viewer.address}/v1/prospects", data=asked).json()["continuation"]


def win(viewer: Viewer) -> None:
    """Win the game on the table by two taps for each move, and the automatic finish."""
    page = viewer.page
    page.click("#to-settings")
    page.get_by_label("One tap plays the best move").uncheck()
    page.locator("#settings .close").click()
    for token in line(viewer):
        if page.locator("#finish").is_visible():
            break
        source, target = token.partition("x")[0].split("-")
        viewer.click(source)
        viewer.click(target)
    page.locator("#finish").click()
    viewer.see("#caption", "You won in ")


def verify(viewer: Viewer, finding: str) -> None:
    """Verify the only receipt that is kept."""
    viewer.page.get_by_role("button", name="Your receipts").click()
    viewer.see("#receipts li", "November 23, 2026 · Grandfather's Clock")
    viewer.page.locator("#receipts").get_by_role("button", name="Verify").click()
    viewer.see("#receipts .quiet", f"Genuine receipt. The secret of its day {finding}.")


def look_back(viewer: Viewer) -> None:
    """On November 24 the day before has a star, and a day of the month before is played."""
    page = viewer.page
    page.get_by_role("button", name="New game").click()
    viewer.see("#week .days li:nth-child(6)", "★ 2")
    # One move was taken back.
    viewer.see("#week p", "November: 2 stars. 13 more for bronze.")
    page.get_by_role("button", name="Calendar").click()
    month = page.locator("#calendar")
    viewer.see("#calendar h3", "November 2026")
    assert month.get_by_role("button", name="November 23, 2026: won").is_enabled()
    assert month.get_by_role("button", name="November 24, 2026: today’s deal").is_enabled()
    assert month.get_by_role("button", name="November 25, 2026: not available").is_disabled()
    viewer.see("#streak", "1 day in a row, 1 at most. 1 day won in all.")
    assert month.get_by_role("button", name="Later month").is_disabled()
    month.get_by_role("button", name="Earlier month").click()
    viewer.see("#calendar h3", "October 2026")
    assert month.get_by_role("button", name="October 24, 2026: not available").is_disabled()
    month.get_by_role("button", name="October 25, 2026: not won yet").click()
    viewer.see("#caption", "Grandfather's Clock, the deal of October 25, 2026 (hard).")


def test_the_deal_of_the_day_is_played_and_its_receipt_kept(days):
    """The next day has another deal, and shows that the service kept its word."""
    viewer, clock = days
    page = viewer.page
    viewer.open()
    viewer.choose("Grandfather's Clock")
    page.get_by_role("button", name="Today’s deal", exact=True).click()
    viewer.see("#caption", "Grandfather's Clock, the deal of November 23, 2026 (easy).")
    page.get_by_role("button", name="Copy the link of the day").click()
    viewer.see("#status", "Link copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{viewer.address}/#v=1&variant={GAME}&daily=2026-11-23"
    viewer.click(line(viewer)[0].split("-")[0])
    page.wait_for_url("**&moves=*")
    tab = Viewer(page.context.new_page(), viewer.address)
    tab.page.goto(link)
    tab.at(1, 1)
    tab.page.close()
    page.keyboard.press("Control+z")
    win(viewer)
    viewer.see("#more", "The referee signed a receipt. It is kept on this device.")
    page.reload()
    viewer.see("#caption", "You won in ")
    page.get_by_role("button", name="New game").click()
    viewer.see("#deals-note", "You have won today’s deal.")
    verify(viewer, "is published when the day is over")
    assert page.request.get(page.get_by_role("link", name="How this works").get_attribute("href")).ok
    page.locator("#receipts").get_by_role("button", name="Copy receipt").click()
    members = page.evaluate("navigator.clipboard.readText()").split(".")[1]
    certified = json.loads(base64.urlsafe_b64decode(members + "=" * (-len(members) % 4)))
    assert (certified["outcome"], certified["daily"]) == ("won", {"variant": GAME, "date": "2026-11-23"})

    clock[0] += 10
    page.clock.set_fixed_time(clock[0])
    # The cache of the browser counts real seconds, of which too few may have passed.
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    page.goto("about:blank")
    viewer.open()
    verify(viewer, "fits the commitment")
    page.locator("#receipts .close").click()
    page.get_by_role("button", name="Today’s deal", exact=True).click()
    viewer.see("#caption", "Grandfather's Clock, the deal of November 24, 2026")
    page.goto("about:blank")
    page.goto(link)
    viewer.see("#caption", "Grandfather's Clock, the deal of November 23, 2026 (easy).")
    page.locator("#next").get_by_role("button", name="Today’s deal", exact=True).click()
    viewer.see("#caption", "Grandfather's Clock, the deal of November 24, 2026")
    look_back(viewer)


def test_without_deals_of_the_day_none_is_offered(browser):
    """A link to one says why."""
    with on_a_port(create_app({"log_level": "error", "TESTING": True})) as address:
        viewer = Viewer(new_page(browser), address)
        viewer.refuses = True
        viewer.open()
        assert viewer.page.get_by_role("button", name="Today’s deal", exact=True).is_hidden()
        viewer.page.goto("about:blank")
        viewer.page.goto(f"{address}/#v=1&variant=klondike&daily=today")
        viewer.see("#notice", "This service has no deals of the day.")
        viewer.see("#grades", "A deal that can be won")
        viewer.page.context.close()


def test_a_win_is_summed_up_and_counted(opened):
    """A cascade that a key ends, then time, moves and streak, and the way to the next grade."""
    log = examples()["klondike/won"]["request"]
    viewer = opened(reduced_motion="no-preference")
    page = viewer.page
    viewer.resume({**log, "moves": log["moves"][:-2]}, grade="easy")
    page.locator("#finish").click()
    viewer.see("#caption", "You won in ")
    page.wait_for_function("document.getAnimations().length > 40")
    page.keyboard.press("Shift")
    viewer.see("#won", "Easy")
    assert page.locator("#won").get_by_role("button", name="Next: Medium").is_visible()
    page.locator("#won").get_by_role("button", name="Statistics").click()
    viewer.see("#statistics tbody", "Klondike")
    viewer.see("#statistics tbody", "100 %")
    assert page.get_by_role("img", name="1 of the last 1 game won").is_visible()
    with page.expect_download() as started:
        page.locator("#statistics").get_by_role("button", name="Export").click()
    exported = started.value.path()
    page.evaluate("localStorage.removeItem('statistics')")
    page.locator("#statistics .close").click()
    page.locator("#won").get_by_role("button", name="Statistics").click()
    viewer.see("#statistics", "No game played yet.")
    page.set_input_files("#statistics [type=file]", exported)
    viewer.see("#statistics tbody", "100 %")
    page.set_input_files("#statistics [type=file]", EXAMPLES / "klondike.json")
    viewer.see("#statistics tbody", "100 %")
