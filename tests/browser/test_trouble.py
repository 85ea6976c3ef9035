"""Illegal moves, divergences, and logs that are none."""

from tests.browser.viewer import examples


def test_the_page_stops_at_the_illegal_move(viewer, client):
    game = viewer.example("rouge-et-noir/illegal")
    illegal = client.post("/v1/replays", json=game["request"]).json["first_illegal_move"]
    viewer.see("#illegal h2", f"Move {illegal['index'] + 1} is illegal: {illegal['move']}")
    viewer.at(illegal["index"], illegal["index"])
    assert viewer.page.inner_text("#illegal .why") == illegal["detail"]
    assert viewer.page.locator("#illegal .legal code").all_inner_texts() == illegal["legal_moves"]
    source, target = illegal["move"].split("-")
    assert (viewer.mark(source), viewer.mark(target)) == ("source", "target")
    assert illegal["detail"] in viewer.caption()
    assert viewer.page.locator("#moves .illegal").count() == 1
    left = len(game["request"]["moves"]) - illegal["index"] - 1
    assert viewer.page.locator("#moves .unplayed button:disabled").count() == left


def test_elsewhere_the_illegal_move_is_a_click_away(viewer):
    viewer.example("double-russian/illegal")
    viewer.at(50)
    viewer.go(3)
    assert viewer.mark("T1") is None
    viewer.page.locator("#illegal").get_by_role("button", name="Show it").click()
    viewer.at(50)
    assert viewer.mark("T1") == "source"


def test_a_legal_move_can_be_tried_instead(viewer):
    viewer.example("rouge-et-noir/illegal")
    first = viewer.page.locator("#illegal .legal button").first
    token = first.locator("code").inner_text()
    first.click()
    viewer.at(61, 61)
    viewer.see("#playing h2", "You play on after move 60")
    assert token in viewer.page.inner_text("#moves [aria-current]")
    viewer.page.get_by_role("button", name="Back to the game").click()
    viewer.see("#illegal h2", "Move 61 is illegal")


def test_a_divergence_is_shown_on_the_piles_that_differ(viewer):
    game = viewer.example("rouge-et-noir/diverging")
    viewer.see("#divergence h2", "The log's checkpoint differs after 24 moves")
    viewer.at(24)
    piles = game["verdict"]["first_divergence"]["piles"]
    assert [viewer.mark(pile) for pile in piles] == ["differs"] * len(piles)
    assert viewer.mark("T1") is None
    assert viewer.page.locator("#divergence .difference").count() == len(piles)
    viewer.go(30)
    assert viewer.mark(piles[0]) is None


GOOD = examples()["royal-rendezvous/won"]["request"]


DECK = examples()["royal-rendezvous/illegal"]["request"]["deck"]
NONE = (
    ("no json", "neither JSON nor a share link"),
    ([1], "A replay request is a JSON object."),
    ({**GOOD, "moves": ["draw", "T3>T4"]}, "In move 2: "),
    ({**GOOD, "variant": "klondike"}, "In field “variant”: "),
    ({**GOOD, "deck": DECK}, "Exactly one of seed and deck"),
    ({"variant": "royal-rendezvous", "deck": ["AC"], "moves": []}, "deck"),
    ({**GOOD, "rules": {"twos": "three"}}, "In rule “twos”: "),
    ({**GOOD, "player": "me"}, "In field “player”: "),
)


def test_a_log_that_is_none_is_explained(opened):
    viewer = opened(refuses=True)
    for log, words in NONE:
        viewer.paste(log)
        viewer.see("#problem", words)
    viewer.example("royal-rendezvous/won")
    viewer.page.wait_for_selector("#problem", state="hidden")


def test_the_pointer_stands_beside_the_words(opened):
    viewer = opened(refuses=True)
    viewer.paste({**GOOD, "moves": ["draw", "T3>T4"]})
    viewer.see("#problem code", "/moves/1")


def test_a_link_to_no_game_says_so(opened):
    viewer = opened("#variant=double-russian&seed=abc&moves=T1-T2", refuses=True)
    viewer.see("#problem", "In field “seed”")
