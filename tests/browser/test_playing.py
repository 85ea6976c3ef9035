"""Playing: by click, by drag, by key, by finger; every move judged by the server, nothing ever lost."""

import json

import pytest

from tests.browser.viewer import examples


def cut(name: str, left: int) -> tuple[dict, list[str]]:
    """An example without its last moves, and these."""
    request = examples()[name]["request"]
    return {**request, "moves": request["moves"][:-left]}, request["moves"][-left:]


def play(viewer) -> None:
    """Begin to play at the present place."""
    viewer.page.get_by_role("button", name="Play from here").click()


def asked(viewer) -> list[str]:
    """Notes what the service is asked from now on."""
    paths: list[str] = []
    viewer.page.on("request", lambda request: paths.append(request.url) if "/v1/" in request.url else None)
    return paths


def test_to_a_win_by_click_drag_and_double_click(viewer, client):
    log, rest = cut("royal-rendezvous/won", 3)
    viewer.show(log)
    viewer.page.click("#last")
    first, second, third = (token.split("-")[0] for token in rest)
    viewer.click(first)
    viewer.see('.place[data-pile="F3"][data-hand="open"]')
    viewer.see("#status", "Possible targets: foundation 3.")
    viewer.click("F3")
    viewer.at(len(log["moves"]) + 1)
    viewer.drag(second, "F3")
    viewer.at(len(log["moves"]) + 2)
    viewer.click(third, times=2)
    viewer.see("#verdict .own", "Won.")
    played = json.loads(viewer.copied("Copy log"))
    assert client.post("/v1/replays", json=played).json["outcome"] == "won"
    claim = json.loads(viewer.copied("Copy claim"))
    assert claim["claim"]["outcome"] == "won"
    viewer.page.get_by_role("button", name="Claim it").click()
    viewer.see("#claim h2", "The claim is confirmed")


def test_a_whole_sequence_by_double_click(viewer):
    log, _ = cut("rouge-et-noir-classic/won", 1)
    viewer.show(log)
    viewer.page.click("#last")
    viewer.click("T1", 13, times=2)
    viewer.see("#verdict .own", "Won.")
    viewer.see("#moves [aria-selected=true]", "T1-Fx13")


def test_a_move_of_the_log_is_only_a_step(viewer):
    moves = viewer.example("double-russian/won")["request"]["moves"]
    assert moves[0] == "T5-T10x6"
    requests = asked(viewer)
    viewer.drag("T5", "T10", 6)
    viewer.at(1, len(moves))
    assert (
        not [path for path in requests if path.endswith("/replays")]
        or viewer.page.locator("#undo").is_hidden()
    )


def test_two_clicks_mean_the_group_that_may_move(viewer):
    viewer.example("double-russian/won")
    play(viewer)
    viewer.click("T5")
    viewer.click("T10")
    viewer.at(1)
    viewer.see("#moves [aria-selected=true]", "T5-T10x6")


def test_a_refusal_looks_like_an_illegal_move(viewer, client):
    request = viewer.example("double-russian/won")["request"]
    before = viewer.position()
    play(viewer)
    viewer.drag("T1", "F1")
    verdict = client.post("/v1/replays", json={**request, "moves": ["T1-F1"]}).json
    detail = verdict["first_illegal_move"]["detail"]
    viewer.see("#caption", detail)
    assert viewer.page.inner_text("#bubble") == detail
    assert viewer.mark("F1") == "refuses"
    assert (viewer.page.locator(".ghost.bad").count(), viewer.page.locator(".arrow.bad").count()) == (1, 1)
    viewer.at(1, 1)
    viewer.page.get_by_role("button", name="Undo").click()
    viewer.at(0)
    assert viewer.page.locator("#bubble").is_hidden()
    assert viewer.position() == before


def test_stock_and_actions(viewer):
    viewer.page.select_option("#variant", "rouge-et-noir-hoffmann")
    viewer.page.get_by_role("button", name="Deal", exact=True).click()
    viewer.see("#verdict h2", "Hoffmann")
    viewer.click("S")
    viewer.at(1, 1)
    viewer.see("#moves [aria-selected=true]", "draw")
    viewer.page.get_by_role("button", name="Redeal", exact=True).click()
    viewer.see("#caption", "redeal: ")
    viewer.page.get_by_role("button", name="Draw", exact=True).click()
    viewer.at(2, 2)


def test_variations_are_kept_and_walked_without_a_request(viewer):
    """Undo, redo, another line, back to the log; and all of it after a reload."""
    moves = viewer.example("royal-rendezvous/won")["request"]["moves"]
    assert moves[13] != "draw"
    viewer.go(13)
    play(viewer)
    viewer.click("S")
    viewer.at(14, 14)
    viewer.click("S")
    viewer.at(15, 15)
    requests = asked(viewer)
    viewer.page.get_by_role("button", name="Undo").click()
    viewer.at(14, 15)
    viewer.page.keyboard.press("Control+z")
    viewer.at(13, 15)
    viewer.page.get_by_role("button", name="Redo").click()
    viewer.at(14, 15)
    viewer.see("#moves .branch", "the log")
    viewer.page.get_by_role("button", name="Back to the log").click()
    viewer.at(14, len(moves))
    viewer.see("#moves .branch", "tried here")
    viewer.page.locator("#moves .branch").click()
    viewer.at(14, 15)
    assert requests == []
    play(viewer)
    viewer.page.wait_for_url("**ply=14")
    kept = viewer.position()
    viewer.page.reload()
    viewer.at(14, 15)
    viewer.see("#undo")
    assert viewer.position() == kept
    viewer.see("#moves .branch", "the log")


