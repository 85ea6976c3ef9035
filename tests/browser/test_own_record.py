"""The player's own record: statistics, the clock and the card of a win, whatever befalls the page."""

import json
import re

import pytest

from tests.browser.viewer import examples

WON = examples()["klondike/won"]["request"]
MOVES = WON["moves"]
LINK = f"#v=1&variant=klondike&seed={WON['seed']}"
NINE_WON = {"played": 9, "won": 9, "streak": 9, "before": 8, "longest": 9, "fewest": 40, "fastest": 60}


def statistics(viewer) -> dict:
    """What the device has of Klondike."""
    return json.loads(viewer.page.evaluate("localStorage.getItem('statistics')") or "{}").get("klondike", {})


def almost_won(viewer, clock: int) -> str:
    """Put a deal on the device that lacks its last move and was in sight for seconds. Return that move."""
    *begun, last = MOVES
    progress = {"milliseconds": 1000 * clock, "begun": True, "number": 10, "won": False, "shown": False}
    viewer.page.evaluate(
        "(found) => localStorage.setItem('statistics', JSON.stringify({ klondike: found }))",
        {**NINE_WON, "played": 10, "streak": 0, "last": "1111111110"},
    )
    viewer.resume({**WON, "moves": begun}, progress, kind="link")
    return last


def test_a_reload_counts_no_game_twice(opened):
    viewer = opened(LINK)
    viewer.click("S")
    viewer.at(1, 1)
    for ply in (2, 3):
        viewer.page.reload()
        viewer.at(ply - 1)
        viewer.click("S")
        viewer.at(ply, ply)
    assert statistics(viewer)["played"] == 1


def test_a_won_game_keeps_streak_and_time_over_a_reload(opened):
    """Nine games were won, and the tenth was begun and played for 100 seconds before the page was left."""
    viewer = opened()
    last = almost_won(viewer, clock=100)
    viewer.page.reload()
    viewer.at(len(MOVES) - 1)
    viewer.drag(*last.split("-"))
    viewer.see("#won", "10 games")
    assert statistics(viewer) == {
        **NINE_WON,
        "played": 10,
        "won": 10,
        "streak": 10,
        "longest": 10,
        "title": None,
        "earlier": 0,
        "last": "1111111111",
    }
    viewer.see("#won", "1:4")
    # The table of a win has no marks of a move, and one button for the next deal.
    assert viewer.page.locator("#board [data-step]").count() == 0
    assert viewer.page.get_by_role("button", name="New deal").count() == 1


def test_the_clock_stands_still_while_the_front_page_is_shown(newcomer):
    viewer = newcomer()
    viewer.page.clock.install()
    viewer.open(LINK)
    viewer.page.evaluate("localStorage.setItem('timer', 'yes')")
    viewer.click("S")
    viewer.page.clock.run_for(5000)
    viewer.see("#clock", "0:05")
    viewer.page.click("#new-game")
    viewer.see(".line", "Play patience")
    viewer.page.clock.run_for(60_000)
    viewer.page.go_back()
    viewer.at(1, 1)
    viewer.page.clock.run_for(1000)
    viewer.see("#clock", "0:0")


def test_a_link_to_a_deal_is_a_game_and_a_log_is_not(opened):
    viewer = opened(LINK)
    viewer.click("S")
    viewer.at(1, 1)
    assert statistics(viewer)["played"] == 1
    viewer.show(WON)
    viewer.go(len(MOVES))
    viewer.see("#caption", "Won in")
    assert statistics(viewer)["played"] == 1
    assert viewer.page.locator("#won").count() == 0


def test_a_review_needs_no_service(opened):
    """Move 26 takes the five of clubs to column 6, and move 35 takes it back."""
    viewer = opened()
    viewer.show(WON)
    viewer.go(len(MOVES))
    viewer.page.route("**/v1/**", lambda route: route.abort())
    viewer.page.get_by_role("button", name="Review the game").click()
    viewer.see("#review", "100 % of the moves kept the win (125 of 125).")
    viewer.see("#review h3", "Move 26 cost 2 moves.")
    viewer.page.get_by_role("button", name="Try again from here").first.click()
    assert viewer.page.evaluate("document.activeElement.closest('#board') !== null")
    assert viewer.page.locator("#marks .detour").count() > 0


CHALLENGE = f"{LINK}&beat=125:250&by=Anna&n={len(MOVES)}&moves={'.'.join(MOVES)}"


def test_a_challenge_opens_its_deal_and_says_whether_it_is_true(opened):
    viewer = opened(CHALLENGE)
    viewer.at(0, 0)
    viewer.see("#more", "Anna won this deal in 125 moves, 4:10. Beat that. (verified)")
    viewer = opened(CHALLENGE.replace("beat=125", "beat=90"))
    viewer.see("#more", "That is not true: the moves of the link win in 125.")


