"""The pages beside the table, the frame, and the moderator's desk: by keys, by ear, and as axe sees them."""

import json

import pytest

from tests.browser.conftest import new_page
from tests.browser.test_by_ear import Listener, walk
from tests.browser.viewer import examples

WON = examples()["double-russian/won"]["request"]
REVIEWED = {
    "won": examples()["klondike/won"]["request"],
    "lost": {"variant": "golf", "seed": "824", "moves": ["draw"] * 16},
}
PAGES = [
    "rules",
    "rules?lang=de",
    "games",
    "games/klondike",
    "games/spider?lang=de",
    "daily-deals",
    "tutorial",
    "docs",
    "a-page-that-does-not-exist",
]


def violations(page) -> list:
    """Return everything that axe finds, best practices and findings of every weight included."""
    # Imported here, as Playwright is.
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415

    rules = {"label-content-name-mismatch": {"enabled": True}, "target-size": {"enabled": True}}
    found = Axe().run(page, options={"resultTypes": ["violations"], "rules": rules}).response["violations"]
    return [(violation["id"], [node["html"] for node in violation["nodes"]][:3]) for violation in found]


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_on_a_page(browser, address, path):
    page = new_page(browser)
    page.goto(f"{address}/{path}")
    if path == "docs":
        page.wait_for_selector(".opblock")
    assert violations(page) == []
    page.context.close()


def listed(viewer) -> None:
    """Open a list of a wrong claim, a right one, what is not a game, and a game."""
    claims = [{**WON, "claim": {"outcome": "won", "moves_played": played}} for played in (131, 179)]
    viewer.give("\n".join(map(json.dumps, [*claims, {"not": "a game"}, WON])))
    viewer.see("#picker[open] li")


def test_axe_finds_nothing_at_the_desk_and_in_a_frame(opened):
    """Nor at a claim, in a review, and in each dialog."""
    viewer = opened("embed#v=1&variant=klondike&seed=24&moves=T1-T2")
    assert violations(viewer.page) == []
    viewer = opened()
    assert violations(viewer.page) == []
    for opener in ("#to-settings", "#to-help", "#to-calendar"):
        viewer.page.locator(opener).dispatch_event("click")
        viewer.page.wait_for_selector("dialog[open]")
        assert violations(viewer.page) == []
        viewer.page.keyboard.press("Escape")
    listed(viewer)
    viewer.see("#desk-wrong", "Not right (2)")
    assert violations(viewer.page) == []
    viewer.page.locator("#picker li button").first.click()
    viewer.see("#claim h2", "The claim is refuted")
    viewer.open_tab("Evidence")
    assert violations(viewer.page) == []


def test_a_sentence_is_read_while_a_dialog_is_open(opened):
    """Everything behind a modal dialog is inert, a live region too."""
    viewer = opened()
    ears = Listener(viewer)
    listed(viewer)
    assert ears.until("judged") == ["4 games judged, 2 not right."]
    viewer.page.get_by_role("searchbox", name="Search the list").fill("131")
    heard = ears.until("found")[-1]
    assert heard.endswith("found")
    assert viewer.page.locator("#picker > #announcer").count() == 1
    viewer.page.keyboard.press("Escape")
    viewer.page.keyboard.press("Escape")
    viewer.page.wait_for_selector("body > #announcer", state="attached")


def test_the_focus_never_falls_at_the_desk_and_in_a_frame(opened):
    """Each control of a game in a frame, of the list, of a claim from it, and of a review."""
    seen: set[str] = set()
    walk(opened("embed#v=1&variant=klondike&seed=24&moves=T1-T2"), seen)
    viewer = opened()
    listed(viewer)
    walk(viewer, seen)
    assert len(seen) > 30


@pytest.mark.parametrize("outcome", ["won", "lost"])
def test_a_review_is_for_everybody(opened, outcome):
    """Axe finds nothing, what was found is said once, cards have words, and the focus does not fall."""
    viewer = opened()
    viewer.show(REVIEWED[outcome])
    viewer.go(len(REVIEWED[outcome]["moves"]))
    ears = Listener(viewer)
    viewer.page.get_by_role("button", name="Review the game").press("Enter")
    viewer.see("#review h2:focus")
    points = viewer.page.locator("#review h3")
    points.first.wait_for()
    said = ears.until(points.first.inner_text())
    assert len(said) == 2
    assert said[0] == "Looking for the turning points …"
    assert all(text in said[1] for text in viewer.page.locator("#review p, #review h3").all_inner_texts())
    assert violations(viewer.page) == []
    viewer.page.emulate_media(color_scheme="dark")
    assert violations(viewer.page) == []
    viewer.page.emulate_media(color_scheme="light")
    heard = viewer.page.locator("#review li li:not(.quiet) .unseen").all_inner_texts()
    assert heard
    assert not {sign for words in heard for sign in words} & set("♣♦♥♠→")
    walk(viewer, set())
