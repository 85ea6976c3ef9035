"""Whether a game can still be won: at its end, as a variation, while playing; and deals that can be."""

import json
from pathlib import Path

import pytest

from patience.search import winnable_tables as tables
from patience.search.search_runner import is_available
from patience.search.winnable_tables import Table, TableInfo
from service.api import pages
from service.app import create_app
from tests.browser.conftest import new_page
from tests.browser.viewer import Viewer
from tests.sites import on_a_port

searching = pytest.mark.skipif(not is_available(), reason="The search is not compiled.")

DESCRIBED = Path(__file__).parents[2] / "service" / "openapi" / "prospects.json"
THROWN_AWAY = json.loads(DESCRIBED.read_text("utf-8"))["prospects"][0]


@searching
def test_a_lost_cause(viewer, client):
    """Since when, by which cards; before that, how it could have been won, as a variation."""
    request, turning = THROWN_AWAY["request"], THROWN_AWAY["answer"]["turning_point"]
    assert (turning["winnable_after"], turning["dead_after"]) == (8, 9)
    viewer.show({name: request[name] for name in ("variant", "seed", "moves")})
    viewer.see("#marks .turning")
    assert viewer.page.locator("#segments i").evaluate_all("(all) => all.map((one) => one.className)") == [
        "winnable",
        "dead",
    ]
    viewer.page.locator("#marks").get_by_role("button", name="Move 9 lost the game").click()
    viewer.at(9, 9)
    viewer.see("#caption", "Move 9 lost the game: before it, the game could be won.")
    stuck = client.post("/v1/prospects", json=request).json["proof"]["stuck"]
    assert viewer.page.locator(".card[data-stuck]").count() > 0
    viewer.see("#more", viewer.ask("i18n/text", "cardSign", stuck[0]))
    viewer.page.get_by_role("button", name="Why?").click()
    viewer.see("#caption", "Foundation 1 needs A♣")
    viewer.page.get_by_role("button", name="Next reason").press("Enter")
    viewer.see("#caption", "A♣\ufe0e in column 6 lies under 8♠")
    assert (viewer.cards("[data-trouble=source]"), viewer.cards("[data-trouble=refuses]")) == (["AC"], ["8S"])
    viewer.page.get_by_role("button", name="Back to the game").click()
    viewer.page.get_by_role("button", name="Play on from move 8").click()
    viewer.see("#more", "It can still be won.")
    assert viewer.page.locator(".card[data-stuck]").count() == 0
    viewer.page.get_by_role("button", name="Show me").click()
    viewer.see("#play.running")
    viewer.page.keyboard.press("End")
    viewer.see("#caption", "You won in ")


@searching
def test_a_game_that_was_lost_is_played_on(opened):
    """The move that lost it, a picture of the end, and how it could have been won."""
    viewer = opened()
    viewer.resume({name: THROWN_AWAY["request"][name] for name in ("variant", "seed", "moves")})
    viewer.see("#caption", "This game can no longer be won.")
    viewer.page.get_by_role("button", name="Where was it lost?").click()
    viewer.see("#caption", "Move 9 lost the game: before it, the game could be won.")
    with viewer.page.expect_download() as started:
        viewer.page.get_by_role("button", name="Share a picture").click()
    assert started.value.path().read_bytes().startswith(b"\x89PNG")
    viewer.page.get_by_role("button", name="Play on from move 8").click()
    viewer.at(8)
    viewer.see("#more", "It can still be won.")
    viewer.page.keyboard.press("End")
    viewer.page.get_by_role("button", name="Show how to win").click()
    viewer.see("#play.running")
    viewer.page.keyboard.press("End")
    viewer.see("#caption", "You won in ")
    assert viewer.page.locator("#won").is_hidden()