def test_a_win_is_compared_with_the_challenge_and_makes_another(opened):
    viewer = opened()
    *begun, last = MOVES
    progress = {"milliseconds": 60_000, "begun": True, "number": None, "won": False, "shown": False}
    challenge = {"moves": 130, "seconds": 250, "by": "Anna", "log": []}
    viewer.resume({**WON, "moves": begun}, progress, kind="link", challenge=challenge)
    viewer.drag(*last.split("-"))
    viewer.see("#won", "You beat Anna! That result cannot be verified.")
    viewer.see("#won", "Anna: 130 moves, 4:10")
    viewer.page.get_by_role("button", name="Challenge a friend").click()
    viewer.page.get_by_label("Your name").fill("Bo")
    viewer.page.locator("#challenge").get_by_role("button", name="Copy link").click()
    viewer.page.locator("#challenge").wait_for(state="hidden")
    link = viewer.page.evaluate("navigator.clipboard.readText()")
    viewer = opened(link.removeprefix(f"{viewer.address}/"))
    viewer.see("#more", "Bo won this deal in 125 moves, 1:0")
    viewer.see("#more", "(verified)")


def test_a_day_keeps_what_was_won_and_which_goals_were_met(opened):
    """A deal of the day is won with one move taken back and without a hint."""
    viewer = opened()
    *begun, last = MOVES
    today = viewer.page.evaluate("new Date().toISOString().slice(0, 10)")
    progress = {"milliseconds": 60_000, "begun": True, "number": None, "won": False, "shown": False}
    viewer.refuses = True
    viewer.resume({**WON, "moves": begun}, progress, kind="daily", date=today)
    viewer.page.keyboard.press("Control+z")
    viewer.at(len(begun) - 1)
    viewer.page.keyboard.press("Control+y")
    viewer.at(len(begun))
    viewer.drag(*last.split("-"))
    viewer.see("#won", "☆ no undo, ★ no hint")
    kept = json.loads(viewer.page.evaluate("localStorage.getItem('won days')"))
    assert kept == {today: {"klondike": {"moves": 125, "withoutUndo": False, "withoutHint": True}}}


SPOILT = (
    *("{", "x", "null", "[]", "5", '"x"', "[[1]]"),
    *('{"klondike": 5}', '{"klondike": {"played": "x"}}', '[{"date": 1}]'),
)
STORED = ("statistics", "last game", "receipts", "recent games", "face", "daily klondike", "won days")


@pytest.mark.parametrize("name", STORED)
def test_spoilt_storage_changes_nothing(opened, name):
    viewer = opened()
    for text in SPOILT:
        viewer.page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, text])
        viewer.page.reload()
        viewer.page.wait_for_selector("html[data-ready=page]")
        viewer.page.click("#random")
        viewer.page.wait_for_selector("#board .card:not(.covered)")
        viewer.page.click("#new-game")
        viewer.see("#chosen-title", "Klondike")


def test_a_spoilt_game_of_a_tab_is_judged_from_its_address(opened):
    viewer = opened(LINK)
    viewer.click("S")
    viewer.page.wait_for_url("**moves=draw**")
    # What the page keeps when it is left is spoilt, too.
    viewer.page.evaluate("Storage.prototype.setItem = () => {}")
    viewer.page.evaluate("Object.keys(sessionStorage).forEach((name) => sessionStorage[name] = '{}')")
    viewer.page.reload()
    viewer.at(1, 1)


def test_the_page_of_a_game_has_the_visitors_own_best(viewer):
    known = {"played": 9, "won": 4, "fewest": 118, "fastest": 250, "last": "101010100"}
    viewer.page.evaluate(
        "(known) => localStorage.setItem('statistics', JSON.stringify({ klondike: known }))", known
    )
    viewer.page.goto(f"{viewer.address}/games/klondike")
    viewer.see("#own-best", "Your own best: 118 moves, 4:10. You won 4 of 9 games.")
    viewer.page.goto(f"{viewer.address}/games/golf")
    assert viewer.page.locator("#own-best").is_hidden()
    viewer.page.goto(f"{viewer.address}/games?lang=de")
    viewer.page.fill("#find", "spdier")
    assert viewer.page.locator("#games li:visible").filter(has_text="Spider").count() > 3
    assert viewer.page.locator("#games li:visible").filter(has_text="Klondike").count() == 0
    viewer.page.locator("#games a:visible").filter(has_text=re.compile("^ *Spider *\\d*")).first.click()
    viewer.see("h1", "Spider")
