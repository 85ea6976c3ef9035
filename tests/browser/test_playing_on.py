"""Playing on: by click, by drag, by key; every move judged by the server."""

import json

from tests.browser.viewer import examples


def cut(name: str, left: int) -> tuple[dict, list[str]]:
    """An example without its last moves, and these."""
    request = examples()[name]["request"]
    return {**request, "moves": request["moves"][:-left]}, request["moves"][-left:]


def test_to_a_win_by_click_drag_and_double_click(viewer, client):
    log, rest = cut("royal-rendezvous/won", 3)
    viewer.show(log)
    viewer.page.click("#last")
    first, second, third = (token.split("-")[0] for token in rest)
    viewer.click(first)
    viewer.see('.place[data-pile="F3"][data-hand="open"]')
    viewer.see("#status", "It may go to foundation 3.")
    viewer.click("F3")
    viewer.at(len(log["moves"]) + 1)
    viewer.drag(second, "F3")
    viewer.at(len(log["moves"]) + 2)
    viewer.click(third, times=2)
    viewer.see("#verdict .badge", "Won")
    played = json.loads(viewer.copied("Copy log"))
    assert client.post("/v1/replays", json=played).json["outcome"] == "won"
    claim = json.loads(viewer.copied("Copy claim"))
    assert claim["claim"] == {"outcome": "won", "moves": len(log["moves"]) + 3}
    viewer.page.get_by_role("button", name="Claim it").click()
    viewer.see("#claimed", "The referee confirms the claim.")


def test_a_whole_sequence_by_double_click(viewer):
    log, _ = cut("rouge-et-noir-classic/won", 1)
    viewer.show(log)
    viewer.page.click("#last")
    viewer.click("T1", 13, times=2)
    viewer.see("#verdict .badge", "Won")
    viewer.see("#moves [aria-current]", "T1-Fx13")


def test_a_group_is_dragged_by_its_lowest_card(viewer):
    moves = viewer.example("double-russian/won")["request"]["moves"]
    assert moves[0] == "T5-T10x6"
    viewer.drag("T5", "T10", 6)
    viewer.at(1, len(moves))
    assert viewer.page.locator("#playing").is_hidden()


def test_two_clicks_mean_the_group_that_may_move(viewer):
    viewer.example("double-russian/won")
    viewer.page.get_by_role("button", name="Play on from here").click()
    viewer.see("#playing h2", "You play on from the deal")
    viewer.click("T5")
    viewer.click("T10")
    viewer.at(1, 1)
    viewer.see("#moves [aria-current]", "T5-T10x6")


def test_an_illegal_move_is_refused_with_its_reason(viewer, client):
    request = viewer.example("double-russian/won")["request"]
    before = viewer.position()
    viewer.page.get_by_role("button", name="Play on from here").click()
    viewer.at(0, 0)
    viewer.drag("T1", "F1")
    viewer.see("#refusal", "T1-F1 is illegal here.")
    verdict = client.post("/v1/replays", json={**request, "moves": ["T1-F1"]}).json
    assert verdict["first_illegal_move"]["detail"] in viewer.page.inner_text("#refusal")
    assert (viewer.mark("T1"), viewer.mark("F1")) == ("source", "target")
    viewer.see("#status", "is illegal here")
    viewer.at(0, 0)
    assert viewer.position() == before


def test_stock_and_actions(viewer):
    viewer.page.select_option("#variant", "rouge-et-noir-hoffmann")
    viewer.page.get_by_role("button", name="Deal", exact=True).click()
    viewer.see("#verdict h2", "Hoffmann")
    viewer.click("S")
    viewer.at(1, 1)
    viewer.see("#moves [aria-current]", "draw")
    viewer.page.get_by_role("button", name="Redeal", exact=True).click()
    viewer.see("#refusal", "redeal is illegal here.")
    viewer.page.get_by_role("button", name="Draw", exact=True).click()
    viewer.at(2, 2)


def test_undo_and_back(viewer):
    viewer.example("royal-rendezvous/won")
    viewer.go(10)
    viewer.page.get_by_role("button", name="Play on from here").click()
    viewer.at(10, 10)
    viewer.click("S")
    viewer.at(11, 11)
    viewer.click("S")
    viewer.at(12, 12)
    viewer.page.get_by_role("button", name="Undo").click()
    viewer.at(11, 11)
    viewer.page.keyboard.press("Control+z")
    viewer.at(10, 10)
    viewer.page.get_by_role("button", name="Back to the game").click()
    viewer.at(10, 168)
    assert viewer.page.locator("#playing").is_hidden()


def test_legal_moves_as_a_list(viewer, client):
    request = viewer.example("rouge-et-noir/won")["request"]
    viewer.go(20)
    viewer.page.get_by_role("button", name="Play on from here").click()
    viewer.page.locator("summary", has_text="Legal moves").click()
    log = {**request, "moves": request["moves"][:20], "include": ["legal_moves"]}
    legal = client.post("/v1/replays", json=log).json["legal_moves"]
    viewer.see("#legal-here", legal[0])
    assert viewer.page.locator("#legal-here code").all_inner_texts() == legal
    viewer.page.locator("#legal-here button").last.click()
    viewer.at(21, 21)


def test_a_seed_played_by_keys_alone(viewer):
    """Pick up, walk, put down; more and fewer cards; any foundation."""
    viewer.example("double-russian/won")
    button = viewer.page.get_by_role("button", name="Play on from here")
    button.focus()
    press = viewer.page.keyboard.press
    press("Enter")
    viewer.see('.place[data-pile="T1"]:focus')
    press("ArrowUp")
    viewer.see('.place[data-pile="F1"]:focus')
    press("ArrowDown")
    viewer.see('.place[data-pile="T2"]:focus')
    for _ in range(3):
        press("ArrowRight")
    viewer.see('.place[data-pile="T5"]:focus')
    press("Enter")
    for _ in range(6):
        press("Shift+ArrowUp")
    press("Shift+ArrowDown")
    assert viewer.page.locator(".card[data-hand=picked]").count() == 5
    viewer.see("#status", "Held: 5 cards, ")
    press("Shift+ArrowUp")
    for _ in range(5):
        press("ArrowRight")
    viewer.see('.place[data-pile="T10"]:focus')
    press("Enter")
    viewer.at(1, 1)
    press("f")
    viewer.see("#refusal", "T10-F is illegal here.")
    press("Enter")
    press("Escape")
    assert viewer.page.locator(".card[data-hand=picked]").count() == 0