@searching
def test_a_hint_wins(opened, client):
    """The first shows a move of a winning line, the next ones other moves. It is asked once for the line."""
    log = {"variant": "double-russian", "seed": "1", "moves": [], "include": ["continuation", "moves"]}
    line = client.post("/v1/prospects", json=log).json["continuation"]
    viewer = opened("#v=1&variant=double-russian&seed=1")
    asked = []
    viewer.page.on("request", lambda sent: asked.append(sent.url) if "prospects" in sent.url else None)
    viewer.page.click("#hint")
    viewer.see("#status", f"It wins in {len(line)} moves.")
    assert viewer.page.locator(".arrow.good").count() == 1
    viewer.page.click("#hint")
    viewer.see("#status", "After it, the game can still be won.")
    viewer.page.evaluate("document.querySelector('.place[data-pile=T10]').focus()")
    viewer.page.keyboard.press("f")
    viewer.page.click("#hint")
    viewer.see("#status", f"It wins in {len(line) - 1} moves.")
    assert len(asked) == 1


@searching
def test_a_hint_does_not_claim_more_than_the_search_found(opened):
    """Where neither a win nor a proof is found in the budget."""
    viewer = opened("#v=1&variant=klondike&seed=101")
    viewer.page.click("#hint")
    viewer.see("#status", "no proof that there is none. This move is not known to lose.")


PROBLEM = {"status": 501, "title": "Not Implemented", "type": "/problems/search-unavailable"}


def test_where_nothing_searches_it_is_said(opened):
    """With the rules that the page's own check does not know, either; a hint is any legal move then."""
    viewer = opened("#v=1&variant=monte-carlo&seed=1")
    viewer.page.route("**/v1/prospects", lambda route: route.fulfill(status=501, json=PROBLEM))
    viewer.page.get_by_role("button", name="Can it be won?").click()
    viewer.see("#more", "This service has no search")
    viewer.see("#more", "This page does not check games with these rules either: gaps, near.")
    viewer.page.click("#hint")
    viewer.see("#status", "legal moves")
    viewer.complaints.clear()


def test_where_nothing_searches_proofs_tell_since_when(opened):
    viewer = opened()

    def without_search(route):
        if route.request.post_data_json.get("budget") == 0:
            return route.continue_()
        return route.fulfill(status=501, json=PROBLEM)

    request = THROWN_AWAY["request"]
    viewer.page.route("**/v1/prospects", without_search)
    viewer.show({name: request[name] for name in ("variant", "seed", "moves")})
    viewer.page.keyboard.press("End")
    viewer.see("#caption", "can no longer be won since move 9")
    viewer.complaints.clear()


@pytest.fixture
def with_a_table(browser, tmp_path, monkeypatch):
    """A visitor of a service with one table of deals, in which seed 5 alone can be won."""
    rules = {"twos": "eight", "draw": "any_time"}
    made = TableInfo("royal-rendezvous", rules, "1", "1", 1000, winnable=1, dead=0, undecided=9)
    (tmp_path / made.file).write_bytes(Table.of(made, frozenset({5})).to_bytes())
    monkeypatch.setattr(tables, "DIRECTORY", tmp_path)
    cached = (tables.shipped_tables, tables._tables_by_rules, pages.files)
    for function in cached:
        function.cache_clear()
    with on_a_port(create_app({"log_level": "warning"})) as address:
        viewer = Viewer(new_page(browser), address)
        viewer.open()
        yield viewer
        viewer.page.context.close()
    for function in cached:
        function.cache_clear()
    viewer.check()


def test_a_deal_that_can_be_won(with_a_table):
    """From a table if there is one, else found by a search. Without grades, a plain one is offered."""
    page = with_a_table.page
    with_a_table.choose("Royal Rendezvous")
    page.locator("#more-options summary").click()
    page.select_option("#options [name=twos]", "eight")
    with_a_table.see("#deals-note", "Deals of this game are not graded with these options.")
    assert page.get_by_role("button", name="Easy").is_hidden()
    page.get_by_role("button", name="A winnable deal").click()
    with_a_table.see("#caption", "Royal Rendezvous, deal 5.")
    with_a_table.see("#more", "It can still be won.")
    page.get_by_role("button", name="New game").click()
    with_a_table.choose("Klondike")
    page.get_by_role("button", name="Easy").click()
    with_a_table.see("#caption", "(easy).")
    with_a_table.see("#more", "It can still be won.")