def test_a_hint_shows_a_legal_move(viewer, client):
    """The first one is of a line that wins, where one is known, as of a log that wins; the next is any."""
    request = viewer.example("rouge-et-noir/won")["request"]
    viewer.go(20)
    play(viewer)
    viewer.page.get_by_role("button", name="Hint").click()
    viewer.see("#status", f"Hint: {request['moves'][20]}. It wins in {len(request['moves']) - 20} moves.")
    viewer.page.get_by_role("button", name="Hint").click()
    log = {**request, "moves": request["moves"][:20], "include": ["legal_moves"]}
    legal = client.post("/v1/replays", json=log).json["legal_moves"]
    viewer.see("#status", f"of {len(legal)} legal moves")
    assert viewer.page.inner_text("#status").split()[1].rstrip(".") in legal
    assert viewer.page.locator(".arrow.good").count() == 1
    viewer.page.locator("summary", has_text="Legal moves").click()
    viewer.see("#legal-here code", legal[0])
    assert viewer.page.locator("#legal-here code").all_inner_texts() == legal


def test_a_seed_played_by_keys_alone(viewer):
    """Pick up, walk, put down; more and fewer cards; any foundation."""
    viewer.example("double-russian/won")
    button = viewer.page.get_by_role("button", name="Play from here")
    button.focus()
    press = viewer.page.keyboard.press
    press("Enter")
    viewer.see('.place[data-pile="T1"]:focus')
    press("ArrowUp")
    viewer.see('.place[data-pile="F1"]:focus')
    press("ArrowDown")
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
    viewer.at(1)
    press("f")
    viewer.see("#caption", "T10-F: ")
    press("Enter")
    press("Escape")
    assert viewer.page.locator(".card[data-hand=picked]").count() == 0


def test_what_lies_face_down_is_nowhere_in_the_page(viewer, client):
    """Neither in its text nor for a screen reader."""
    viewer.show("rouge-et-noir 31999")
    viewer.see("#undo")
    deal = client.get("/v1/deals/rouge-et-noir/31999").json["state"]
    shown = sorted(column["cards"][-1] for column in deal["tableau"] if column["cards"])
    assert sorted(code for code in viewer.cards("") if code) == shown
    assert viewer.page.locator("#board svg.face").count() == len(shown)
    hidden = deal["tableau"][0]["cards"][0]
    name = viewer.ask("i18n", "cardName", hidden)
    assert hidden not in shown
    assert name not in viewer.page.content()


SCROLLED = """async () => {
    for (let frame = 0; frame < 120 && !scrollY; frame += 1) await new Promise(requestAnimationFrame);
    return scrollY;
}"""


def swipe(viewer, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger put down, moved and lifted, as the browser itself is told of fingers."""
    viewer.settle()
    fingers = viewer.page.context.new_cdp_session(viewer.page)
    ways = [[a + (b - a) * step / 8 for a, b in zip(start, end, strict=True)] for step in range(9)]
    for kind, (x, y) in zip(["touchStart", *["touchMove"] * 8], ways, strict=True):
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "sideways"])
def test_on_a_phone(newcomer, size):
    """By taps: the bar is in sight, a refusal shows where the finger is, a drag never scrolls the page."""
    viewer = newcomer(viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True)
    viewer.show("double-russian 24")
    for name in ("Undo", "Redo", "Hint"):
        box = viewer.page.get_by_role("button", name=name).bounding_box()
        assert 0 <= box["y"] <= size[1] - box["height"]
    viewer.touch("T1")
    viewer.see(".card[data-hand=picked]")
    finger = viewer.spot("T2")
    viewer.touch("T2")
    viewer.see("#bubble")
    bubble = viewer.page.locator("#bubble").bounding_box()
    assert min(abs(bubble["y"] - finger[1]), abs(bubble["y"] + bubble["height"] - finger[1])) < 60
    viewer.page.get_by_role("button", name="Undo").click()
    swipe(viewer, viewer.spot("T2", 4), viewer.spot("T4"))
    viewer.at(1)
    viewer.see("#moves [aria-selected=true]", "T2-T4x4")
    assert viewer.page.evaluate("scrollY") == 0
    board = viewer.page.locator("#board").bounding_box()
    foot = (board["x"] + 8, board["y"] + board["height"] - 10)
    swipe(viewer, foot, (foot[0], 60))
    assert viewer.page.evaluate(SCROLLED) > 0
